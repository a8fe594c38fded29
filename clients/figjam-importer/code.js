'use strict'

// Figma loads this file unchanged, as a plain script: without imports, and with Figma's globals only.

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {Point & { width: number, height: number }} Box
 * @typedef {{ strokes: SolidPaint[], weight: number, dashes: number[] }} Line
 * @typedef {Line & { id: string, name: string, text: string, box: Box, fills: SolidPaint[] }} Shape
 * @typedef {'LEFT' | 'RIGHT' | 'TOP' | 'BOTTOM'} Magnet
 * @typedef {{ shape: Shape, at: Magnet | Point }} End
 * @typedef {{ start: End, end: End, startCap: ConnectorStrokeCap, endCap: ConnectorStrokeCap }} Ends
 * @typedef {ConnectorNode['connectorLineType']} LineType
 * @typedef {Line & Ends & { name: string, text: string, background: SolidPaint[], lineType: LineType }} Connector
 * @typedef {{ name: string, box: Box, fills: SolidPaint[] }} Section
 * @typedef {{ section: Section, shapes: Shape[], connectors: Connector[], parents: Map<Section | Shape, Section> }} Board
 */

/** @type {FontName} */
const FONT = { family: 'Inter', style: 'Medium' }
/** Font size in pixels. The file has none; its boxes fit texts of about this size. */
const FONT_SIZE = 12
/**
 * Colour of texts. The file has none, and all its backgrounds are light.
 * @type {SolidPaint[]}
 */
const INK = [{ type: 'SOLID', color: { r: 0.0588, g: 0.0902, b: 0.1647 } }]
/** Pixels between the existing content of the page and the imported section. */
const GAP = 200
/** Number of nodes created before the editor can redraw and the user can cancel. */
const BATCH = 40
/** Figma's minimum width and height of a node, in pixels. */
const LEAST_SIZE = 0.01
/** Twice the distance of pinned services, and what stands around them, in pixels. */
const GREATEST_COORDINATE = 30000000
const GREATEST_TEXT = 10000
/** Greatest number of sections around a shape. */
const GREATEST_DEPTH = 3

/**
 * Stroke caps of the plugin API by their names in Figma's REST API.
 * @type {ReadonlyMap<unknown, ConnectorStrokeCap>}
 */
const capsByRestName = new Map([
  ['NONE', 'NONE'],
  ['LINE_ARROW', 'ARROW_LINES'],
])
/** @type {readonly LineType[]} */
const lineTypes = ['CURVED', 'ELBOWED', 'STRAIGHT']
/** @type {readonly Magnet[]} */
const magnets = ['LEFT', 'RIGHT', 'TOP', 'BOTTOM']

/** The file is invalid. The message is for the user. */
class FileError extends Error {}

class CancelError extends Error {}

/** @param {string} place @param {string} rule @returns {never} */
function refuse(place, rule) {
  throw new FileError(`This file cannot be imported: ${place} must be ${rule}.`)
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @param {unknown} value @param {string} place */
function objectAt(value, place) {
  return isObject(value) ? value : refuse(place, 'an object')
}

/** @param {unknown} value @param {string} place @returns {readonly unknown[]} */
function listAt(value, place) {
  return Array.isArray(value) ? value : refuse(place, 'a list')
}

/** @param {unknown} value @param {string} place */
function textAt(value, place) {
  if (typeof value === 'string' && value.length <= GREATEST_TEXT) return value
  return refuse(place, `a text of at most ${GREATEST_TEXT} characters`)
}

/** @param {unknown} value @param {string} place @param {number} least @param {number} greatest */
function numberAt(value, place, least, greatest) {
  // Also rejects NaN, for which both comparisons are false.
  if (typeof value === 'number' && value >= least && value <= greatest) return value
  return refuse(place, `a number from ${least} to ${greatest}`)
}

/** @template {string} T @param {unknown} value @param {readonly T[]} choices @param {string} place @returns {T} */
function choiceAt(value, choices, place) {
  const choice = choices.find((it) => it === value)
  return choice !== undefined ? choice : refuse(place, `one of ${choices.join(', ')}`)
}

/** @param {unknown} value @param {string} place @returns {Point} */
function pointAt(value, place) {
  const { x, y } = objectAt(value, place)
  return {
    x: numberAt(x, `${place}.x`, -GREATEST_COORDINATE, GREATEST_COORDINATE),
    y: numberAt(y, `${place}.y`, -GREATEST_COORDINATE, GREATEST_COORDINATE),
  }
}

/** @param {unknown} value @param {string} place @returns {Box} */
function boxAt(value, place) {
  const { width, height } = objectAt(value, place)
  const { x, y } = pointAt(value, place)
  return {
    x,
    y,
    width: numberAt(width, `${place}.width`, LEAST_SIZE, GREATEST_COORDINATE),
    height: numberAt(height, `${place}.height`, LEAST_SIZE, GREATEST_COORDINATE),
  }
}

/**
 * Converts paints to the plugin API, which has the alpha of the colour as the opacity of the paint.
 * @param {unknown} value
 * @param {string} place
 * @returns {SolidPaint[]}
 */
function paintsAt(value, place) {
  return listAt(value, place).map((item, index) => {
    const paint = `${place}[${index}]`
    const { type, color } = objectAt(item, paint)
    choiceAt(type, ['SOLID'], `${paint}.type`)
    const { r, g, b, a } = objectAt(color, `${paint}.color`)
    return {
      type: 'SOLID',
      color: {
        r: numberAt(r, `${paint}.color.r`, 0, 1),
        g: numberAt(g, `${paint}.color.g`, 0, 1),
        b: numberAt(b, `${paint}.color.b`, 0, 1),
      },
      opacity: numberAt(a, `${paint}.color.a`, 0, 1),
    }
  })
}

/** @param {Record<string, unknown>} node @param {string} place @returns {Line} */
function lineOf({ strokes, strokeWeight, strokeDashes = [] }, place) {
  return {
    strokes: paintsAt(strokes, `${place}, strokes`),
    weight: numberAt(strokeWeight, `${place}, strokeWeight`, 0, 1000),
    dashes: listAt(strokeDashes, `${place}, strokeDashes`).map((it, index) =>
      numberAt(it, `${place}, strokeDashes[${index}]`, 0, 1000),
    ),
  }
}

/** @param {Record<string, unknown>} node @param {string} place @returns {Shape} */
function shapeOf(node, place) {
  choiceAt(node.shapeType, ['ROUNDED_RECTANGLE'], `${place}, shapeType`)
  return {
    id: textAt(node.id, `${place}, id`),
    name: textAt(node.name, `${place}, name`),
    text: textAt(node.characters, `${place}, characters`),
    box: boxAt(node.absoluteBoundingBox, `${place}, absoluteBoundingBox`),
    fills: paintsAt(node.fills, `${place}, fills`),
    ...lineOf(node, place),
  }
}

/** @param {Record<string, unknown>} node @param {string} place @returns {Section} */
function readSection(node, place) {
  return {
    name: textAt(node.name, `${place}, name`),
    box: boxAt(node.absoluteBoundingBox, `${place}, absoluteBoundingBox`),
    fills: paintsAt(node.fills, `${place}, fills`),
  }
}

/** @param {unknown} value @param {ReadonlyMap<unknown, Shape>} shapes @param {string} place @returns {End} */
function endAt(value, shapes, place) {
  const { endpointNodeId, magnet, position } = objectAt(value, place)
  const shape = shapes.get(endpointNodeId) || refuse(`${place}.endpointNodeId`, 'the id of a shape in the file')
  const at =
    magnet === undefined ? pointAt(position, `${place}.position`) : choiceAt(magnet, magnets, `${place}.magnet`)
  return { shape, at }
}

/** @param {unknown} value @param {string} place */
function capAt(value, place) {
  return capsByRestName.get(value) || refuse(place, `one of ${[...capsByRestName.keys()].join(', ')}`)
}

/**
 * @param {Record<string, unknown>} node
 * @param {ReadonlyMap<unknown, Shape>} shapes
 * @param {string} place
 * @returns {Connector}
 */
function connectorOf(node, shapes, place) {
  // A connector without a label has no text background.
  const { textBackground = { fills: [] } } = node
  const { fills } = objectAt(textBackground, `${place}, textBackground`)
  return {
    name: textAt(node.name, `${place}, name`),
    text: textAt(node.characters, `${place}, characters`),
    background: paintsAt(fills, `${place}, textBackground.fills`),
    lineType: choiceAt(node.connectorLineType, lineTypes, `${place}, connectorLineType`),
    start: endAt(node.connectorStart, shapes, `${place}, connectorStart`),
    end: endAt(node.connectorEnd, shapes, `${place}, connectorEnd`),
    startCap: capAt(node.connectorStartStrokeCap, `${place}, connectorStartStrokeCap`),
    endCap: capAt(node.connectorEndStrokeCap, `${place}, connectorEndStrokeCap`),
    ...lineOf(node, place),
  }
}

/**
 * The only child of a node; undefined if it has none or several.
 * @param {unknown} node
 * @returns {unknown}
 */
function onlyChildOf(node) {
  const children = isObject(node) ? node.children : undefined
  return Array.isArray(children) && children.length === 1 ? children[0] : undefined
}

/**
 * The section that contains the whole drawing of an export.
 * @param {unknown} file
 */
function sectionIn(file) {
  if (isObject(file) && file.editorType === 'figjam' && isObject(file.maps)) {
    const section = onlyChildOf(onlyChildOf(file.document))
    if (isObject(section)) return section
  }
  throw new FileError(
    'This is not a FigJam export of Maps Service: choose the file that an export as “figma” gave you.',
  )
}

/**
 * Validates an untrusted file. The returned board is safe to draw.
 * @param {unknown} file
 * @returns {Board}
 */
function readFile(file) {
  const root = sectionIn(file)
  const section = readSection(root, 'the section')
  /** @type {Map<unknown, Shape>} */
  const shapes = new Map()
  /** @type {{ node: Record<string, unknown>, place: string }[]} */
  const edges = []
  /** @type {Board['parents']} */
  const parents = new Map()

  /** @param {unknown} children @param {Section} parent @param {string} where @param {number} depth */
  const readChildren = (children, parent, where, depth) =>
    listAt(children, `${where}, children`).forEach((item, index) => {
      const node = objectAt(item, `item ${index + 1} of ${where}`)
      const label = typeof node.name === 'string' ? ` (“${node.name.slice(0, 60)}”)` : ''
      const place = `item ${index + 1} of ${where}${label}`
      const types = ['SHAPE_WITH_TEXT', 'CONNECTOR', ...(depth < GREATEST_DEPTH ? ['SECTION'] : [])]
      const type = choiceAt(node.type, types, `${place}, type`)
      if (type === 'CONNECTOR') edges.push({ node, place })
      else if (type === 'SECTION') {
        const inner = readSection(node, place)
        parents.set(inner, parent)
        readChildren(node.children, inner, place, depth + 1)
      } else {
        const shape = shapeOf(node, place)
        if (shapes.has(shape.id)) refuse(`${place}, id`, 'an id that no other shape has')
        shapes.set(shape.id, shape)
        parents.set(shape, parent)
      }
    })
  readChildren(root.children, section, 'the section', 1)
  const connectors = edges.map(({ node, place }) => connectorOf(node, shapes, place))
  return { section, shapes: [...shapes.values()], connectors, parents }
}

/**
 * Position of the import: right of the page's content, or in the middle of the view if the page is empty.
 * @param {PageNode} page
 * @param {Box} box
 * @returns {Point}
 */
function freePlace(page, { width, height }) {
  /** @type {Rect[]} */
  const taken = []
  for (const { absoluteBoundingBox } of page.children) if (absoluteBoundingBox) taken.push(absoluteBoundingBox)
  const { x, y } = figma.viewport.center
  if (taken.length === 0) return { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
  const right = taken.reduce((most, it) => Math.max(most, it.x + it.width), -Infinity)
  const top = taken.reduce((least, it) => Math.min(least, it.y), Infinity)
  return { x: Math.ceil(right) + GAP, y: Math.floor(top) }
}

/** @param {TextSublayerNode} sublayer @param {string} text */
function write(sublayer, text) {
  sublayer.fontName = FONT
  sublayer.fontSize = FONT_SIZE
  sublayer.fills = INK
  sublayer.characters = text
}

/** @param {ShapeWithTextNode | ConnectorNode} node @param {Line} line */
function stroke(node, { strokes, weight, dashes }) {
  node.strokes = strokes
  node.strokeWeight = weight
  if (dashes.length > 0) node.dashPattern = dashes
}

/**
 * @param {ShapeWithTextNode} node
 * @param {Shape} shape
 * @param {Point} origin top left corner of its section in the file
 */
function drawShape(node, shape, origin) {
  node.name = shape.name
  node.shapeType = 'ROUNDED_RECTANGLE'
  node.fills = shape.fills
  stroke(node, shape)
  write(node.text, shape.text)
  node.resize(shape.box.width, shape.box.height)
  node.x = shape.box.x - origin.x
  node.y = shape.box.y - origin.y
}

/** @param {Magnet} side @param {Box} box @returns {Point} relative to the top left corner of the box */
function middleOf(side, { width, height }) {
  if (side === 'LEFT') return { x: 0, y: height / 2 }
  if (side === 'RIGHT') return { x: width, y: height / 2 }
  return { x: width / 2, y: side === 'TOP' ? 0 : height }
}

/** @param {End} end @param {string} endpointNodeId @param {LineType} lineType @returns {ConnectorEndpoint} */
function endpointOf({ shape, at }, endpointNodeId, lineType) {
  if (typeof at !== 'string') return { endpointNodeId, position: at }
  // Figma has no side magnets for straight connectors.
  if (lineType === 'STRAIGHT') return { endpointNodeId, position: middleOf(at, shape.box) }
  return { endpointNodeId, magnet: at }
}

/** @param {ConnectorNode} node @param {Connector} connector @param {ReadonlyMap<Shape, string>} nodeIds */
function drawConnector(node, connector, nodeIds) {
  const { start, end, lineType } = connector
  node.name = connector.name
  node.connectorLineType = lineType
  node.connectorStart = endpointOf(start, nodeIds.get(start.shape) || '', lineType)
  node.connectorEnd = endpointOf(end, nodeIds.get(end.shape) || '', lineType)
  node.connectorStartStrokeCap = connector.startCap
  node.connectorEndStrokeCap = connector.endCap
  stroke(node, connector)
  if (connector.text === '') return
  write(node.text, connector.text)
  node.textBackground.fills = connector.background
}

/** @type {Board | undefined} */
let board
let isRunning = false
let isCancelled = false
/**
 * Nodes that the running import has created so far.
 * @type {(SectionNode | ShapeWithTextNode | ConnectorNode)[]}
 */
let createdNodes = []

/**
 * Reports the progress once per `BATCH` nodes, and yields to the editor.
 * @param {number} done
 * @param {number} total
 */
async function report(done, total) {
  if (done % BATCH !== 0) return
  tell({ type: 'progress', done, total })
  await new Promise((resolve) => setTimeout(resolve, 0))
  if (isCancelled) throw new CancelError()
}

/** @param {Board} board */
async function draw({ section: root, connectors, parents }) {
  await figma.loadFontAsync(FONT)
  const page = figma.currentPage
  const total = parents.size + connectors.length
  let done = 0

  /** @param {Section} section @param {Point} place */
  const createSection = ({ name, box, fills }, place) => {
    const node = figma.createSection()
    createdNodes.push(node)
    node.name = name
    node.fills = fills
    node.resizeWithoutConstraints(box.width, box.height)
    node.x = place.x
    node.y = place.y
    return node
  }
  const section = createSection(root, freePlace(page, root.box))

  /** @type {Map<Section, SectionNode>} */
  const sections = new Map([[root, section]])
  /** @type {Map<Shape, string>} */
  const nodeIds = new Map()
  // A section comes before its children.
  for (const [child, parent] of parents) {
    await report(done++, total)
    const { x, y } = parent.box
    const parentNode = sections.get(parent) || section
    if (!('text' in child)) {
      const node = createSection(child, { x: 0, y: 0 })
      parentNode.appendChild(node)
      node.x = child.box.x - x
      node.y = child.box.y - y
      sections.set(child, node)
      continue
    }
    const node = figma.createShapeWithText()
    createdNodes.push(node)
    parentNode.appendChild(node)
    drawShape(node, child, parent.box)
    nodeIds.set(child, node.id)
  }
  for (const connector of connectors) {
    await report(done++, total)
    const node = figma.createConnector()
    createdNodes.push(node)
    section.appendChild(node)
    drawConnector(node, connector, nodeIds)
  }

  page.selection = [section]
  figma.viewport.scrollAndZoomIntoView([section])
}

function removeCreatedNodes() {
  for (const node of createdNodes) if (!node.removed) node.remove()
  createdNodes = []
}

/** @param {unknown} error */
function tellFailure(error) {
  if (error instanceof CancelError) return tell({ type: 'cancelled' })
  if (error instanceof FileError) return tell({ type: 'failed', message: error.message })
  const { message: reason = String(error) } = Object(error)
  tell({ type: 'failed', message: `Figma refused the import, and nothing of it was kept: ${reason}` })
}

async function runImport() {
  if (!board || isRunning) return
  isRunning = true
  isCancelled = false
  const { shapes, connectors } = board
  try {
    await draw(board)
    createdNodes = []
    // Makes the whole import one step of Figma's undo history.
    figma.commitUndo()
    tell({ type: 'done', shapes: shapes.length, connectors: connectors.length })
  } catch (error) {
    removeCreatedNodes()
    tellFailure(error)
  } finally {
    isRunning = false
  }
}

/** @param {unknown} file */
function readAndReport(file) {
  board = undefined
  try {
    board = readFile(file)
    tell({ type: 'ready', name: board.section.name, shapes: board.shapes.length, connectors: board.connectors.length })
  } catch (error) {
    tellFailure(error)
  }
}

/**
 * @param {{ type: 'ready', name: string, shapes: number, connectors: number }
 *   | { type: 'progress', done: number, total: number }
 *   | { type: 'done', shapes: number, connectors: number }
 *   | { type: 'cancelled' }
 *   | { type: 'failed', message: string }} message
 */
function tell(message) {
  figma.ui.postMessage(message)
}

figma.showUI(__html__, { width: 360, height: 400, themeColors: true })
figma.on('close', removeCreatedNodes)
figma.ui.on('message', (/** @type {{ type: unknown, file?: unknown }} */ message) => {
  if (message.type === 'read') readAndReport(message.file)
  if (message.type === 'import') void runImport()
  if (message.type === 'cancel') isCancelled = true
})
