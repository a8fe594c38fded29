import { Failure } from '../../failure.ts'
import { type Fields, isRecord, parseJson, recordsIn } from '../../map-file.ts'

/** A kind of element in a Structurizr model. */
export type ElementKind = 'person' | 'element' | 'system' | 'container' | 'component'

/** A person, software system, container or component, or a custom element. */
export interface ModelElement {
  id: string
  kind: ElementKind
  /** Names of the elements around it, and its own. */
  path: readonly string[]
  technology?: string | undefined
  /** Identifier in the DSL. */
  identifier?: string | undefined
  relationships: Relationship[]
  /** The containers of a system, the components of a container. */
  parts: ModelElement[]
}

/** A relationship, from the element that has it. */
export interface Relationship {
  destinationId?: string | undefined
  description?: string | undefined
  technology?: string | undefined
  /** Id of the relationship that implies this one: a relationship of containers implies one of their systems. */
  linkedRelationshipId?: string | undefined
}

/** The parts of a workspace of which a map is made. */
export interface Workspace {
  name?: string | undefined
  elements: ModelElement[]
  /** Paths of the deployment nodes. */
  deploymentNodes: string[]
}

/** The name that Structurizr exports for a workspace without one: all of them would be one map. */
const NO_NAME = 'Name'

/** Parses a Structurizr workspace. Fields that are null are absent. @throws Failure that names the source */
export function parseWorkspace(source: string, text: string): Workspace {
  const workspace = parseExport(source, text)
  const model = isRecord(workspace) ? workspace['model'] : undefined
  if (!isRecord(workspace) || !isRecord(model)) {
    throw new Failure(`${source} is no Structurizr workspace: it has no model.`)
  }
  const elements = [
    ...readElements(source, model, 'people', 'person'),
    ...readElements(source, model, 'customElements', 'element'),
    ...readElements(source, model, 'softwareSystems', 'system'),
  ]
  const name = textOf(workspace['name'])
  return {
    name: name === NO_NAME ? undefined : name,
    elements,
    deploymentNodes: readDeploymentNodes(model['deploymentNodes']),
  }
}

/** Parses JSON. A file in the DSL gets the command that exports it. */
function parseExport(source: string, text: string): unknown {
  if (!/\.dsl$/i.test(source) && !/^\s*workspace\b/m.test(text.slice(0, 10_000))) return parseJson(source, text)
  const file = /\.dsl$/i.test(source) ? source : 'workspace.dsl'
  const word = /^[\w./-]+$/.test(file) ? file : JSON.stringify(file)
  const command = `export -workspace ${word} -format json`
  throw new Failure(
    `${source} is in the DSL of Structurizr. Import its JSON, which this command writes:\n` +
      `  structurizr-cli ${command}\nor\n` +
      `  docker run --rm -v "$PWD:/usr/local/structurizr" structurizr/structurizr ${command}`,
  )
}

/** The lists of parts of an element, and the kinds of the parts. */
const partFields = { containers: 'container', components: 'component' } as const

function readElements(
  source: string,
  parent: Fields,
  field: string,
  kind: ElementKind,
  around: readonly string[] = [],
): ModelElement[] {
  const list = parent[field] ?? []
  if (!Array.isArray(list)) throw new Failure(`${source}: ${field} must be a list.`)
  return list.map((fields: unknown) => {
    if (!isRecord(fields) || typeof fields['id'] !== 'string' || typeof fields['name'] !== 'string') {
      throw new Failure(`${source}: each of ${field} must have an id and a name.`)
    }
    const { id, name, properties } = fields
    const path = [...around, name]
    return {
      id,
      kind,
      path,
      technology: textOf(fields[kind === 'element' ? 'metadata' : 'technology']),
      identifier: isRecord(properties) ? textOf(properties['structurizr.dsl.identifier']) : undefined,
      relationships: readRelationships(fields['relationships']),
      parts: Object.entries(partFields).flatMap(([field, kind]) => readElements(source, fields, field, kind, path)),
    }
  })
}

function readRelationships(list: unknown): Relationship[] {
  return recordsIn(list).map((fields) => ({
    destinationId: textOf(fields['destinationId']),
    description: textOf(fields['description']),
    technology: textOf(fields['technology']),
    linkedRelationshipId: textOf(fields['linkedRelationshipId']),
  }))
}

/** Paths of deployment nodes and infrastructure nodes, which begin with the name of their environment. */
function readDeploymentNodes(list: unknown, around?: string): string[] {
  return recordsIn(list).flatMap((node) => {
    const path = `${around ?? textOf(node['environment']) ?? 'Default'} / ${textOf(node['name']) ?? ''}`
    return [path, ...['children', 'infrastructureNodes'].flatMap((field) => readDeploymentNodes(node[field], path))]
  })
}

/** A text that is not empty. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
