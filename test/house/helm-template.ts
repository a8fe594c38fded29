import { createHash } from 'node:crypto'
import { stringify } from 'yaml'

/**
 * The part of Go's templates, and of Helm's functions, that our chart keeps to; everything else is refused.
 * Actions: `define`, `if`, `range $name, $value := …`, `end`, and pipelines of fields, variables, literals and the functions below.
 */
export interface Templates {
  render(name: string, context: Context): string
}

/** What a template may name: `.Values`, `.Release`, `.Chart`, `.Files`. */
export type Context = Readonly<Record<string, unknown>>

type Scope = { dot: unknown; variables: Readonly<Record<string, unknown>> }
type Block = { action: string; body: Part[] }
type Part = string | Block

const ACTION = /(?:\s*\{\{-|\{\{)\s*(.*?)\s*(?:-\}\}\s*|\}\})/s
const TOKEN = /\s*("(?:[^"\\]|\\.)*"|\d+|\$?[\w.]+|\$|\||\(|\))/y

/** Parses files of templates, by name. Those that they define are known to all. */
export function parseTemplates(files: Readonly<Record<string, string>>): Templates {
  const defined = new Map<string, Part[]>()
  for (const [name, text] of Object.entries(files)) defined.set(name, parse(text, defined))

  function renderNamed(name: string, dot: unknown): string {
    const parts = defined.get(name)
    if (parts === undefined) throw new Error(`no template is named ${name}`)
    return renderParts(parts, { dot, variables: {} })
  }

  function renderParts(parts: readonly Part[], scope: Scope): string {
    return parts.map((it) => (typeof it === 'string' ? it : renderBlock(it, scope))).join('')
  }

  function renderBlock({ action, body }: Block, scope: Scope): string {
    const [word] = action.split(' ', 1)
    const rest = action.slice(word!.length)
    if (word === 'if') return isTrue(evaluate(rest, scope)) ? renderParts(body, scope) : ''
    if (word === 'range') return renderRange(rest, body, scope)
    return write(evaluate(action, scope))
  }

  function renderRange(header: string, body: readonly Part[], scope: Scope): string {
    const [, name, value, over] = /^ \$(\w+), \$(\w+) := (.*)$/.exec(header) ?? refuse(`range${header}`)
    return Object.entries(evaluate(over!, scope) as object)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, dot]) => renderParts(body, { dot, variables: { ...scope.variables, [name!]: key, [value!]: dot } }))
      .join('')
  }

  function evaluate(source: string, scope: Scope): unknown {
    const tokens = tokenize(source)
    const result = evaluatePipeline(tokens, scope)
    return tokens.length === 0 ? result : refuse(source)
  }

  /** Each command gets what the one before it made as its last argument. */
  function evaluatePipeline(tokens: string[], scope: Scope): unknown {
    let piped: unknown[] = []
    do {
      const operands: unknown[] = []
      const head = tokens[0]!
      const call = functions[head] ?? (head === 'include' ? renderNamed : undefined)
      if (call) tokens.shift()
      while (tokens.length > 0 && tokens[0] !== '|' && tokens[0] !== ')') operands.push(readOperand(tokens, scope))
      piped = [apply(call, [...operands, ...piped], head)]
    } while (tokens[0] === '|' && tokens.shift())
    return piped[0]
  }

  function readOperand(tokens: string[], scope: Scope): unknown {
    const token = tokens.shift()!
    if (token === '(') {
      const value = evaluatePipeline(tokens, scope)
      return tokens.shift() === ')' ? value : refuse(token)
    }
    if (token.startsWith('"')) return JSON.parse(token)
    if (/^\d+$/.test(token)) return Number(token)
    if (token.startsWith('.')) return follow(scope.dot, token.slice(1))
    const [, variable, path = ''] = /^\$(\w+)((?:\.\w+)*)$/.exec(token) ?? refuse(token)
    return follow(scope.variables[variable!], path.slice(1))
  }

  return { render: renderNamed }
}

/** Splits text into what is printed and what is done, and nests what blocks enclose. */
function parse(text: string, defined: Map<string, Part[]>): Part[] {
  const root: Part[] = []
  const open = [root]
  for (const [index, piece] of text.split(ACTION).entries()) {
    if (index % 2 === 0) open.at(-1)!.push(piece)
    else if (piece === 'end') {
      open.pop()
      if (open.length === 0) refuse('end without its block')
    } else {
      const block: Block = { action: piece, body: [] }
      const name = /^define "(.*)"$/.exec(piece)?.[1]
      if (name === undefined) open.at(-1)!.push(block)
      else defined.set(name, block.body)
      if (name !== undefined || /^(if|range) /.test(piece)) open.push(block.body)
    }
  }
  return open.length === 1 ? root : refuse('block without its end')
}

function tokenize(source: string): string[] {
  const tokens: string[] = []
  const token = new RegExp(TOKEN)
  const text = source.trim()
  while (token.lastIndex < text.length) tokens.push((token.exec(text) ?? refuse(source))[1]!)
  return tokens
}

const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
  default: (standard: unknown, given: unknown) => (isTrue(given) ? given : standard),
  nindent: (width: number, text: string) => `\n${text}`.replaceAll('\n', `\n${' '.repeat(width)}`),
  quote: (value: unknown) => JSON.stringify(write(value)),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toYaml: (value: unknown) => stringify(value, { sortMapEntries: true }).trimEnd(),
}

/** A function, or what is read from a field: a method where it has arguments, as in `.Files.Get "name"`. */
function apply(call: ((...args: never[]) => unknown) | undefined, args: unknown[], head: string): unknown {
  if (call) return call(...(args as never[]))
  const [first, ...rest] = args
  if (typeof first === 'function') return (first as (...args: unknown[]) => unknown)(...rest)
  return rest.length === 0 ? first : refuse(head)
}

/** Nothing where the last name is missing, and a fault where one before it is, as in Go. */
function follow(from: unknown, path: string): unknown {
  const names = path.split('.').filter((it) => it !== '')
  return names.reduce<unknown>(
    (it, name) => ((it as Record<string, unknown> | undefined) ?? refuse(`way to ${name}`))[name],
    from,
  )
}

function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)
}

/** As Helm prints it: nothing for what is not there. */
function write(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return refuse('print of lists and objects')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function refuse(what: string): never {
  throw new Error(`the chart keeps to a part of Helm's templates, which has no ${what}`)
}
