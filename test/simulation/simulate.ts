import { MAX_WAITING } from '@maps/shared/export-leases'
import { defaultPlans } from '@maps/shared/plans'
import { createAutoscaler, type ScalingRules } from './autoscaler.ts'
import { createRenderQueue, type SimulatedExport } from './render-queue.ts'

/** Where it is simulated. Times are in seconds. */
export interface Surroundings {
  /** How often the autoscaler looks. */
  lookInterval: number
  /** From the decision for a worker to its first export, on a node that has room and the image. */
  podStart: number
  /** Most exports that wait, and most of a workspace that wait or render. */
  bounds: { waiting: number; share: number }
}

/** Clusters as they are when nobody has changed them, and our bounds. A worker starts Node and Chromium within seconds. */
export const usual: Surroundings = {
  lookInterval: 15,
  podStart: 15,
  bounds: { waiting: MAX_WAITING, share: defaultPlans.pro.exportsInFlight },
}

export interface Simulated {
  exports: readonly SimulatedExport[]
  /** After each look of the autoscaler. */
  replicas: readonly { at: number; count: number }[]
}

/** Sends exports, in the order of their times, through the queue to workers that the autoscaler starts and stops. */
export function simulate(
  exports: readonly SimulatedExport[],
  rules: ScalingRules,
  concurrency: number,
  { lookInterval, podStart, bounds }: Surroundings = usual,
): Simulated {
  const queue = createRenderQueue(bounds)
  const autoscaler = createAutoscaler(rules)
  const replicas: { at: number; count: number }[] = []
  let readyAt: number[] = Array.from({ length: rules.minReplicas }, () => 0)
  let nextLook = lookInterval

  const countReady = (now: number): number => readyAt.filter((it) => it <= now).length

  function passTo(now: number): void {
    queue.advance(now)
    queue.setPlaces(countReady(now) * concurrency, now)
  }

  function look(now: number): void {
    passTo(now)
    autoscaler.look(now, { ...queue.figures(now), ready: countReady(now) })
    const started = Array.from({ length: autoscaler.replicas }, () => now + podStart)
    readyAt = [...readyAt, ...started].slice(0, autoscaler.replicas)
    replicas.push({ at: now, count: autoscaler.replicas })
  }

  for (const it of exports) {
    for (; nextLook <= it.at; nextLook += lookInterval) look(nextLook)
    passTo(it.at)
    queue.offer(it)
  }
  return { exports, replicas }
}
