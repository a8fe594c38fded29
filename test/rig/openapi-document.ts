/** A response of an operation, as far as tests read it. */
export interface DescribedResponse {
  content?: Record<string, { example?: unknown }>
  headers?: Record<string, unknown>
}

/** An operation of the OpenAPI document, as far as tests read it. */
export interface Operation {
  operationId: string
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: { 'application/json': { example?: unknown } } }
  /** By status. Those that operations share are one object. */
  responses: Record<string, DescribedResponse>
}

/** The OpenAPI document, as far as tests read it. */
export interface OpenApiDocument {
  openapi: string
  /** Operations by path and method. */
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object>; responses: Record<string, DescribedResponse> }
}

/** Parses an OpenAPI document, with the shared responses in the place of references to them. */
export function parseOpenApi(text: string): OpenApiDocument {
  const document = JSON.parse(text) as OpenApiDocument
  const { responses: shared } = document.components
  const resolve = (it: DescribedResponse & { $ref?: string }): DescribedResponse =>
    it.$ref === undefined ? it : shared[it.$ref.split('/').at(-1)!]!
  for (const operation of Object.values(document.paths).flatMap((it) => Object.values(it)))
    for (const [status, it] of Object.entries(operation.responses)) operation.responses[status] = resolve(it)
  return document
}
