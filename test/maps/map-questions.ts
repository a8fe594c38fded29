import type { ArchitectureMap } from '@maps/shared/map'
import { parseLines } from '../validators/markdown-lines.ts'

/** A question that a coding agent has about a service of a map. */
export interface Question {
  kind: 'what breaks when it stops' | 'who calls it' | 'what do we pay for it' | 'which stores has it'
  /** Id of the service. */
  about: string
  /** Name of the service in files. */
  name: string
  /** Direction of the connections that the question is about. */
  direction: 'up' | 'down'
}

const kinds = ['what breaks when it stops', 'who calls it', 'what do we pay for it', 'which stores has it'] as const
const store = /PostgreSQL|Redis|Kafka|Elasticsearch|S3|MySQL|MariaDB|Swift|Memcached|etcd|Valkey/i

/** Creates questions about services across a map that have such connections. @param first number of the kind of the first question */
export function questionsAbout({ nodes, edges }: ArchitectureMap, count: number, first: number): Question[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[(first + index) % kinds.length]!
    const direction = kind === 'which stores has it' ? 'down' : 'up'
    const connected = nodes.filter(({ id }) => edges.some((it) => id === (direction === 'up' ? it.target : it.source)))
    const { id, label = id } = connected[Math.floor(((index + 0.5) * connected.length) / count)]!
    return { kind, about: id, name: label, direction }
  })
}

/** Answers a question from a guide alone, with its lines as they are documented. */
export function answerOf(guide: string, { kind, name }: Question): string[] {
  const lines = parseLines(guide).map((it) => it.found)
  const edges = lines.flatMap(({ source, target }) => (source && target ? [{ source, target }] : []))
  const callersOf = (target: string): string[] => edges.filter((it) => it.target === target).map((it) => it.source)
  switch (kind) {
    case 'who calls it':
      return callersOf(name)
    case 'what breaks when it stops': {
      const broken = new Set([name])
      // The loop also visits what it adds.
      for (const it of broken) for (const caller of callersOf(it)) broken.add(caller)
      return [...broken]
    }
    case 'what do we pay for it':
      return lines.flatMap(({ label, spend }) => (label === name ? [spend ?? 'nothing'] : []))
    case 'which stores has it': {
      const targets = new Set(edges.filter((it) => it.source === name).map((it) => it.target))
      return lines.flatMap(({ label = '', tech = '' }) => (targets.has(label) && store.test(tech) ? [label] : []))
    }
  }
}
