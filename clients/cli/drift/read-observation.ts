import { Failure } from '../failure.ts'
import { MAX_YAML_BYTES, parseYamlDocuments } from '../import/compose/yaml.ts'
import { parseJson } from '../map-file.ts'
import { isComposeFile, isMap, readComposeServices, readMap } from './drawings.ts'
import { isDependencyAnswer, readDependencies } from './jaeger.ts'
import { isManifest, readManifests } from './kubernetes.ts'
import type { LabelFilter } from './labels.ts'
import type { Observation, ObservedFile } from './observation.ts'
import { isExposition, isQueryAnswer, readExposition, readQueryAnswer, warningsOf } from './prometheus.ts'
import { readServiceGraph } from './service-graph.ts'
import { isDot, isTerraformState, readTerraformGraph } from './terraform.ts'

/** A kind of file with an observation. */
interface Reader {
  /** Name of the kind, with its article. */
  kind: string
  /** Whether a text that is neither JSON nor YAML is of this kind. */
  isText?(text: string): boolean
  /** Whether parsed JSON, or the first document of YAML, is of this kind. */
  isDocument?(document: unknown): boolean
  hasLabels?: true
  read(
    file: ObservedFile,
    documents: readonly unknown[],
    filters: readonly LabelFilter[],
  ): Observation | Promise<Observation>
}

const readers: readonly Reader[] = [
  {
    kind: 'a service graph of OpenTelemetry in an answer of Prometheus',
    isDocument: isQueryAnswer,
    hasLabels: true,
    read: ({ source }, [answer], filters) => {
      const observation = readServiceGraph(source, readQueryAnswer(source, answer), filters)
      return { ...observation, leftOut: [...observation.leftOut, ...warningsOf(answer)] }
    },
  },
  {
    kind: "a service graph of OpenTelemetry in Prometheus' text format",
    isText: isExposition,
    hasLabels: true,
    read: ({ source, text }, _, filters) => readServiceGraph(source, readExposition(source, text), filters),
  },
  {
    kind: "the answer of Jaeger's /api/dependencies",
    isDocument: isDependencyAnswer,
    read: ({ source }, [answer]) => readDependencies(source, answer),
  },
  {
    kind: 'the output of terraform graph',
    isText: isDot,
    read: ({ source, text }) => readTerraformGraph(source, text),
  },
  {
    kind: 'manifests of Kubernetes',
    isDocument: isManifest,
    hasLabels: true,
    read: ({ source }, documents, filters) => readManifests(source, documents, filters),
  },
  { kind: 'a Compose file', isDocument: isComposeFile, read: (file) => readComposeServices(file) },
  { kind: 'a map as JSON', isDocument: isMap, read: ({ source }, [map]) => readMap(source, map) },
]

/** The kinds of file that are read. */
export const observedKinds: readonly string[] = readers.map((it) => it.kind)

/**
 * Reads what a file says of services that run, with or without a byte order mark. Its content tells its kind.
 * @throws Failure if it is of no known kind, or says nothing
 */
export async function readObservation(file: ObservedFile, filters: readonly LabelFilter[]): Promise<Observation> {
  const { source } = file
  const text = file.text.replace(/^\uFEFF/, '')
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) throw new Failure(`${source} is too large: it has over 4 MiB.`)
  const textReader = readers.find((it) => it.isText?.(text))
  const documents = textReader ? [] : parseDocuments(source, text)
  if (documents.some(isTerraformState)) {
    throw new Failure(
      `${source} is a state or plan of Terraform, which has secrets: it is not read. Give the output of terraform graph.`,
    )
  }
  const reader = textReader ?? readers.find((it) => it.isDocument?.(documents[0]))
  if (!reader) throw new Failure(`${source} must be one of: ${observedKinds.join('; ')}.`)
  if (filters.length > 0 && !reader.hasLabels)
    throw new Failure(`${source} has no labels for --label: it is ${reader.kind}.`)
  const observation = await reader.read({ ...file, text }, documents, filters)
  if (observation.services.length + observation.connections.length > 0) return observation
  throw new Failure(`${source}, ${reader.kind}, has no service and no connection.`)
}

/** Templates may leave documents without content, also as the first one. */
function parseDocuments(source: string, text: string): readonly unknown[] {
  const isJson = /^\s*[{[]/.test(text)
  return isJson ? [parseJson(source, text)] : parseYamlDocuments(source, text).filter((it) => it !== null)
}
