// Browsers load this file as it is. Without it the page shows the whole picture, as a link to the picture itself.

/** CSS px per px of the drawing, at most. */
const MAX_LEVEL = 4
/** CSS px per px of the drawing at which its text of 12 px is 10 px high, which can be read. */
const READABLE_LEVEL = 10 / 12
/** One step of a button or key. */
const ZOOM_STEP = 1.25
/** Distance of one press of an arrow key, in CSS px. */
const PAN_STEP = 80
/** A pointer that moves less far has clicked, in CSS px. */
const CLICK_SLOP = 6
/** Zoom by one unit of a wheel that is turned, or of fingers on a touchpad. */
const WHEEL_ZOOM = 1.005
/** Delays in ms before each further try, where the service was too busy for the picture. */
const retryDelays = [1_000, 4_000]

/**
 * @typedef {{ x: number, y: number }} Point
 */

const stage = /** @type {HTMLElement} */ (document.querySelector('.stage'))
const picture = /** @type {HTMLAnchorElement} */ (stage.querySelector('.picture'))
const image = /** @type {HTMLImageElement} */ (stage.querySelector('img'))
const level = /** @type {HTMLOutputElement} */ (stage.querySelector('output'))
const hint = /** @type {HTMLElement} */ (stage.querySelector('.hint'))
const buttons = [...stage.querySelectorAll('button')]

/** The picture is moved, and magnified by `scale` from where it fits: in its own box, above the zoom buttons. */
const view = { scale: 1, x: 0, y: 0 }

/** CSS px per px of the drawing where the whole picture fits, as `object-fit: scale-down` has it. */
function fitLevel() {
  return Math.min(1, picture.clientWidth / image.naturalWidth, picture.clientHeight / image.naturalHeight) || 1
}

/** The first view: all of the picture, or on a screen that is taller than wide its middle, large enough to be read. */
function start() {
  view.scale = innerHeight > innerWidth ? Math.max(1, READABLE_LEVEL / fitLevel()) : 1
  view.x = (picture.clientWidth * (1 - view.scale)) / 2
  view.y = (picture.clientHeight * (1 - view.scale)) / 2
  show()
}

/** @param {number} scale @param {Point} at where the picture stays as it is, in the stage */
function zoomTo(scale, at = { x: picture.clientWidth / 2, y: picture.clientHeight / 2 }) {
  stage.classList.add('moved')
  const next = Math.min(Math.max(scale, 1), Math.max(1, MAX_LEVEL / fitLevel()))
  view.x = at.x - ((at.x - view.x) * next) / view.scale
  view.y = at.y - ((at.y - view.y) * next) / view.scale
  view.scale = next
  show()
}

/** @returns whether there was more to see on that side @param {number} x @param {number} y */
function pan(x, y) {
  stage.classList.add('moved')
  const before = { ...view }
  view.x += x
  view.y += y
  show()
  return view.x !== before.x || view.y !== before.y
}

/** Between fit and a size at which labels can be read. @param {Point} at */
function toggle(at) {
  zoomTo(view.scale > 1 ? 1 : Math.max(1, 2 * fitLevel()) / fitLevel(), at)
}

/** An offset at which no space is left beside a picture that is larger than its box, and as much on both sides of another one. */
function clamp(/** @type {number} */ offset, /** @type {number} */ room, /** @type {number} */ fitted) {
  const centred = (room * (1 - view.scale)) / 2
  const spare = Math.max(0, (fitted * view.scale - room) / 2)
  return Math.min(Math.max(offset, centred - spare), centred + spare)
}

function show() {
  const fitted = fitLevel()
  view.x = clamp(view.x, picture.clientWidth, image.naturalWidth * fitted)
  view.y = clamp(view.y, picture.clientHeight, image.naturalHeight * fitted)
  picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  level.value = `${Math.round(fitted * view.scale * 100)} %`
  stage.classList.toggle('zoomed', view.scale > 1)
  hint.textContent = view.scale > 1 ? 'Tap to see it all' : 'Tap to zoom'
  for (const it of buttons) {
    const isUseless = it.dataset['zoom'] !== 'in' ? view.scale === 1 : fitted * view.scale >= MAX_LEVEL
    // A disabled button loses the focus, and the keys their effect.
    if (isUseless && it === document.activeElement) stage.focus({ preventScroll: true })
    it.disabled = isUseless
  }
}

/** Follows a change of size. The first view stays the first view until the reader moves the picture. */
function adapt() {
  if (stage.classList.contains('moved')) show()
  else start()
}

/** @type {Record<string, () => boolean | void>} what each key does; false where it does nothing */
const keys = {
  '+': () => zoomTo(view.scale * ZOOM_STEP),
  '=': () => zoomTo(view.scale * ZOOM_STEP),
  '-': () => zoomTo(view.scale / ZOOM_STEP),
  0: () => zoomTo(1),
  ArrowLeft: () => pan(PAN_STEP, 0),
  ArrowRight: () => pan(-PAN_STEP, 0),
  ArrowUp: () => pan(0, PAN_STEP),
  ArrowDown: () => pan(0, -PAN_STEP),
}

/** @type {Record<string, string>} */
const keyOfButton = { in: '+', out: '-', fit: '0' }

/** Pointers that are down, by id. @type {Map<number, Point>} */
const pointers = new Map()
let hasMoved = false

/** @param {MouseEvent} event @returns {Point} */
function placeOf({ clientX, clientY }) {
  const { left, top } = stage.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

/** The middle of the pointers, and how far apart they are. */
function grip() {
  const [a = { x: 0, y: 0 }, b = a] = [...pointers.values()]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) }
}

/** @param {PointerEvent} event */
function press(event) {
  if (event.button !== 0 || (event.target instanceof Element && event.target.closest('.zoom'))) return
  if (pointers.size === 0) hasMoved = false
  pointers.set(event.pointerId, placeOf(event))
}

/** @param {PointerEvent} event */
function drag(event) {
  const last = pointers.get(event.pointerId)
  if (!last) return
  // The button was released beside the stage, before the stage had captured the pointer.
  if (event.pointerType === 'mouse' && event.buttons === 0) return release(event)
  const at = placeOf(event)
  const x = Math.abs(at.x - last.x)
  const y = Math.abs(at.y - last.y)
  // By `touch-action`, the browser scrolls then, but cancels the pointer only after a move or two.
  const isScrolling = event.pointerType === 'touch' && y > x && getComputedStyle(stage).touchAction !== 'none'
  if (pointers.size === 1 && !hasMoved && (isScrolling || Math.hypot(x, y) < CLICK_SLOP)) return
  hasMoved = true
  stage.setPointerCapture(event.pointerId)
  stage.classList.add('held')
  const before = grip()
  pointers.set(event.pointerId, at)
  const after = grip()
  pan(after.x - before.x, after.y - before.y)
  if (before.spread > 0 && after.spread > 0) zoomTo((view.scale * after.spread) / before.spread, after)
}

/** @param {PointerEvent} event */
function release(event) {
  if (!pointers.delete(event.pointerId) || pointers.size > 0) return
  stage.classList.remove('held')
  if (event.type === 'pointerup' && !hasMoved) toggle(placeOf(event))
}

/** Whether the picture will be asked for again. One failure may be seen twice: by its event, and before that as a complete image without a size. */
let isWaiting = false

/** Asks for the picture again, a few times; then for the one as PNG, which is made in another way. */
function retry() {
  if (isWaiting) return
  const delay = retryDelays.shift()
  const { png } = image.dataset
  if (delay !== undefined) {
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      image.setAttribute('src', image.src)
    }, delay)
  } else if (png !== undefined) {
    delete image.dataset['png']
    image.src = png
  }
}

picture.removeAttribute('href')
stage.tabIndex = 0
stage.classList.add('live')
for (const it of stage.querySelectorAll('.hint, .zoom')) it.removeAttribute('hidden')
for (const it of buttons) it.addEventListener('click', () => keys[keyOfButton[it.dataset['zoom'] ?? ''] ?? '']?.())

stage.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
  if (action && action() !== false) event.preventDefault()
})
stage.addEventListener('pointerdown', press)
stage.addEventListener('pointermove', drag)
for (const it of /** @type {const} */ (['pointerup', 'pointercancel'])) stage.addEventListener(it, release)
// Else the browser takes two fingers for scrolling, and the pointers from us.
stage.addEventListener('touchmove', (event) => event.touches.length > 1 && event.preventDefault(), { passive: false })
// A wheel alone scrolls the page; fingers that pinch a touchpad come as a wheel with Ctrl.
stage.addEventListener(
  'wheel',
  (event) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(view.scale * WHEEL_ZOOM ** -event.deltaY, placeOf(event))
  },
  { passive: false },
)
image.addEventListener('load', adapt)
image.addEventListener('error', retry)
if (image.complete && image.naturalWidth === 0) retry()
new ResizeObserver(adapt).observe(stage)
