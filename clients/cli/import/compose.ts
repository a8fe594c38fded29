import { parse } from 'yaml'
import { Failure } from '../failure.ts'
import { isRecord } from '../map-file.ts'
import type { Drawing } from './merge.ts'

/**
 * Parses a Compose file: services, images and dependencies. It does not read included or extended files;
 * `docker compose config` merges them into one file.
 * @throws Failure that names the source
 */
export function readCompose(source: string, text: string): Drawing {
  const file = parseYaml(source, text)
  const services = isRecord(file) ? file['services'] : undefined
  if (!isRecord(services) || !Object.values(services).every(isRecord)) {
    throw new Failure(`${source} is no Compose file: it has no services.`)
  }
  const entries = Object.entries(services) as [name: string, service: Record<string, unknown>][]
  const nodes = entries.map(([id, { image }]) => {
    const tech = typeof image === 'string' ? technologyOf(image) : ''
    return { id, label: id, ...(tech && { tech }) }
  })
  const edges = entries.flatMap(([id, service]) =>
    dependenciesOf(service)
      .filter((it) => it in services)
      .map((it) => ({ source: id, target: it })),
  )
  const { name } = file as { name?: unknown }
  return { name: typeof name === 'string' ? substitute(name) : undefined, nodes, edges }
}

function parseYaml(source: string, text: string): unknown {
  try {
    return parse(text, { merge: true, logLevel: 'error' })
  } catch (cause) {
    throw new Failure(`${source} is not YAML: ${(cause as Error).message.trim()}`, undefined, { cause })
  }
}

/** Names in `depends_on`, which is a list of names or an object of conditions by name. */
function dependenciesOf({ depends_on: dependencies }: Record<string, unknown>): string[] {
  if (isRecord(dependencies)) return Object.keys(dependencies)
  return Array.isArray(dependencies) ? [...new Set(dependencies.map(String))] : []
}

/** The name and tag of an image. Its digest means nothing to a reader. */
function technologyOf(image: string): string {
  return substitute(image)
    .replace(/@sha256:.*$/, '')
    .replace(/[:/]$/, '')
}

/** Replaces each variable by its default, or by nothing if it has none. */
function substitute(text: string): string {
  return text.replaceAll(/\$(?:\{\w+(?::?-([^}]*))?[^}]*\}|\w+)/g, (_, fallback: string = '') => fallback)
}
