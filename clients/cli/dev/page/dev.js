// Browsers load this file as it is, beside viewer.js, which zooms and moves the picture.

/** Distance within which a card snaps to another one, in px of the picture. */
const SNAP = 8
/** A pointer that moves less, in px, clicks. */
const CLICK_SLOP = 6
const SVG = 'http://www.w3.org/2000/svg'

/**
 * @typedef {{ message: string, line?: number, field?: string }} Problem
 * @typedef {{ name: string, version: number, textHash?: string, problems: Problem[], ids: string[], fixedBecause?: string, canUndo: boolean }} State
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

/** @param {string} selector */
const find = (selector) => /** @type {Element} */ (document.querySelector(selector))
const heading = find('h1')
const note = find('[role=status]')
const image = /** @type {HTMLImageElement} */ (find('.picture img'))
const board = /** @type {HTMLElement} */ (find('.board'))
const list = /** @type {HTMLElement} */ (find('.problems'))
const undo = /** @type {HTMLButtonElement} */ (find('#undo'))
const toggle = /** @type {HTMLButtonElement} */ (find('#arrange'))
const push = /** @type {HTMLButtonElement} */ (find('#push'))

/** @type {State} */
let state = { name: '', version: 0, problems: [], ids: [], canUndo: false }
let isArranging = false
/** Number of cards that are held. A new picture waits until they are released. */
let held = 0
/** Settles when all drags have been written or refused. */
let written = Promise.resolve()

/** @param {State} next */
async function show(next) {
  const isNew = next.version !== state.version
  state = next
  document.title = `${state.name} · maps dev`
  heading.textContent = state.name
  image.alt = `Architecture map of ${state.name}`
  list.hidden = state.problems.length === 0
  list.replaceChildren(...state.problems.map(describe))
  // A disabled button loses the focus.
  if (!state.canUndo && document.activeElement === undo) toggle.focus()
  undo.disabled = !state.canUndo
  toggle.disabled = state.version === 0 || state.fixedBecause !== undefined
  toggle.title = state.fixedBecause ?? 'Drag services; their positions are written into the file'
  push.disabled = state.version === 0
  note.textContent = state.problems.length > 0 ? 'The last picture that could be drawn' : 'Follows the file'
  if (!isNew) return
  image.src = `picture.svg?v=${state.version}`
  if (isArranging) await showBoard()
}

/** @param {Problem} problem */
function describe({ line, field, message }) {
  const item = document.createElement('li')
  const place = document.createElement('b')
  place.textContent = line === undefined ? 'File' : `Line ${line}`
  const text = document.createElement('span')
  const code = document.createElement('code')
  code.textContent = field ?? ''
  text.append(...(field ? [code, ' '] : []), message)
  item.append(place, text)
  return item
}

/** @returns the response of the program; undefined once it has ended @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  try {
    return await fetch(path, options)
  } catch {
    end()
    return undefined
  }
}

/** Shows the last picture, and that nothing can be written any more. */
function end() {
  setArranging(false)
  for (const it of [undo, toggle, push]) it.disabled = true
  note.textContent = 'maps dev has ended'
}

/** Shows the picture as elements of the page, whose cards can be dragged. They carry the hash of the text that they show. */
async function showBoard() {
  const { version, textHash = '' } = state
  const text = await (await ask(`picture.svg?v=${version}`))?.text()
  if (text === undefined || version !== state.version || !isArranging || held > 0) return
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  for (const side of ['width', 'height']) board.style.setProperty(`--${side}`, `${svg.getAttribute(side)}px`)
  for (const side of ['width', 'height']) svg.removeAttribute(side)
  Object.assign(svg.dataset, { version, textHash })
  for (const card of cardsOf(svg)) card.dataset['movable'] = ''
  board.replaceChildren(svg)
  board.hidden = false
}

/** The cards of services in the file. @param {Element} svg */
function cardsOf(svg) {
  const ids = new Set(state.ids)
  const cards = /** @type {SVGGElement[]} */ ([...svg.querySelectorAll('[data-node]')])
  return cards.filter((it) => ids.has(it.dataset['node'] ?? ''))
}

function setArranging(/** @type {boolean} */ isOn) {
  isArranging = isOn
  toggle.setAttribute('aria-pressed', String(isOn))
  board.hidden = true
  if (isOn) void showBoard()
}

/** @returns what the program answers; undefined if it refuses, or has ended @param {'arrange' | 'undo' | 'push'} action @param {object} [body] */
async function act(action, body = {}) {
  const response = await ask(action, { method: 'POST', body: JSON.stringify(body) })
  if (!response) return undefined
  const text = await response.text()
  const { done } = response.ok ? JSON.parse(text) : {}
  if (!response.ok) note.textContent = text
  else if (action === 'push') note.textContent = done
  return done
}

/**
 * The distance to the nearest line of other cards, and the line: cards have lines at their starts and middles.
 * @param {number} start @param {number} size @param {{ start: number, size: number }[]} others
 */
function snap(start, size, others) {
  const lines = others.flatMap((it) => [
    { at: it.start, by: it.start - start },
    { at: it.start + it.size / 2, by: it.start + it.size / 2 - (start + size / 2) },
  ])
  const near = lines.filter((it) => Math.abs(it.by) <= SNAP).sort((a, b) => Math.abs(a.by) - Math.abs(b.by))
  return near[0] ?? { at: undefined, by: 0 }
}

/** Where a card is, earlier drags included. @param {SVGGElement} card @returns {Box} */
function boxOf(card) {
  const { x, y, width, height } = card.getBBox()
  const { e = 0, f = 0 } = card.transform.baseVal.consolidate()?.matrix ?? {}
  return { x: x + e, y: y + f, width, height }
}

/** Lets the pointer drag a card until it is released. @param {PointerEvent} down @param {SVGGElement} card */
function drag(down, card) {
  const svg = /** @type {SVGSVGElement} */ (card.ownerSVGElement)
  const boxes = new Map(cardsOf(svg).map((it) => [it, boxOf(it)]))
  const original = card.getBBox()
  const box = /** @type {Box} */ (boxes.get(card))
  const others = [...boxes].flatMap(([it, other]) => (it === card ? [] : [other]))
  const columns = others.map((it) => ({ start: it.x, size: it.width }))
  const rows = others.map((it) => ({ start: it.y, size: it.height }))
  const id = card.dataset['node'] ?? ''
  const scale = /** @type {DOMMatrix} */ (svg.getScreenCTM()).a
  const offset = { dx: 0, dy: 0 }
  let isDragged = false
  const lines = [...svg.querySelectorAll('[data-edge], [data-dot], [data-label]')]
  const own = new Set(lines.filter((it) => isEndOf(it, id)).map((it) => it.getAttribute('data-edge')))
  const following = lines.filter((it) =>
    ['edge', 'dot', 'label'].some((name) => own.has(it.getAttribute(`data-${name}`))),
  )

  /** @param {PointerEvent} event */
  function move(event) {
    if (event.pointerId !== down.pointerId) return
    isDragged ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > CLICK_SLOP
    if (!isDragged) return
    const x = box.x + (event.clientX - down.clientX) / scale
    const y = box.y + (event.clientY - down.clientY) / scale
    const column = snap(x, box.width, columns)
    const row = snap(y, box.height, rows)
    offset.dx = x + column.by - box.x
    offset.dy = y + row.by - box.y
    card.setAttribute('transform', `translate(${box.x + offset.dx - original.x} ${box.y + offset.dy - original.y})`)
    card.classList.add('dragged')
    for (const it of following) it.classList.add('following')
    showGuides(card, column.at, row.at)
  }

  /** @param {PointerEvent} event */
  function release({ type, pointerId }) {
    if (pointerId !== down.pointerId) return
    card.removeEventListener('pointermove', move)
    card.removeEventListener('pointerup', release)
    card.removeEventListener('pointercancel', release)
    held--
    const isMoved = offset.dx !== 0 || offset.dy !== 0
    if (isMoved) written = written.catch(() => {}).then(() => finish(type === 'pointerup'))
    else if (svg.dataset['version'] !== String(state.version)) void showBoard()
  }

  /** Writes the position, or puts the card back. @param {boolean} isWanted */
  async function finish(isWanted) {
    const drawn = Object.fromEntries([...boxes].map(([it, { x, y }]) => [it.dataset['node'], [x, y]]))
    const { textHash } = svg.dataset
    const next = isWanted ? await act('arrange', { id, ...offset, drawn, textHash }) : undefined
    if (next === undefined || next === textHash) await showBoard()
    else svg.dataset['textHash'] = next
  }

  held++
  down.stopPropagation()
  // In front of the others. Before the capture, which an element loses when it gets another place in the document.
  card.parentElement?.append(card)
  card.setPointerCapture(down.pointerId)
  card.addEventListener('pointermove', move)
  card.addEventListener('pointerup', release)
  card.addEventListener('pointercancel', release)
}

/** @param {Element} line @param {string} id */
function isEndOf(line, id) {
  return line.getAttribute('data-source') === id || line.getAttribute('data-target') === id
}

/** Draws the lines to which a card has snapped. @param {SVGGElement} card @param {number | undefined} x @param {number | undefined} y */
function showGuides(card, x, y) {
  for (const it of board.querySelectorAll('.guide')) it.remove()
  const far = 100_000
  const ends = [...(x === undefined ? [] : [[x, -far, x, far]]), ...(y === undefined ? [] : [[-far, y, far, y]])]
  for (const [x1, y1, x2, y2] of ends) {
    const guide = document.createElementNS(SVG, 'line')
    for (const [name, value] of Object.entries({ x1, y1, x2, y2, class: 'guide' }))
      guide.setAttribute(name, String(value))
    card.before(guide)
  }
}

board.addEventListener('pointerdown', (event) => {
  const card = event.target instanceof Element ? event.target.closest('[data-movable]') : null
  // One card at a time: a drag writes where all others were when it began.
  if (event.button === 0 && held === 0 && card instanceof SVGGElement) drag(event, card)
})
toggle.addEventListener('click', () => setArranging(!isArranging))
undo.addEventListener('click', () => void act('undo'))
push.addEventListener('click', () => void act('push'))
addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !undo.disabled) void act('undo')
})

const events = new EventSource('events')
events.addEventListener('message', ({ data }) => void show(JSON.parse(data)))
events.addEventListener('error', end)
