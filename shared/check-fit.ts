import { compileFunction } from 'node:vm'
import { z } from 'zod'

type Fit = (value: unknown) => boolean
type Check = z.core.$ZodCheck<unknown>['_zod']

/**
 * Compiles a schema into a function that tells whether a value fits, and not why it does not. What fits is nearly everything,
 * and is found so in a fraction of the time that the schema itself takes, which looks at absent fields too.
 */
export function compileFit<Schema extends z.core.$ZodType>(
  schema: Schema,
): (value: unknown) => value is z.core.input<Schema> {
  const writing = new Writing()
  const test = testOf(schema, 'value', writing)
  return writing.compile(`return ${test}`) as (value: unknown) => value is z.core.input<Schema>
}

/** The text of a function of `value`, and what it refers to by names. */
class Writing {
  readonly #referents: unknown[] = []

  nameOf(referent: unknown): string {
    return `it${this.#referents.push(referent) - 1}`
  }

  compile(body: string): Fit {
    const names = this.#referents.map((_, at) => `it${at}`)
    return compileFunction(`return (value) => {${body}}`, names)(...this.#referents) as Fit
  }
}

/** An expression that is true where `value`, an expression itself, fits. */
function testOf(schema: z.core.$ZodType, value: string, writing: Writing): string {
  if (schema instanceof z.ZodExactOptional) return testOf(schema.def.innerType, value, writing)
  const bySchema = (): string => `${writing.nameOf(fitBySchema(schema))}(${value})`
  // Text of a format, whole numbers and the like are checks themselves, and what is coerced is not what was sent.
  if (!(schema instanceof z.ZodType) || 'check' in schema.def || 'coerce' in schema.def) return bySchema()
  const checks = checksOf(schema)
  // What they change, others see.
  if (checks.some((it) => it.def.check === 'overwrite')) return bySchema()
  const tests = checks.map((it) => `${writing.nameOf(fitOfCheck(it))}(${value})`)
  return [testOfKind(schema, value, writing) ?? bySchema(), ...tests].join(' && ')
}

function testOfKind(schema: z.ZodType, value: string, writing: Writing): string | undefined {
  if (schema instanceof z.ZodString) return `typeof ${value} === 'string'`
  if (schema instanceof z.ZodNumber) return `Number.isFinite(${value})`
  if (schema instanceof z.ZodBoolean) return `typeof ${value} === 'boolean'`
  if (schema instanceof z.ZodEnum) return `${writing.nameOf(new Set<unknown>(schema.options))}.has(${value})`
  if (schema instanceof z.ZodArray) {
    return `Array.isArray(${value}) && ${value}.every(${writing.nameOf(compileFit(schema.element))})`
  }
  const isStrict = schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
  return isStrict ? `${writing.nameOf(compileObjectFit(schema))}(${value})` : undefined
}

/** A field whose name stands in the text is found several times as fast as one whose name is in a variable. */
function compileObjectFit({ shape }: z.ZodObject): Fit {
  const writing = new Writing()
  const fields = Object.entries(shape).map(([key, schema]) => {
    const name = JSON.stringify(key)
    return {
      name,
      test: testOf(schema, `value[${name}]`, writing),
      isRequired: !(schema instanceof z.ZodExactOptional),
    }
  })
  const cases = fields.map(({ name, test }) => `case ${name}: if (!(${test})) return false; break\n`)
  const required = fields.filter((it) => it.isRequired).map(({ name }) => ` && ${name} in value`)
  return writing.compile(`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const key in value) {
      switch (key) {
        ${cases.join('')}default: return false
      }
    }
    return true${required.join('')}`)
}

/** They are given what is of the schema's kind, so they may be given anything here. */
function checksOf({ def: { checks = [] } }: z.ZodType): Check[] {
  return (checks as z.core.$ZodCheck<unknown>[]).map(({ _zod: it }) => it)
}

function fitOfCheck({ def, check }: Check): Fit {
  // What `refine` was given tells by itself.
  if ('fn' in def && !def.when) return def.fn as Fit
  return (value) => {
    const payload = { value, issues: [] }
    if (def.when?.(payload) ?? true) void check(payload)
    return payload.issues.length === 0
  }
}

function fitBySchema(schema: z.core.$ZodType): Fit {
  return (value) => z.safeParse(schema, value).success
}
