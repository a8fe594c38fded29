import { type Fields, isRecord } from '../../map-file.ts'
import type { EnvFile, Mount } from './compose-file.ts'
import { UNKNOWN } from './image.ts'
import { substitute, type Unset, type Variables } from './variables.ts'

/** The fields of a Compose service that a map is made of. */
export interface Service {
  image?: string | undefined
  /** Name of the container, under which other services reach it, too. Empty if a file takes it back. */
  containerName?: string | undefined
  /** Name of the container for itself, which networks know, too. Empty if a file takes it back. */
  hostname?: string | undefined
  /** Names in networks, under which other services reach it. */
  aliases: string[]
  /** Services and containers in `depends_on`, `links` and `volumes_from`. */
  dependencies: string[]
  /** Services and containers whose network, processes or memory it shares, by field. Empty for a value that names none. */
  namespaces: Record<string, string>
  /** Files of variables, below those of its own. */
  envFiles: EnvFile[]
  /** Its secrets and configs, as in "secret key". */
  secrets: string[]
  mounts: Mount[]
  environment: Record<string, string>
  /** Words of its `entrypoint` and `command`, or their line. */
  entrypoint?: string[] | undefined
  command?: string[] | undefined
}

/**
 * Reads the fields of a service.
 * @param paths the files of its `env_file`, and what it mounts
 * @param unset is told of each variable without a value
 */
export function readService(
  fields: Fields,
  variables: Variables,
  paths: Pick<Service, 'envFiles' | 'mounts'>,
  unset: Unset,
): Service {
  const resolve = (text: string): string => substitute(text, variables, unset)
  const unknown: Unset = (name) => {
    unset(name)
    return UNKNOWN
  }
  const nameIn = (field: string): string | undefined => (field in fields ? resolve(textOf(fields[field])) : undefined)
  const namesIn = (field: string): string[] => readNames(fields[field]).map(resolve)
  const { image } = fields
  return {
    image: typeof image === 'string' ? substitute(image, variables, unknown) : undefined,
    containerName: nameIn('container_name'),
    hostname: nameIn('hostname'),
    aliases: readAliases(fields).map(resolve),
    dependencies: [
      ...namesIn('depends_on'),
      ...namesIn('links').map((it) => it.split(':')[0]!),
      ...namesIn('volumes_from').map((it) => it.replace(/^container:/, '').split(':')[0]!),
    ],
    namespaces: Object.fromEntries(
      ['network_mode', 'pid', 'ipc']
        .filter((field) => field in fields)
        .map((field) => {
          const [, name = ''] = /^(?:service|container):(.+)/s.exec(resolve(textOf(fields[field]))) ?? []
          return [field, name]
        }),
    ),
    ...paths,
    secrets: ['secret', 'config'].flatMap((kind) => namesIn(`${kind}s`).map((it) => `${kind} ${it}`)),
    environment: Object.fromEntries(
      readEntries(fields['environment']).map(([name, text]) => [
        name,
        text === undefined ? (variables.get(name) ?? unset(name)) : resolve(text),
      ]),
    ),
    entrypoint: readWords(fields['entrypoint'], resolve),
    command: readWords(fields['command'], resolve),
  }
}

/** Merges a service with the one that it extends, or with the one that it overrides. */
export function mergeServices(base: Service, service: Service): Service {
  return {
    image: service.image ?? base.image,
    containerName: service.containerName ?? base.containerName,
    hostname: service.hostname ?? base.hostname,
    aliases: [...base.aliases, ...service.aliases],
    dependencies: [...base.dependencies, ...service.dependencies],
    namespaces: { ...base.namespaces, ...service.namespaces },
    envFiles: [...base.envFiles, ...service.envFiles],
    secrets: [...base.secrets, ...service.secrets],
    mounts: [...base.mounts, ...service.mounts],
    environment: { ...base.environment, ...service.environment },
    entrypoint: service.entrypoint ?? base.entrypoint,
    command: service.command ?? base.command,
  }
}

function readAliases({ networks }: Fields): string[] {
  const attachments = isRecord(networks) ? Object.values(networks).filter(isRecord) : []
  return attachments.flatMap((it) => readNames(it['aliases']))
}

/** Reads a list of names, or the names of an object. */
function readNames(list: unknown): string[] {
  if (isRecord(list)) return Object.keys(list)
  return Array.isArray(list) ? list.map(nameOf).filter((it) => it !== '') : []
}

/** The name of an entry: of a secret or a config, it may be in a field. */
function nameOf(entry: unknown): string {
  return textOf(isRecord(entry) ? entry['source'] : entry)
}

/** Reads a command: a list of words, or a line of a shell. An empty one takes back that of the base. */
function readWords(command: unknown, resolve: (text: string) => string): string[] | undefined {
  if (command === undefined || command === null) return undefined
  const words = Array.isArray(command) ? command : [command]
  return words.map((it) => resolve(textOf(it))).filter((it) => it !== '')
}

/** Reads a list of `NAME=value`, or an object of values by name. A name alone is a variable of the project. */
function readEntries(list: unknown): [name: string, value: string | undefined][] {
  if (isRecord(list)) return Object.entries(list).map(([name, it]) => [name, it === null ? undefined : textOf(it)])
  return readNames(list).map((it) => {
    const [name = '', ...value] = it.split('=')
    return [name, value.length > 0 ? value.join('=') : undefined]
  })
}

/** The text of a value in YAML: names and values that look like numbers are numbers there. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
