import { posix } from 'node:path'
import { isHeaderValue } from '../typescript/header-value.ts'

/** Environment variables of the runner. */
export type Environment = Readonly<Record<string, string | undefined>>

const modes = ['check', 'update', 'drift'] as const
const formats = ['claude', 'agents', 'markdown'] as const
const comments = ['changes', 'always', 'never'] as const
const booleans = ['true', 'false'] as const

/** The validated inputs of the action. */
export interface Inputs {
  /** Address of the API. */
  url: string
  token: string
  /** Id of the map. */
  map: string
  mode: (typeof modes)[number]
  /** Path relative to the root of the repository, with forward slashes. */
  file: string
  /** Path of the map as JSON, in the same form; empty if the workflow sets none. */
  mapFile: string
  format: (typeof formats)[number]
  hasCosts: boolean
  /** Whether to pin the layout of the map. */
  isPinned: boolean
  comment: (typeof comments)[number]
  /** Path of the file with what was seen, in the same form; empty but for mode drift. */
  observed: string
  /** Path of the file of names of services, in the same form; empty if the workflow sets none. */
  alias: string
  /** Patterns of services that drift leaves out, and conditions on labels; empty if the workflow sets none. */
  ignore: string
  label: string
  /** Empty if the workflow sets none. */
  githubToken: string
}

/** An error that ends the run. Its message names the input or the service at fault, for the workflow's author. */
export class ActionError extends Error {}

/**
 * Reads and validates the inputs that `action.yml` passes on.
 * @throws ActionError that names each invalid input; it quotes no token
 */
export function readInputs(env: Environment): Inputs {
  const faults: string[] = []
  const read = (name: string) => (env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim()

  function readValid(name: string, isValid: (value: string) => boolean, expected: string): string {
    const value = read(name)
    if (!isValid(value)) faults.push(`${name}: must be ${expected}.`)
    return value
  }
  function readOneOf<Value extends string>(name: string, values: readonly Value[]): Value {
    return readValid(name, (it) => values.includes(it as Value), `one of ${values.join(', ')}`) as Value
  }

  const inputs: Inputs = {
    url: readValid('url', isApiUrl, 'the address of the API, as in https://maps.example.com/api/v1'),
    token: readValid('token', isHeaderValue, 'a workspace token, such as ${{ secrets.MAPS_TOKEN }}'),
    map: readValid('map', (it) => /^[\w-]{1,100}$/.test(it), 'the id of a map'),
    mode: readOneOf('mode', modes),
    file: posix.normalize(readValid('file', isRepositoryPath, 'a path in the repository, as in docs/architecture.md')),
    mapFile: readValid('map-file', (it) => it === '' || isRepositoryPath(it), 'a path in the repository'),
    format: readOneOf('format', formats),
    hasCosts: readOneOf('costs', booleans) === 'true',
    isPinned: readValid('pin', (it) => ['', ...booleans].includes(it), `one of ${booleans.join(', ')}`) === 'true',
    comment: readOneOf('comment', comments),
    observed: readValid('observed', (it) => it === '' || isRepositoryPath(it), 'a path in the repository'),
    alias: readValid('alias', (it) => it === '' || isRepositoryPath(it), 'a path in the repository'),
    ignore: readValid('ignore', (it) => !it.includes('\n'), 'patterns with commas between them'),
    label: readValid('label', (it) => it === '' || /^[\w.]+=/.test(it), 'conditions such as env=prod'),
    githubToken: readValid('github-token', (it) => it === '' || isHeaderValue(it), 'a token of GitHub'),
  }
  if (inputs.format === 'markdown' && !inputs.hasCosts) faults.push('costs: must be true for format markdown.')
  if (inputs.mode === 'drift' && inputs.observed === '') faults.push('observed: must be set for mode drift.')
  if (faults.length > 0) throw new ActionError(faults.join('\n'))
  return inputs
}

function isApiUrl(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value) && /\/api\/v\d+\/?$/.test(new URL(value).pathname)
}

function isRepositoryPath(value: string): boolean {
  const path = posix.normalize(value)
  return /^[^\\\0\n]+$/.test(value) && !posix.isAbsolute(path) && !/^\.\.?(?:\/|$)/.test(path) && !path.endsWith('/')
}
