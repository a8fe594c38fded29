import type { ZodOpenApiOverride } from 'zod-openapi'

type Context = Parameters<ZodOpenApiOverride>[0]

/**
 * Creates the function that fits the schemas of the OpenAPI document to the generators of clients.
 * @param bodies the schemas of request bodies
 */
export function overrideSchemas(bodies: ReadonlySet<unknown>): ZodOpenApiOverride {
  return (context) => {
    describeDefault(context)
    openToNewFields(context, bodies)
  }
}

/** Moves an input's default into its description: generators treat fields with a `default` as required. */
function describeDefault({ jsonSchema, io }: Context): void {
  if (io !== 'input' || jsonSchema.default === undefined) return
  const defaultNote = `\`${JSON.stringify(jsonSchema.default)}\` where it is not set`
  jsonSchema.description = jsonSchema.description ? `${jsonSchema.description}; ${defaultNote}` : defaultNote
  delete jsonSchema.default
}

/**
 * Lets responses have fields that the document does not know: a generated client would refuse those of the next version otherwise. Only a request
 * body itself is closed. Nodes and edges have one schema for both directions, so that clients can send back what they have read.
 */
function openToNewFields({ zodSchema, jsonSchema }: Context, bodies: ReadonlySet<unknown>): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (bodies.has(zodSchema)) jsonSchema.additionalProperties = false
}
