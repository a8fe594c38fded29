import { truncate } from '../../../shared/text.ts'
import type { MapEdge } from '../../typescript/index.ts'
import { Failure } from '../failure.ts'

/** Kinds of what is left out of a file, each with its name for one and for several. */
const kinds = {
  unreadableFiles: ['file that cannot be read', 'files that cannot be read'],
  missingServices: ['connection to a service that no file has', 'connections to services that no file has'],
  missingBases: ['extended service that no file has', 'extended services that no file has'],
  unsetVariables: ['variable without a value', 'variables without a value'],
  inferable: ['connection that --infer would draw', 'connections that --infer would draw'],
  deploymentNodes: ['deployment node', 'deployment nodes'],
  components: ['component, drawn as its container', 'components, drawn as their containers'],
  systems: ['system, drawn as its containers', 'systems, drawn as their containers'],
  innerRelationships: ['relationship inside of a service', 'relationships inside of services'],
  otherWorkloads: ['workload of another kind', 'workloads of other kinds'],
  settingSources: ['source of settings that is not read', 'sources of settings that are not read'],
  warnings: ['warning of Prometheus', 'warnings of Prometheus'],
  missingElements: ['relationship to no known element', 'relationships to no known element'],
} as const satisfies Record<string, readonly [one: string, several: string]>

/** A kind of what is left out. */
type LeftOutKind = keyof typeof kinds

/** What is left out of one kind. */
export interface LeftOut {
  kind: LeftOutKind
  count: number
  names: string[]
}

/** Maximum number of names of one kind in a sentence. */
const MAX_NAMES = 3
/** Maximum length of a name in a sentence, in code points. */
const MAX_NAME_LENGTH = 60

/** Collects what is left out of a file. A name counts once for each kind. */
export class LeftOutList {
  readonly #names = new Map<LeftOutKind, Set<string>>()

  /** Adds something left out. */
  add(kind: LeftOutKind, name: string): void {
    const names = this.#names.get(kind) ?? new Set()
    this.#names.set(kind, names.add(name))
  }

  /** Returns the kinds of which something was left out, in the order of the table. */
  toList(): LeftOut[] {
    return (Object.keys(kinds) as LeftOutKind[]).flatMap((kind) => {
      const names = [...(this.#names.get(kind) ?? [])]
      return names.length > 0 ? [{ kind, count: names.length, names }] : []
    })
  }
}

/** Inferred connections, as something that is left out without `--infer`. */
export function inferableOf(inferred: readonly MapEdge[]): LeftOut[] {
  const list = new LeftOutList()
  for (const { source, target } of inferred) list.add('inferable', `${source} → ${target}`)
  return list.toList()
}

/** Refuses what lacks whole files or services: what is in them is not gone. @throws Failure that names them */
export function refuseIncomplete(leftOut: readonly LeftOut[]): void {
  const unreadable = leftOut.filter(({ kind }) => kind === 'unreadableFiles' || kind === 'missingBases')
  if (unreadable.length > 0) throw new Failure(`What is missing cannot be told: ${describeLeftOut(unreadable)}.`)
}

/** Whether what was left out may name further connections, as the values of variables do. */
export function mayNameConnections(leftOut: readonly LeftOut[]): boolean {
  return leftOut.some(({ kind }) => kind === 'unsetVariables' || kind === 'settingSources')
}

/** Describes what was left out, as in "2 variables without a value (PORT, TAG), 1 deployment node (Live)". */
export function describeLeftOut(leftOut: readonly LeftOut[]): string {
  return phrasesOf(leftOut).join('; ')
}

/** A phrase for each kind, as `describeLeftOut` joins them. */
export function phrasesOf(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ kind, count, names }) => {
    const first = names.slice(0, MAX_NAMES).map((it) => truncate(it, MAX_NAME_LENGTH))
    const shown = [...first, ...(count > MAX_NAMES ? ['…'] : [])]
    return `${count} ${kinds[kind][count === 1 ? 0 : 1]} (${shown.join(', ')})`
  })
}
