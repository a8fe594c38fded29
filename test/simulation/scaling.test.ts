import { describe, expect, it } from 'vitest'
import { median, percentile } from '../bench/statistics.ts'
import { leastValues, renderChart, type Values } from '../house/helm-chart.ts'
import type { ScalingRules } from './autoscaler.ts'
import { readScalingRules } from './chart-rules.ts'
import { filesPerSecond } from './measured.ts'
import type { SimulatedExport } from './render-queue.ts'
import { type Simulated, simulate, usual } from './simulate.ts'
import { createTraffic, type Demand } from './traffic.ts'

const CONCURRENCY = 3
const WORKSPACES = 60
const CALM_SECONDS = 120
/** Pictures a second: ten times the one is nine tenths of what the chart's least workers make, ten times the other takes nine workers and more. */
const EVERYDAY = 3.5
const BUSY = 12

/** How long each keeps one of the places of a worker busy. */
const picture = CONCURRENCY / filesPerSecond.picture
const onlyPictures: Demand['mix'] = [{ share: 1, seconds: picture }]
const everyFormat: Demand['mix'] = [
  { share: 0.6, seconds: picture },
  { share: 0.35, seconds: CONCURRENCY / filesPerSecond.text },
  { share: 0.05, seconds: CONCURRENCY / filesPerSecond.figma },
]

const chart = rulesOf({})

function rulesOf(scaling: Values): ScalingRules {
  return readScalingRules(renderChart(leastValues, { renderWorker: { scaling } }))
}

interface Burst {
  seed?: string
  everyday?: number
  minutes?: number
  mix?: Demand['mix']
  rules?: ScalingRules
  surroundings?: Partial<typeof usual>
}

/** Two minutes of a calm load, then ten times as much, then calm again. */
function burst({
  seed = 'burst',
  everyday = BUSY,
  minutes = 10,
  mix = onlyPictures,
  rules = chart,
  surroundings,
}: Burst): Outcome {
  const phases = [
    { seconds: CALM_SECONDS, rate: everyday },
    { seconds: minutes * 60, rate: 10 * everyday },
    { seconds: CALM_SECONDS, rate: everyday },
  ]
  const traffic = createTraffic({ phases, mix, workspaces: WORKSPACES, seed })
  return judge(simulate(traffic, rules, CONCURRENCY, { ...usual, ...surroundings }), minutes * 60)
}

interface Outcome {
  /** Seconds that 95 of 100 of those who were not refused waited at most for a worker, in the worst minute. */
  worstP95: number
  /** The same of the whole burst. */
  p95: number
  /** Share of all. */
  refused: number
  /** Seconds from the begin of the burst. */
  lastRefusal: number
  mostWorkers: number
}

function judge({ exports, replicas }: Simulated, seconds: number): Outcome {
  const ofBurst = exports.filter((it) => it.at >= CALM_SECONDS && it.at < CALM_SECONDS + seconds)
  const refused = ofBurst.filter((it) => it.verdict !== 'taken')
  const byMinute = Map.groupBy(ofBurst, (it) => Math.floor((it.at - CALM_SECONDS) / 60)).values()
  return {
    worstP95: Math.max(...byMinute.map((it) => percentile(waitsOf(it), 95))),
    p95: percentile(waitsOf(ofBurst), 95),
    refused: refused.length / ofBurst.length,
    lastRefusal: Math.max(0, ...refused.map((it) => it.at - CALM_SECONDS)),
    mostWorkers: Math.max(...replicas.map((it) => it.count)),
  }
}

function waitsOf(exports: readonly SimulatedExport[]): number[] {
  return exports.filter((it) => it.startedAt !== undefined).map((it) => it.startedAt! - it.at)
}

function tell({ worstP95, refused, lastRefusal, mostWorkers }: Outcome): string {
  const percent = (refused * 100).toFixed(1)
  return `p95 wait ${worstP95.toFixed(1)} s in the worst minute, ${percent} % refused, the last after ${lastRefusal.toFixed(0)} s, ${mostWorkers} workers`
}

/** One look of the autoscaler and one start of a worker. */
const SCALED_BY = usual.lookInterval + usual.podStart + 1

describe('render workers, scaled as the chart says', () => {
  it.each([2, 5, 10])('take ten times an everyday load for %i minutes, and nobody is refused', (minutes) => {
    const outcome = burst({ everyday: EVERYDAY, minutes })
    expect(outcome.worstP95).toBeLessThan(5)
    expect(outcome.refused).toBe(0)
  })

  it.for([2, 5, 10])(
    'answer a burst of %i minutes that they are too few for within 5 s, and refuse nobody once they are enough',
    async (minutes, { annotate }) => {
      const outcome = burst({ minutes })
      expect(outcome.worstP95).toBeLessThan(5)
      expect(outcome.lastRefusal).toBeLessThan(SCALED_BY)
      await annotate(
        `simulated burst of ${minutes} minutes, from ${BUSY} to ${10 * BUSY} a second: ${tell(outcome)}`,
        'measured',
      )
    },
  )

  it('take more where most exports are texts', () => {
    const texts = burst({ mix: everyFormat })
    expect(texts.worstP95).toBeLessThan(5)
    expect(texts.refused).toBeLessThan(burst({}).refused)
  })

  it('keep waits of slow maps within 5 s, which the backlog alone does not tell of', () => {
    const slow = { everyday: 0.36, mix: [{ share: 1, seconds: 3 }] }
    const p95By = (rules: ScalingRules) =>
      median(['1', '2', '3', '4', '5'].map((seed) => burst({ ...slow, rules, seed }).p95))
    expect(p95By(chart)).toBeLessThan(2.5)
    expect(p95By({ ...chart, triggers: chart.triggers.filter((it) => it.field === 'backlog') })).toBeGreaterThan(5)
  })

  it('refuse a workspace that wants everything, and no other', () => {
    const phases = [{ seconds: 120, rate: EVERYDAY }]
    const others = createTraffic({ phases, mix: onlyPictures, workspaces: WORKSPACES, seed: 'others' })
    const greedy = createTraffic({
      phases: [{ seconds: 120, rate: 200 }],
      mix: onlyPictures,
      workspaces: 1,
      seed: 'greedy',
    })
    for (const it of greedy) it.workspace = WORKSPACES
    simulate(
      [...others, ...greedy].toSorted((a, b) => a.at - b.at),
      chart,
      CONCURRENCY,
    )
    expect(greedy.filter((it) => it.verdict === 'share used up').length).toBeGreaterThan(0)
    expect(others.filter((it) => it.verdict !== 'taken')).toEqual([])
  })
})

describe('control: the promise does not hold', () => {
  it('with a bound of the queue far beyond what workers do in 5 s', () => {
    const bounds = { ...usual.bounds, waiting: 1_000 }
    expect(burst({ minutes: 2, surroundings: { bounds } }).worstP95).toBeGreaterThan(5)
  })

  it('with twice the backlog for each worker: a full queue asks for too few', () => {
    const backlogPerWorker = 2 * chart.triggers.find((it) => it.field === 'backlog')!.target
    const triggers = rulesOf({ backlogPerWorker }).triggers.filter((it) => it.field === 'backlog')
    const outcome = burst({ rules: { ...chart, triggers } })
    expect(outcome.lastRefusal).toBeGreaterThan(9 * 60)
  })

  it('where the autoscaler looks half as often', () => {
    const { lastRefusal } = burst({ surroundings: { lookInterval: 2 * usual.lookInterval } })
    expect(lastRefusal).toBeGreaterThan(SCALED_BY)
  })

  it('with the steps of an autoscaler that is told nothing: up by doubling, down at once', () => {
    const scaleUp = {
      stabilizationWindowSeconds: 0,
      policies: [
        { type: 'Percent', value: 100, periodSeconds: 15 },
        { type: 'Pods', value: 4, periodSeconds: 15 },
      ],
    } as const
    const scaleDown = {
      stabilizationWindowSeconds: 300,
      policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
    } as const
    expect(burst({ minutes: 2, rules: { ...chart, scaleUp } }).lastRefusal).toBeGreaterThan(SCALED_BY)
    expect(burst({ rules: { ...chart, scaleDown } }).lastRefusal).toBeGreaterThan(5 * 60)
  })

  it('with one worker less on an everyday load', () => {
    const outcome = burst({ everyday: EVERYDAY, minutes: 2, rules: rulesOf({ minReplicas: chart.minReplicas - 1 }) })
    expect(outcome.refused).toBeGreaterThan(0.01)
  })
})
