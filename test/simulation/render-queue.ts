type Verdict = 'taken' | 'queue full' | 'share used up'

/** An export as the simulation follows it. Times are in seconds. */
export interface SimulatedExport {
  at: number
  workspace: number
  /** How long a worker is busy with it. */
  seconds: number
  /** The lowest comes first: a second later for each export of its workspace that is on its way. */
  turn?: number
  /** Undefined for as long as no worker has begun it. */
  startedAt?: number
  verdict?: Verdict
}

export interface RenderQueue {
  /** Lets time pass: exports end, and the next ones begin. */
  advance(now: number): void
  offer(it: SimulatedExport): void
  /** How many workers can render at a time, from `now` on. */
  setPlaces(count: number, now: number): void
  /** As `/internal/scale` tells it. */
  figures(now: number): { backlog: number; oldestWaitMs: number }
}

/** @param bounds most that wait, and most of a workspace that wait or render */
export function createRenderQueue(bounds: { waiting: number; share: number }): RenderQueue {
  const waiting: SimulatedExport[] = []
  /** The first to end comes first. */
  const rendering: { export: SimulatedExport; endsAt: number }[] = []
  const inFlight = new Map<number, number>()
  let places = 0

  function begin(now: number): void {
    while (rendering.length < places && waiting.length > 0) {
      const next = waiting.shift()!
      next.startedAt = now
      const endsAt = now + next.seconds
      insert(rendering, { export: next, endsAt }, (other) => other.endsAt > endsAt)
    }
  }

  function judge({ workspace }: SimulatedExport): Verdict {
    if (countOf(workspace) >= bounds.share) return 'share used up'
    return waiting.length >= bounds.waiting ? 'queue full' : 'taken'
  }

  const countOf = (workspace: number): number => inFlight.get(workspace) ?? 0

  return {
    advance(now) {
      while (rendering[0] && rendering[0].endsAt <= now) {
        const { export: ended, endsAt } = rendering.shift()!
        inFlight.set(ended.workspace, countOf(ended.workspace) - 1)
        begin(endsAt)
      }
    },
    offer(it) {
      it.verdict = judge(it)
      if (it.verdict !== 'taken') return
      inFlight.set(it.workspace, countOf(it.workspace) + 1)
      const turn = Math.floor(it.at) + countOf(it.workspace)
      it.turn = turn
      insert(waiting, it, (other) => other.turn! > turn)
      begin(it.at)
    },
    setPlaces(count, now) {
      places = count
      begin(now)
    },
    figures: (now) => ({
      backlog: waiting.length,
      oldestWaitMs: Math.max(0, ...waiting.map((it) => now - it.at)) * 1_000,
    }),
  }
}

/** Puts an item before the first that is to come after it. */
function insert<T>(sorted: T[], item: T, isAfter: (other: T) => boolean): void {
  const index = sorted.findIndex(isAfter)
  sorted.splice(index === -1 ? sorted.length : index, 0, item)
}
