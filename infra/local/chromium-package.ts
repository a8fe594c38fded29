import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { SetupError } from '@maps/shared/config'

const LAUNCHER = 'chromium.sh'

/** Start script that adds the bundled NSS libraries to the library path: the machine needs only glibc. */
const launcher = `#!/bin/sh
here=\${0%/*}
LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" exec "$here/chromium" "$@"
`

/**
 * Unpacks the Chromium of @sparticuz/chromium, once per version. The package's own function unpacks to a path in /tmp that all users share.
 * @returns path of the program; undefined if the package does not support this platform
 */
export async function unpackChromium(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { archives, version } = findPackage()
  const target = join(folder, `chromium-${version}`)
  if (!existsSync(join(target, LAUNCHER))) await unpackInto(target, archives)
  // Root's Chromium runs as another user, for whom older versions of this function created the folder inaccessible.
  if (process.getuid?.() === 0) await chmod(target, 0o755)
  return join(target, LAUNCHER)
}

function findPackage(): { archives: string; version: string } {
  const require = createRequire(import.meta.url)
  const packageFile = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json')
  const { version } = require(packageFile) as { version: string }
  return { archives: join(dirname(packageFile), 'bin'), version }
}

/** Unpacks into a temporary folder and renames it: two processes may unpack at once, and either may be killed. */
async function unpackInto(target: string, archives: string): Promise<void> {
  console.error('Unpacking Chromium …')
  const draft = await mkdtemp(`${target}-`)
  try {
    await inflate(join(archives, 'chromium.br'), createWriteStream(join(draft, 'chromium'), { mode: 0o755 }))
    await untar(join(archives, 'swiftshader.tar.br'), draft)
    await untar(join(archives, 'al2023.tar.br'), draft)
    await writeFile(join(draft, LAUNCHER), launcher, { mode: 0o755 })
    await rename(draft, target)
  } catch (error) {
    if (!existsSync(join(target, LAUNCHER))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function untar(archive: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', folder, '--no-same-owner'], { stdio: ['pipe', 'ignore', 'inherit'] })
  // tar may exit before it has read the padding at the archive's end. Only its exit code shows a failure.
  const [[code]] = await Promise.all([once(tar, 'close'), inflate(archive, tar.stdin).catch(() => {})])
  if (code !== 0) throw new SetupError(`Could not unpack ${archive}: tar ended with ${code}.`)
}

function inflate(file: string, target: Writable): Promise<void> {
  return pipeline(createReadStream(file), createBrotliDecompress({ chunkSize: 2 ** 21 }), target)
}
