/**
 * A plugin of Swagger UI that resolves the references of our document. Swagger UI's own walk through an OpenAPI 3.1 document takes
 * seconds, and runs again for each call that is opened.
 */
export const resolveReferences = { fn: { resolveSubtree } }

async function resolveSubtree(document, path) {
  return { spec: resolve(document, at(document, path)), errors: [] }
}

/** Replaces references by what they name, except within themselves. */
function resolve(document, value, open = []) {
  if (Array.isArray(value)) return value.map((it) => resolve(document, it, open))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value
  const members = Object.fromEntries(Object.entries(own).map(([name, it]) => [name, resolve(document, it, open)]))
  if ($ref === undefined) return members
  if (open.includes($ref)) return value
  // Swagger UI shows the name in `$$ref`, as its own resolver leaves it.
  return { ...resolve(document, at(document, $ref.split('/').slice(1)), [...open, $ref]), ...members, $$ref: $ref }
}

function at(document, path) {
  return path.reduce((it, name) => it?.[name], document)
}
