import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openReaper, type Reaper } from '../../infra/local/reaper/reaper.ts'

/** Creates a temporary folder. Disposal of `parts` removes it, or the reaper, if this process is killed. */
export async function openTemporaryFolder(
  parts: AsyncDisposableStack,
  prefix: string,
): Promise<{ folder: string; reaper: Reaper }> {
  const reaper = parts.use(await openReaper())
  const folder = parts.adopt(await mkdtemp(join(tmpdir(), prefix)), (it) => rm(it, { recursive: true }))
  reaper.removeAtEnd(folder)
  return { folder, reaper }
}
