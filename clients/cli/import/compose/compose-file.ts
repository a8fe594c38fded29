import { dirname, resolve } from 'node:path'
import { Failure } from '../../failure.ts'
import { type Fields, isRecord } from '../../map-file.ts'
import { substitute } from './variables.ts'
import { parseTaggedDocuments } from './yaml.ts'

/** A parsed Compose file. */
export interface ComposeFile {
  /** Name of the file in messages. */
  source: string
  content: Fields
  services: ReadonlyMap<string, Fields>
  /** Names of services, with or without a field, that take the place of those of earlier files. */
  replacements: readonly string[][]
}

/** What relative paths and variables stand for in a file. */
export interface Scope {
  folder: string
  variables: ReadonlyMap<string, string>
}

/** An entry of `include`: files that override each other, as a project of their own. */
export interface Include {
  paths: string[]
  folder: string
  /** Files with its variables; if there are none, the `.env` of its folder. */
  envFiles: EnvFile[]
}

/** A file of variables in an `env_file`, by its absolute path. */
export interface EnvFile {
  path: string
  /** Whether it need not exist. */
  isOptional: boolean
}

/** Something of the machine in a container: an absolute path of each. */
export interface Mount {
  source: string
  target: string
}

/** The `extends` of a service. */
export interface Extension {
  service: string
  /** Path of the file with that service; the same file if undefined. */
  path?: string | undefined
}

/** Parses the YAML documents of a Compose file, of which later ones override earlier ones. Empty ones count as none. @throws Failure that names the source */
export function parseComposeFiles(source: string, text: string): ComposeFile[] {
  const documents = parseTaggedDocuments(source, text).filter((it) => it.value !== null)
  return documents.map(({ value, replacements }) => {
    if (!isRecord(value)) throw new Failure(`${source} is no Compose file: it must be an object.`)
    const ofServices = replacements.filter(([list, name]) => list === 'services' && name !== undefined)
    return composeFileOf(
      source,
      value,
      ofServices.map((it) => it.slice(1)),
    )
  })
}

/** Removes from each file what a later one takes the place of. */
export function withoutReplaced(files: readonly ComposeFile[]): ComposeFile[] {
  const replaced = new Set<string>()
  const isLeft = (...path: string[]): boolean => !replaced.has(JSON.stringify(path))
  const withoutLater = files.toReversed().map((file) => {
    const services = Array.from(file.services, ([name, fields]) => {
      return [name, Object.fromEntries(Object.entries(fields).filter(([field]) => isLeft(name, field)))] as const
    })
    const left = services.filter(([name]) => isLeft(name))
    for (const it of file.replacements) replaced.add(JSON.stringify(it))
    return { ...file, services: new Map(left) }
  })
  return withoutLater.toReversed()
}

/** A service may have no content, unless this only removes that of earlier files. */
function composeFileOf(source: string, content: Fields, replacements: readonly string[][]): ComposeFile {
  const services = content['services'] ?? {}
  if (!isRecord(services)) throw new Failure(`${source} is no Compose file: it has no services.`)
  const replaced = new Set(replacements.filter((it) => it.length === 1).map(([name]) => name))
  const present = Object.entries(services).filter(([name, fields]) => fields !== null || !replaced.has(name))
  const entries = present.map(([name, fields]) => {
    if (fields === null) return [name, {}] as const
    if (!isRecord(fields)) throw new Failure(`${source}: the service ${name} must be an object.`)
    return [name, fields] as const
  })
  return { source, content, services: new Map(entries), replacements }
}

/** The entries of `include`, with absolute paths. */
export function includesOf({ content }: ComposeFile, scope: Scope): Include[] {
  return listOf(content['include']).flatMap((entry): Include[] => {
    const fields: Fields = isRecord(entry) ? entry : { path: entry }
    const paths = pathsOf(fields['path'], scope)
    if (paths[0] === undefined) return []
    const [folder = dirname(paths[0])] = pathsOf(fields['project_directory'], scope)
    return [{ paths, folder, envFiles: envFilesOf(fields, scope) }]
  })
}

/** The files of variables of a service or of an `include`. */
export function envFilesOf({ env_file: files }: Fields, scope: Scope): EnvFile[] {
  return listOf(files).flatMap((entry) => {
    const { path, required }: Fields = isRecord(entry) ? entry : { path: entry }
    return pathsOf(path, scope).map((it) => ({ path: it, isOptional: required === false }))
  })
}

/** The paths of the machine that a service mounts. A relative one begins with a dot: other words are names of volumes. */
export function mountsOf({ volumes }: Fields, { folder, variables }: Scope): Mount[] {
  const text = (value: unknown): string => (typeof value === 'string' ? substitute(value, variables) : '')
  return listOf(volumes).flatMap((entry) => {
    const fields = isRecord(entry) ? [entry['source'], entry['target']].map(text) : text(entry).split(':')
    const [source = '', target = source] = fields
    const isMount = isRecord(entry) ? entry['type'] === 'bind' : /^[./~]/.test(source)
    return isMount && source !== '' ? [{ source: resolve(folder, source), target }] : []
  })
}

/** The service that a service extends, with an absolute path. */
export function extensionOf({ extends: extension }: Fields, scope: Scope): Extension | undefined {
  const { service, file }: Fields = isRecord(extension) ? extension : { service: extension }
  if (typeof service !== 'string') return undefined
  return { service: substitute(service, scope.variables), path: pathsOf(file, scope)[0] }
}

function pathsOf(value: unknown, { folder, variables }: Scope): string[] {
  const texts = listOf(value).filter((it) => typeof it === 'string')
  return texts.map((it) => resolve(folder, substitute(it, variables)))
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}
