import { openArtifactStore } from '@maps/shared/artifact-store'
import type { Bucket } from '@maps/shared/bucket'
import { artifactKey } from '@maps/shared/export-job'
import { type ExportFormat, fileFormatTable, writeOptions } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { expect, vi } from 'vitest'
import type { System, TestWorkspace } from './system.ts'

/**
 * Stores bytes as the finished export of a map's current version, with default options.
 * @param format a format whose files do not contain `apiUrl`
 * @returns the artifact key
 */
export async function storeArtifact(
  system: System,
  team: TestWorkspace,
  { mapId, format, bytes, bucket }: { mapId: string; format: ExportFormat; bytes: Buffer; bucket?: Bucket | undefined },
): Promise<string> {
  const { text } = await team.request('GET', `/maps/${mapId}`, { direct: true })
  const map = text.slice('{"map":'.length, -1)
  const options = writeOptions(fileFormatTable[format].options.parse({}))
  const store = openArtifactStore(system.redisUrl, createLogger('test', 'silent'), bucket)
  try {
    // Not `expect.poll`: hooks call this function too.
    const rendererVersion = await vi.waitFor(
      async () => {
        const version = await store.currentRendererVersion()
        expect(version).toBeDefined()
        return version
      },
      { timeout: 10_000 },
    )
    const key = artifactKey({ format, options, workspaceId: team.id, mapId, map, apiUrl: '', rendererVersion })
    const file = { kind: 'file', key, workspaceId: team.id, mapId, format, rendererVersion, bytes } as const
    // On a busy machine, a large file may exceed the time limit of a Redis command.
    await vi.waitFor(() => store.put(file), { timeout: 40_000 })
    return key
  } finally {
    store.close()
  }
}
