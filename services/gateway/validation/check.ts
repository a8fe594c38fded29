import { type FieldProblem, invalidFields, MAX_PROBLEMS } from '@maps/shared/errors'
import { issueMessage } from '@maps/shared/issue-message'
import { mapFields, MAX_ELEMENTS, newMapSchema } from '@maps/shared/map'
import { z } from 'zod'

const MAX_KEY_LENGTH = 60

type PropertyPath = readonly PropertyKey[]
type Check = (value: unknown, path: PropertyPath, found: FieldProblem[]) => unknown
/** Says what is wrong with a value; undefined if the message of its schema does. */
type Describe = (issue: z.core.$ZodRawIssue) => string | undefined

/**
 * Compiles a schema into a check for hostile input of any size. It differs from the schema's own `parse` in three ways:
 * a list's length is checked before its elements, it stops at the first MAX_PROBLEMS problems, and the elements of lists
 * are returned as sent, with their keys in the client's order.
 * @returns a function that returns the checked value, or throws InvalidRequest naming every invalid field
 */
export function compileCheck<Schema extends z.ZodType>(
  schema: Schema,
  subject: string,
  describe: Describe = messageOf,
): (value: unknown) => z.output<Schema> {
  const check = compile(schema, describe)
  return (value) => {
    const found: FieldProblem[] = []
    const checked = check(value, [], found)
    if (found.length === 0) return checked as z.output<Schema>
    throw invalidFields(subject, found)
  }
}

/** Compiles the schema of a query string, in which a parameter that is given more than once is a list. */
export function compileQueryCheck<Schema extends z.ZodType>(schema: Schema): (query: unknown) => z.output<Schema> {
  return compileCheck(schema, 'The query string', (issue) => repetitionMessage(issue) ?? messageOf(issue))
}

function compile(schema: z.core.$ZodType, describe: Describe): Check {
  return schema instanceof z.ZodDiscriminatedUnion ? compileUnion(schema, describe) : compileFields(schema, describe)
}

/** Compiles a union of objects whose discriminator is a field with literal values. */
function compileUnion(schema: z.ZodDiscriminatedUnion, describe: Describe): Check {
  const { discriminator, options } = schema.def
  const checks = new Map(
    (options as z.ZodObject[]).flatMap((option) => {
      const check = compile(option, describe)
      return [...(option.shape[discriminator] as z.ZodLiteral).values].map((it) => [it as unknown, check] as const)
    }),
  )
  // The schema itself tells what is wrong with the discriminator, before it looks at other fields.
  const checkDiscriminator = compileFields(schema, describe)
  return (value, path, found) => {
    const kind = (value as Record<string, unknown> | null)?.[discriminator]
    return (checks.get(kind) ?? checkDiscriminator)(value, path, found)
  }
}

/** Compiles a schema, of which only fields of an object are lists. */
function compileFields(schema: z.core.$ZodType, describe: Describe): Check {
  // A compiled schema accepts a valid value fast. Only an invalid value is parsed in the usual way, for its issues.
  const shallow = z.compile(withoutElements(schema), { strict: true })
  const serverFields = serverFieldsOf(schema)
  const lists = listsOf(schema).map(({ key, element }) => ({
    key,
    check: compile(element, describe),
    compiled: z.compile(element, { strict: true }),
  }))
  return (value, path, found) => {
    const result = z.safeParse(shallow, value, { error: describe })
    for (const issue of result.error?.issues ?? []) found.push(...toProblems(issue, path, serverFields))
    for (const { key, check, compiled } of lists) {
      const list = (value as Record<string, unknown> | null)?.[key]
      // A longer list has been refused for its length, or will be by the plan.
      if (!Array.isArray(list) || list.length > MAX_ELEMENTS) continue
      for (let i = 0; i < list.length && found.length <= MAX_PROBLEMS; i++) {
        if (!z.validate(compiled, list[i])) check(list[i], [...path, key, i], found)
      }
    }
    return result.data
  }
}

/** Accepts any array. Zod's own array schema would visit and copy every element. */
const anyList = z.custom<unknown[]>(Array.isArray, {
  abort: true,
  error: ({ code, input }) => {
    if (code !== 'custom') return undefined
    return input === undefined ? 'is required' : 'must be an array'
  },
})

/** Copies a schema; lists of the copy accept any elements. */
function withoutElements(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodArray)
    return anyList.check(...((schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[]))
  if (isWrapper(schema)) {
    return z.core.clone(schema, { ...schema.def, innerType: withoutElements(schema.def.innerType) })
  }
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries<z.core.$ZodType>(schema.shape)
    const shape = Object.fromEntries(entries.map(([key, it]) => [key, withoutElements(it)]))
    return z.core.clone(schema, { ...schema.def, shape })
  }
  return schema
}

/** Finds the fields of an object's schema that are lists. */
function listsOf(schema: z.core.$ZodType): { key: string; element: z.core.$ZodType }[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as z.core.$ZodShape).flatMap(([key, member]) => {
    const field = unwrap(member)
    return field instanceof z.ZodArray ? [{ key, element: field.element }] : []
  })
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return isWrapper(schema) ? unwrap(schema.def.innerType) : schema
}

function isWrapper(schema: z.core.$ZodType): schema is z.ZodOptional | z.ZodExactOptional | z.ZodDefault {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault
}

function toProblems(issue: z.core.$ZodIssue, path: PropertyPath, serverFields: ReadonlySet<string>): FieldProblem[] {
  const place = [...path, ...issue.path]
  if (issue.code !== 'unrecognized_keys') return [[formatPath(place), issue.message]]
  return issue.keys.slice(0, MAX_PROBLEMS + 1).map((key) => {
    const isSetByServer = issue.path.length === 0 && serverFields.has(key)
    return [formatPath([...place, key]), isSetByServer ? 'is set by the server: leave it out' : issue.message]
  })
}

/** The fields that only the server sets, if the schema is that of a client's map. Clients that send back what they have read send them, too. */
function serverFieldsOf(schema: z.core.$ZodType): ReadonlySet<string> {
  const isSentMap = schema instanceof z.ZodObject && 'nodes' in schema.shape && !('id' in schema.shape)
  return new Set(isSentMap ? mapFields.filter((it) => !(it in newMapSchema.shape)) : [])
}

function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  // One message per key: Zod's own message lists all unknown keys.
  return issue.code === 'unrecognized_keys' ? `is not a known field; ${knownFields(issue.inst)}` : issueMessage(issue)
}

/** Says that a parameter is given more than once, where its schema takes no list. */
function repetitionMessage({ code, input }: z.core.$ZodRawIssue): string | undefined {
  const isOfWrongKind = code === 'invalid_type' || code === 'invalid_value'
  return isOfWrongKind && Array.isArray(input) ? `is given ${input.length} times: give it once` : undefined
}

/** Lists the fields of an object's schema for an error message. */
function knownFields(schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return known.length > 0 ? `known are ${known.join(', ')}` : 'there are none here'
}

/** Formats a path as in `edges[0].color`. */
function formatPath(path: PropertyPath): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else if (/^[\w-]{1,60}$/.test(String(part))) text += text === '' ? String(part) : `.${String(part)}`
    else text += `[${JSON.stringify(String(part).slice(0, MAX_KEY_LENGTH))}]`
  }
  return text
}
