import type { Rect } from '../draw/display-list.ts'
import { beyond, loopEnds, loopPath } from './edge-path.ts'
import type { Side } from './ends.ts'
import { type Path, pointAt } from './path.ts'
import { type Meeting, spreadEnds } from './ports.ts'
import { arcs } from './arcs.ts'
import { createCrossings, type Crossings, noCrossings } from './crossings.ts'
import { createLanes, type Lanes, type Shared } from './lanes.ts'
import { createObstacles, type Obstacles } from './obstacles.ts'
import { createDetours, type Detours } from './detour.ts'
import { leadThroughPassages, type LedLink, neighboursOf } from './layered-route.ts'
import { steps } from './steps.ts'
import { CORNER, endsOver, isStepped, type Link, type OwnPassage, plainWay, type Route, type Way } from './way.ts'

/** Costs of a route's faults, in px of length. */
const cost = {
  /** A px behind a card. */
  hidden: 6,
  /** A px on the line of an edge between other cards. */
  unrelated: 2,
  /** A px on the line of an edge with the same source or target: they look like a fork. */
  fork: 0.5,
  /** The line of another edge that is crossed. */
  crossing: 60,
} as const
/** Room that a curve needs to leave its card straight before it turns to the other. */
const TURN = 40
/**
 * Lines and cards that are looked at for all edges of a map; the edges after that go the direct way. Where edges or cards lie in a heap,
 * each edge looks at all of them, and a line over a million px passes ten thousand cells. Large maps of the usual kind need a tenth of
 * it, and 2,000 edges between any of 2,000 cards in a grid nearly all.
 */
const MAX_COMPARED = 30_000_000
/** Px behind cards from which a detour is taken at any cost. */
const HIDDEN = 20
/** Search states for detours of a map; further edges stay behind cards. */
const MAX_VISITED = 14_000
/** Most edges that are led a second time, and whose crossings count: with more, it costs more than it shows. */
const MAX_LED_WELL = 600
const sides: readonly Side[] = ['right', 'left', 'top', 'bottom']

/**
 * Finds the ways of a map's edges: over the facing sides as React Flow has it, unless an edge would run behind cards there or upon another
 * edge's line, and another way shows more of it. The edges that meet a side share it, so once all have found their sides, they are led again
 * between the ends that they have on those.
 */
export function routeAround(cards: readonly Rect[]): (links: readonly Link[]) => Route[] {
  return (links) => {
    const ported = withPorts(links)
    const first = routeOnce(ported, cards)
    if (links.length > MAX_LED_WELL || links.some((it) => it.passage)) return first
    return routeOnce(
      withPorts(links, first).map((it) => ({ ...it, isSettled: true })),
      cards,
    )
  }
}

/** Its edges have ends that are spread along the sides of the routes they have, or else along the facing ones. */
function withPorts(links: readonly Link[], routes?: readonly Route[]): Link[] {
  const isSpread = links.map((it) => it.source !== it.target)
  const meetings = links.map((link, index): Meeting => {
    const { source, target, facing } = link
    const route = routes?.[index]
    if (!route) return { source, target, sides: facing, ...(isLed(link) && { via: neighboursOf(link), isLed: true }) }
    const { sourceSide, targetSide } = route.ends
    const middle = pointAt(route.path, 0.5)
    return { source, target, sides: [sourceSide, targetSide], via: [middle, middle] }
  })
  const ends = spreadEnds(meetings.filter((_, index) => isSpread[index])).values()
  return links.map((it, index) => (isSpread[index] ? { ...it, ports: ends.next().value! } : it))
}

/** One after the other, of few the shortest first, which has least choice: each keeps off the lines of those before it. */
function routeOnce(links: readonly Link[], cards: readonly Rect[]): Route[] {
  const obstacles = createObstacles(cards)
  const lanes = createLanes()
  const crossings = links.length > MAX_LED_WELL ? noCrossings : createCrossings()
  const detours = createDetours(cards)
  const routes = new Map<Link, Route>()
  const led = links.filter((it): it is LedLink => isLed(it) && it.ports !== undefined)
  for (const [index, path] of leadThroughPassages(led).entries()) {
    const link = led[index]!
    routes.set(link, { ends: link.ports, path })
    lanes.add(path, link)
    crossings.add(path)
  }
  const inOrder = links.length > MAX_LED_WELL ? links : [...links].sort((a, b) => spanOf(a) - spanOf(b))
  for (const link of inOrder) {
    if (routes.has(link)) continue
    const isDirect = link.source === link.target || lanes.compared + obstacles.compared > MAX_COMPARED
    const route = isDirect ? routeDirectly(link) : bestRoute(link, { obstacles, lanes, crossings, detours })
    routes.set(link, route)
    if (isDirect) continue
    lanes.add(route.path, link)
    crossings.add(route.path)
  }
  return links.map((it) => routes.get(it)!)
}

/** About how long an edge is. */
function spanOf({ source, target }: Link): number {
  return Math.abs(source.x - target.x) + Math.abs(source.y - target.y)
}

/** Whether an edge has a passage and a kind of line that can follow it. */
function isLed(link: Link): link is Link & { passage: OwnPassage } {
  return link.passage !== undefined && link.line !== 'straight'
}

/** Routes between the facing sides that ignore other cards and lines, for maps with too many edges to lead around them. */
export function routeAllDirectly(links: readonly Link[]): Route[] {
  return links.map(routeDirectly)
}

/** The route of an edge between the facing sides; it ignores other cards. */
function routeDirectly(link: Link): Route {
  if (link.source === link.target) return loopRoute(link)
  for (const way of isStepped(link.line) ? steps(link, link.facing) : []) return drawn(way)
  return drawn(plainWay(link, endsOver(link, link.facing)))
}

function loopRoute({ line, source, fan: { index } }: Link): Route {
  const ends = loopEnds(source, index)
  return { ends, path: loopPath(line, ends, index) }
}

function drawn({ ends, draw }: Way): Route {
  return { ends, path: draw() }
}

interface Surroundings {
  obstacles: Obstacles
  lanes: Lanes
  crossings: Crossings
  detours: Detours
}

function bestRoute(link: Link, { obstacles, lanes, crossings, detours }: Surroundings): Route {
  const direct = routeDirectly(link)
  let best = direct
  let leastHidden = obstacles.hiddenLength(direct.path, Infinity)
  const directCrossings = cost.crossing * crossings.count(direct.path)
  if (leastHidden === 0 && directCrossings === 0 && lanes.shared(direct.path, link).unrelated === 0) return direct
  let least =
    priceOfCourse(direct.path) +
    cost.hidden * leastHidden +
    priceOfSharing(lanes.shared(direct.path, link)) +
    directCrossings
  const consider = (ways: Iterable<Way>): void => {
    // The best that could be goes first: once a way is as good as the next could be, no other is worth a look.
    for (const way of [...ways].sort((a, b) => a.atLeast - b.atLeast)) {
      if (way.atLeast >= least) return
      const route = drawn(way)
      const plain = way.surcharge + priceOfCourse(route.path)
      const hidden = obstacles.hiddenLength(route.path, (least - plain) / cost.hidden)
      const shown = plain + cost.hidden * hidden
      if (shown >= least) continue
      const shared = shown + priceOfSharing(lanes.shared(route.path, link))
      if (shared >= least) continue
      const price = shared + cost.crossing * crossings.count(route.path, (least - shared) / cost.crossing)
      if (price >= least) continue
      best = route
      least = price
      leastHidden = hidden
    }
  }
  consider(otherWays(link))
  if (
    (leastHidden <= HIDDEN && least < priceOfCourse(best.path) + 200) ||
    link.line === 'straight' ||
    detours.visited > MAX_VISITED
  )
    return best
  const around = detours.find(
    link,
    crossings,
    (from, to, crossed) => cost.crossing * crossed + priceOfSharing(lanes.sharedBetween(from, to, link)),
  )
  if (!around) return best
  const price =
    priceOfCourse(around.path) +
    priceOfSharing(lanes.shared(around.path, link)) +
    cost.crossing * crossings.count(around.path)
  return price < least || leastHidden > HIDDEN ? around : best
}

function priceOfCourse({ segments, length }: Path): number {
  let corners = 0
  for (const it of segments) if (it.length === 4) corners++
  return length + CORNER * corners
}

function priceOfSharing({ unrelated, fork }: Shared): number {
  return cost.unrelated * unrelated + cost.fork * fork
}

/** Candidates over all sides, and around obstacles. */
function* otherWays(link: Link): Generator<Way> {
  if (isStepped(link.line)) yield* steps(link, link.facing)
  if (link.line === 'bezier') yield* arcs(link)
  for (const from of sides) {
    for (const to of sides) {
      if (from === link.facing[0] && to === link.facing[1]) continue
      if (isStepped(link.line)) yield* steps(link, [from, to])
      else {
        const way = plainWay(link, endsOver(link, [from, to]))
        if (from === to || isRoomy(way)) yield way
      }
    }
  }
}

/** Whether a curve has the room to leave both cards straight before it turns to the other. */
function isRoomy({ ends: { source, sourceSide, target, targetSide } }: Way): boolean {
  return beyond(source, sourceSide, target) >= TURN && beyond(target, targetSide, source) >= TURN
}
