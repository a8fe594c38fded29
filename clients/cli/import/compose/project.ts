import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Failure } from '../../failure.ts'
import type { ImportInput } from '../drawing.ts'
import type { LeftOutList } from '../left-out.ts'
import { maySet } from '../mounts.ts'
import {
  type ComposeFile,
  type EnvFile,
  envFilesOf,
  extensionOf,
  type Include,
  includesOf,
  mountsOf,
  parseComposeFiles,
  type Scope,
  withoutReplaced,
} from './compose-file.ts'
import { parseEnvFile } from './env-file.ts'
import { mergeServices, readService, type Service } from './service.ts'
import { readTextFile } from './text-file.ts'
import { substitute, type Unset, type Variables } from './variables.ts'

/** The services of a Compose file, and of the files that it includes, by name. */
export interface Project {
  name?: string | undefined
  services: ReadonlyMap<string, Service>
}

/**
 * Reads a Compose file and the files that it includes or extends. Files that cannot be read are left out.
 * @throws Failure that names the file
 */
export async function readProject(input: ImportInput, leftOut: LeftOutList): Promise<Project> {
  const { source, text, folder } = input
  const files = parseComposeFiles(source, text)
  if (!files.some(({ content }) => content['services'] !== undefined || content['include'] !== undefined)) {
    throw new Failure(`${source} is no Compose file: it has no services.`)
  }
  const outer = await readVariables(input, leftOut)
  const ownName = files.map((it) => it.content['name']).findLast((it) => typeof it === 'string')
  // A name that is an unset variable counts as none.
  const name = ownName === undefined ? undefined : substitute(ownName, outer) || undefined
  // Compose always sets it.
  const variables = new Map([['COMPOSE_PROJECT_NAME', name ?? projectNameOf(folder)], ...outer])
  return { name, services: await new ProjectReader(input, leftOut).read(files, { folder, variables }) }
}

/** The name of a project that has none of its own: that of its folder, in the letters that a name may have. */
function projectNameOf(folder: string): string {
  return basename(folder)
    .toLowerCase()
    .replaceAll(/^[^a-z\d]+|[^a-z\d_-]/g, '')
}

/** Tells of variables without a value as something left out: they are empty, as in Compose. */
function unsetIn(leftOut: LeftOutList): Unset {
  return (name) => {
    leftOut.add('unsetVariables', name)
    return ''
  }
}

/** The environment, and variables that it lacks from `--variables` or from the `.env` beside the file. */
async function readVariables(
  { folder, env, envFile, files }: ImportInput,
  leftOut: LeftOutList,
): Promise<Map<string, string>> {
  const outer = new Map(Object.entries(env).filter((it): it is [string, string] => it[1] !== undefined))
  const path = join(folder, '.env')
  const text = envFile ?? (await readTextFile(path, files))
  if (text === undefined && existsSync(path)) leftOut.add('settingSources', '.env')
  return new Map([...parseEnvFile(text ?? '', outer, unsetIn(leftOut)), ...outer])
}

class ProjectReader {
  readonly #root: string
  readonly #leftOut: LeftOutList
  readonly #files: Set<string> | undefined
  readonly #opened = new Map<string, ComposeFile[] | undefined>()
  readonly #included = new Set<string>()

  constructor({ folder, files }: ImportInput, leftOut: LeftOutList) {
    this.#root = folder
    this.#leftOut = leftOut
    this.#files = files
  }

  /** Reads files, of which later ones override earlier ones, and then what they include. */
  async read(files: readonly ComposeFile[], scope: Scope): Promise<Map<string, Service>> {
    const services = new Map<string, Service>()
    for (const file of withoutReplaced(files)) {
      for (const name of file.services.keys()) {
        const service = await this.#readService(file, name, scope)
        const base = services.get(name)
        services.set(name, base ? mergeServices(base, service) : service)
      }
    }
    for (const service of services.values()) {
      const own = new Map(Object.entries(service.environment))
      const fromFiles = await this.#readEnvFiles(service.envFiles, scope.variables, own)
      service.environment = Object.fromEntries([...fromFiles, ...own])
      await this.#skipSettings(service)
    }
    for (const include of files.flatMap((it) => includesOf(it, scope))) {
      for (const [name, service] of await this.#readIncluded(include, scope)) {
        if (!services.has(name)) services.set(name, service)
      }
    }
    return services
  }

  /** Reads an entry of `include`. A file is read once, even where files include each other. */
  async #readIncluded({ paths, folder, envFiles }: Include, { variables }: Scope): Promise<Map<string, Service>> {
    const files: ComposeFile[] = []
    for (const path of paths.filter((it) => !this.#included.has(it))) {
      this.#included.add(path)
      files.push(...((await this.#open(path)) ?? []))
    }
    const defaults = envFiles.length > 0 ? envFiles : [{ path: join(folder, '.env'), isOptional: true }]
    return this.read(files, {
      folder,
      variables: new Map([...(await this.#readEnvFiles(defaults, variables)), ...variables]),
    })
  }

  /** Reads a service with what it extends. @param extending the services that extend it: a circle ends there */
  async #readService(
    file: ComposeFile,
    name: string,
    scope: Scope,
    extending: readonly string[] = [],
  ): Promise<Service> {
    const fields = file.services.get(name)!
    const paths = { envFiles: envFilesOf(fields, scope), mounts: mountsOf(fields, scope) }
    const service = readService(fields, scope.variables, paths, unsetIn(this.#leftOut))
    const base = extensionOf(fields, scope)
    const key = JSON.stringify([file.source, name])
    if (base === undefined || extending.includes(key)) return service
    const baseFiles = base.path === undefined ? [file] : await this.#open(base.path)
    const withBase = baseFiles?.filter((it) => it.services.has(base.service)) ?? []
    if (baseFiles && withBase.length === 0) this.#leftOut.add('missingBases', base.service)
    const baseScope = base.path === undefined ? scope : { ...scope, folder: dirname(base.path) }
    const parts = withBase.map((it) => this.#readService(it, base.service, baseScope, [...extending, key]))
    return [...(await Promise.all(parts)), service].reduce(mergeServices)
  }

  /**
   * Reads files of variables, of which later ones override earlier ones. They may name variables of the project, then those of the environment, then those
   * of earlier files.
   */
  async #readEnvFiles(
    files: readonly EnvFile[],
    variables: Variables,
    environment: Variables = new Map(),
  ): Promise<Map<string, string>> {
    const values = new Map<string, string>()
    const outer: Variables = { get: (name) => variables.get(name) ?? environment.get(name) ?? values.get(name) }
    for (const { path, isOptional } of files) {
      const text = await readTextFile(path, this.#files)
      const isMissing = text === undefined && (!isOptional || existsSync(path))
      if (isMissing) this.#leftOut.add('settingSources', this.#nameOf(path))
      const own = parseEnvFile(text ?? '', outer, unsetIn(this.#leftOut))
      for (const [name, value] of own) values.set(name, value)
    }
    return values
  }

  /** Tells of files that are not read, and may have hosts in any form. */
  async #skipSettings({ secrets, mounts }: Service): Promise<void> {
    for (const it of secrets) this.#leftOut.add('settingSources', it)
    for (const { source, target } of mounts) {
      const found = await stat(source).catch(() => undefined)
      const kind = found?.isFile() ? 'file' : found?.isDirectory() ? 'folder' : undefined
      if (maySet(source, target, kind)) this.#leftOut.add('settingSources', this.#nameOf(source))
    }
  }

  async #open(path: string): Promise<ComposeFile[] | undefined> {
    if (this.#opened.has(path)) return this.#opened.get(path)
    const text = await readTextFile(path, this.#files)
    if (text === undefined) this.#leftOut.add('unreadableFiles', this.#nameOf(path))
    const files = text === undefined ? undefined : parseComposeFiles(this.#nameOf(path), text)
    this.#opened.set(path, files)
    return files
  }

  #nameOf(path: string): string {
    return relative(this.#root, path) || '.'
  }
}
