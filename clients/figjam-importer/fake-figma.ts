import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createContext, runInContext } from 'node:vm'

interface Point {
  x: number
  y: number
}

interface FontName {
  family: string
  style: string
}

interface Endpoint {
  endpointNodeId: string
  magnet?: string
  position?: Point
}

/** A node of any type, as the plugin sees it. */
export interface FakeNode extends Point {
  readonly id: string
  readonly type: string
  readonly removed: boolean
  readonly parent: FakeNode | null
  readonly children: readonly FakeNode[]
  readonly absoluteBoundingBox: Point & { width: number; height: number }
  readonly width: number
  readonly height: number
  readonly text: { characters: string; fontName: FontName; fontSize: number; fills: unknown }
  readonly textBackground: { fills: unknown }
  name: string
  fills: unknown
  strokes: unknown
  strokeWeight: number
  dashPattern: readonly number[]
  shapeType: string
  connectorLineType: string
  connectorStart: Endpoint
  connectorEnd: Endpoint
  connectorStartStrokeCap: string
  connectorEndStrokeCap: string
  selection: readonly FakeNode[]
  remove(): void
  appendChild(node: FakeNode): void
  resize(width: number, height: number): void
}

/** A message of the plugin to its window. */
export type PluginMessage = { type: string; message?: string; [fact: string]: unknown }

type Listener = (message: unknown, properties: object) => unknown

type Setters = Record<string, (value: unknown) => unknown>

const strokeCaps = [
  ...['NONE', 'ARROW_EQUILATERAL', 'ARROW_LINES', 'TRIANGLE_FILLED', 'DIAMOND_FILLED', 'CIRCLE_FILLED'],
  ...['ERD_ZERO_OR_ONE', 'ERD_EXACTLY_ONE', 'ERD_ZERO_OR_MORE', 'ERD_ONE_OR_MORE', 'ERD_ONE', 'ERD_MANY'],
]
const straightMagnets = ['NONE', 'CENTER']
const otherMagnets = ['NONE', 'AUTO', 'TOP', 'LEFT', 'BOTTOM', 'RIGHT']

function fail(what: string): never {
  throw new Error(what)
}

/** An object that throws for unknown and read-only properties, as Figma's do. */
function sealed<T extends object>(
  name: string,
  state: T,
  setters: Setters = {},
  check: (key: string) => void = () => {},
) {
  return new Proxy(state, {
    get(target, key) {
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON') return undefined
      check(key)
      if (!(key in target)) fail(`no such property '${key}' on ${name}`)
      return Reflect.get(target, key)
    },
    set(target, key, value) {
      check(String(key))
      const setter = setters[String(key)] ?? fail(`cannot set property '${String(key)}' of ${name}`)
      return Reflect.set(target, key, setter(value))
    },
  })
}

function only(value: unknown, keys: readonly string[], what: string): Record<string, unknown> {
  const object: Record<string, unknown> = { ...Object(value) }
  const unknownKeys = Object.keys(object).filter((it) => !keys.includes(it))
  if (unknownKeys.length > 0) fail(`in set_${what}: Unrecognized key(s) in object: '${unknownKeys.join("', '")}'`)
  return object
}

function number(what: string, least = -Infinity, greatest = Infinity): (value: unknown) => number {
  return (value) => {
    if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= greatest) return value
    return fail(`in set_${what}: Expected a number from ${least} to ${greatest}, received ${String(value)}`)
  }
}

function text(what: string): (value: unknown) => string {
  return (value) => (typeof value === 'string' ? value : fail(`in set_${what}: Expected string`))
}

function oneOf(what: string, choices: readonly string[]): (value: unknown) => string {
  return (value) => choices.find((it) => it === value) ?? fail(`in set_${what}: Invalid enum value ${String(value)}`)
}

function list(what: string, item: (value: unknown) => unknown): (value: unknown) => unknown[] {
  return (value) => (Array.isArray(value) ? value.map(item) : fail(`in set_${what}: Expected array`))
}

function paints(what: string): (value: unknown) => unknown {
  const channel = number(what, 0, 1)
  return list(what, (it) => {
    const { type, color, opacity = 1 } = only(it, ['type', 'color', 'opacity', 'visible', 'blendMode'], what)
    const { r, g, b } = only(color, ['r', 'g', 'b'], what)
    return {
      type: oneOf(what, ['SOLID'])(type),
      color: { r: channel(r), g: channel(g), b: channel(b) },
      opacity: channel(opacity),
    }
  })
}

interface Options {
  /** Called before a node is created, with the number of nodes. May throw, or act as a user does meanwhile. */
  beforeNode?: (count: number) => void
  /** Fonts of the editor. */
  fonts?: readonly string[]
  /** Called with each message of the plugin to its window. */
  onMessage?: (message: PluginMessage) => void
}

/**
 * The parts of Figma's plugin API that an importer needs. It refuses what Figma refuses: texts in a font that is not loaded, names
 * of the REST API, ends at missing nodes, sides of straight connectors, colours out of range or with an alpha, sizes below the
 * minimum, removed nodes, and unknown properties.
 */
export function createFakeFigma({ beforeNode, onMessage, fonts = ['Inter Medium', 'Inter Regular'] }: Options = {}) {
  const loaded = new Set<string>()
  const nodes = new Map<string, FakeNode>()
  const messages: PluginMessage[] = []
  const zoomedTo: FakeNode[] = []
  const closing: (() => void)[] = []
  const listeners: Listener[] = []
  const undo = { steps: 0 }
  const timers = { waiting: 0 }
  let nextId = 1

  function later(callback: () => void, milliseconds: number): void {
    timers.waiting++
    setTimeout(() => {
      timers.waiting--
      callback()
    }, milliseconds)
  }

  const needsFont = ({ family, style }: FontName): void => {
    if (!loaded.has(`${family} ${style}`)) fail(`Cannot write to node with unloaded font "${family} ${style}"`)
  }

  function textOf(fontName: FontName): object {
    const state = { characters: '', fontName, fontSize: 16, fills: [] as unknown }
    const withFont = <T>(set: (value: unknown) => T): ((value: unknown) => T) => {
      return (value) => {
        needsFont(state.fontName)
        return set(value)
      }
    }
    return sealed('text', state, {
      characters: withFont(text('characters')),
      fontSize: withFont(number('fontSize', 1)),
      fills: paints('fills'),
      fontName(value) {
        const { family, style } = only(value, ['family', 'style'], 'fontName')
        const font = { family: text('fontName')(family), style: text('fontName')(style) }
        needsFont(font)
        return font
      },
    })
  }

  function endpoint(what: string, lineType: () => string): (value: unknown) => Endpoint {
    return (value) => {
      const { endpointNodeId, magnet, position } = only(value, ['endpointNodeId', 'magnet', 'position'], what)
      const id = text(what)(endpointNodeId)
      if (!nodes.has(id)) fail(`in set_${what}: node ${id} does not exist`)
      if ((magnet === undefined) === (position === undefined)) fail(`in set_${what}: Expected magnet or position`)
      if (magnet !== undefined) {
        const allowed = lineType() === 'STRAIGHT' ? straightMagnets : otherMagnets
        return { endpointNodeId: id, magnet: oneOf(what, allowed)(magnet) }
      }
      const { x, y } = only(position, ['x', 'y'], what)
      return { endpointNodeId: id, position: { x: number(what)(x), y: number(what)(y) } }
    }
  }

  /** @param size width and height of a new node in Figma */
  function createNode(type: string, size: number, facts: object = {}, setters: Setters = {}): FakeNode {
    beforeNode?.(nodes.size)
    const id = `${type === 'PAGE' ? 0 : 7}:${nextId++}`
    const name = `${type} ${id}`
    const state = {
      ...{
        id,
        type,
        name: type,
        x: 0,
        y: 0,
        width: size,
        height: size,
        removed: false,
        parent: null as FakeNode | null,
      },
      get absoluteBoundingBox(): FakeNode['absoluteBoundingBox'] {
        const { x, y } = this.parent?.type === 'SECTION' ? this.parent.absoluteBoundingBox : { x: 0, y: 0 }
        return { x: x + this.x, y: y + this.y, width: this.width, height: this.height }
      },
      remove() {
        for (const child of [...('children' in state ? (state.children as FakeNode[]) : [])]) child.remove()
        detach(node)
        nodes.delete(id)
        state.removed = true
      },
    }
    Object.defineProperties(state, Object.getOwnPropertyDescriptors(facts))
    const live = (key: string): void => {
      if (state.removed && !['removed', 'id'].includes(key)) fail(`in ${key}: The node with id "${id}" does not exist`)
    }
    const own = { name: text('name'), x: number('x'), y: number('y'), ...setters }
    const node = sealed(name, state, own, live) as unknown as FakeNode
    nodes.set(id, node)
    states.set(node, state)
    return node
  }

  const states = new WeakMap<
    FakeNode,
    { parent: FakeNode | null; children?: FakeNode[]; width: number; height: number }
  >()
  const stateOf = (node: FakeNode) => states.get(node) ?? fail('Expected node')

  function detach(node: FakeNode): void {
    const siblings = stateOf(node).parent?.children as FakeNode[] | undefined
    siblings?.splice(siblings.indexOf(node), 1)
  }

  function attach(node: FakeNode, parent: FakeNode): void {
    if (node.removed || parent.removed) fail('in appendChild: The node does not exist')
    detach(node)
    stateOf(node).parent = parent
    stateOf(parent).children?.push(node)
  }

  function parentFacts(self: () => FakeNode): object {
    return { children: [], appendChild: (child: FakeNode) => attach(child, self()) }
  }

  function resizer(self: () => FakeNode): (width: unknown, height: unknown) => void {
    const side = number('resize', 0.01)
    return (width, height) => void Object.assign(stateOf(self()), { width: side(width), height: side(height) })
  }

  const lineFacts = { strokes: [], strokeWeight: 4, dashPattern: [] }
  const lineSetters = {
    strokes: paints('strokes'),
    strokeWeight: number('strokeWeight', 0),
    dashPattern: list('dashPattern', number('dashPattern', 0)),
  }

  const page: FakeNode = createNode(
    'PAGE',
    0,
    { ...parentFacts(() => page), selection: [] },
    {
      selection: list(
        'selection',
        (it) => nodes.get((it as FakeNode).id) ?? fail('in set_selection: node does not exist'),
      ),
    },
  )

  function onPage(node: FakeNode): FakeNode {
    attach(node, page)
    return node
  }

  const api = {
    currentPage: page,
    viewport: sealed('viewport', {
      center: { x: 1000, y: 500 },
      scrollAndZoomIntoView: (targets: FakeNode[]) => void zoomedTo.push(...targets),
    }),
    ui: sealed('ui', {
      postMessage(message: PluginMessage) {
        const copy = structuredClone(message)
        messages.push(copy)
        onMessage?.(copy)
      },
      on: (type: string, listener: Listener) =>
        void (type === 'message' ? listeners.push(listener) : fail(`no event ${type}`)),
    }),
    showUI: (_html: string, options: object) =>
      void only(options, ['width', 'height', 'themeColors', 'title'], 'showUI'),
    on: (type: string, callback: () => void) =>
      void (type === 'close' ? closing.push(callback) : fail(`no event ${type}`)),
    commitUndo: () => void undo.steps++,
    async loadFontAsync({ family, style }: FontName) {
      await new Promise<void>((resolve) => later(resolve, 1))
      if (!fonts.includes(`${family} ${style}`)) fail(`The font "${family} ${style}" could not be loaded`)
      loaded.add(`${family} ${style}`)
    },
    createSection(): FakeNode {
      const resize = resizer(() => node)
      const facts = { ...parentFacts(() => node), fills: [], resize, resizeWithoutConstraints: resize }
      const node = createNode('SECTION', 400, facts, { fills: paints('fills') })
      return onPage(node)
    },
    createShapeWithText(): FakeNode {
      const facts = {
        ...{ text: textOf({ family: 'Inter', style: 'Medium' }), shapeType: 'SQUARE', fills: [], ...lineFacts },
        resize: resizer(() => node),
      }
      const node = createNode('SHAPE_WITH_TEXT', 208, facts, {
        ...lineSetters,
        fills: paints('fills'),
        shapeType: oneOf('shapeType', ['SQUARE', 'ELLIPSE', 'ROUNDED_RECTANGLE', 'DIAMOND']),
      })
      return onPage(node)
    },
    createConnector(): FakeNode {
      const facts = {
        // A connector may have another font than shapes.
        text: textOf({ family: 'Inter', style: 'Regular' }),
        textBackground: sealed('textBackground', { fills: [] as unknown }, { fills: paints('fills') }),
        ...{ connectorLineType: 'ELBOWED', connectorStart: {}, connectorEnd: {}, ...lineFacts },
        ...{ connectorStartStrokeCap: 'NONE', connectorEndStrokeCap: 'ARROW_LINES' },
      }
      const lineType = (): string => node.connectorLineType
      const node: FakeNode = createNode('CONNECTOR', 200, facts, {
        ...lineSetters,
        connectorLineType: oneOf('connectorLineType', ['ELBOWED', 'STRAIGHT', 'CURVED']),
        connectorStart: endpoint('connectorStart', lineType),
        connectorEnd: endpoint('connectorEnd', lineType),
        connectorStartStrokeCap: oneOf('connectorStartStrokeCap', strokeCaps),
        connectorEndStrokeCap: oneOf('connectorEndStrokeCap', strokeCaps),
      })
      return onPage(node)
    },
  }
  const figma = sealed('the figma global object', api)
  return { figma, page, nodes, messages, zoomedTo, closing, listeners, undo, timers, later }
}

/** Runs the plugin in a context with the plugin API alone, as Figma does. */
export function startPlugin(options: Options = {}) {
  const fake = createFakeFigma(options)
  const { figma, messages, closing, listeners, timers, later } = fake
  const code = readFileSync(new URL('code.js', import.meta.url), 'utf8')
  runInContext(code, createContext({ figma, __html__: '<p>', setTimeout: later }))

  /** Sends a message as the plugin's window does. @returns the plugin's messages until it is idle */
  async function send(message: unknown): Promise<PluginMessage[]> {
    const before = messages.length
    for (const listener of listeners) listener(structuredClone(message), { origin: 'null' })
    do await nextTurn()
    while (timers.waiting > 0)
    return messages.slice(before)
  }

  const close = (): void => closing.forEach((it) => it())
  return { ...fake, send, close }
}
