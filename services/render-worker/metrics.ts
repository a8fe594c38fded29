import type { FileFormat } from '@maps/shared/file-formats'
import { secondsBuckets } from '@maps/shared/metrics'
import { Histogram, type Registry } from '@prometheus-io/client'

/** Duration and outcome of one stage of an export. */
export interface StageRecord {
  format: FileFormat
  stage: 'wait' | 'render' | 'store'
  outcome: 'done' | 'refused' | 'failed'
  seconds: number
}

/** Records the stages of exports and the replacements of Chromium. */
export interface WorkerMetrics {
  stageDone(record: StageRecord): void
  browserReplaced(reason: 'lost' | 'renewed', jobs: number): void
}

/** Creates the worker's metrics. */
export function createMetrics(registry: Registry): WorkerMetrics {
  const stages = new Histogram({
    name: 'maps_export_stage_duration_seconds',
    help: 'Stages of an export: wait for a worker, render, store. Each is done, refused for what the map is, or failed.',
    labelNames: ['format', 'stage', 'outcome'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  const browserJobs = new Histogram({
    name: 'maps_browser_jobs',
    help: 'Jobs of a Chromium, two for each picture, until it was lost or renewed.',
    labelNames: ['reason'],
    buckets: [1, 10, 100, 1_000, 10_000],
    registers: [registry],
  })
  for (const reason of ['lost', 'renewed']) browserJobs.zero({ reason })
  return {
    stageDone({ seconds, ...labels }) {
      stages.observe(labels, seconds)
    },
    browserReplaced(reason, jobs) {
      browserJobs.observe({ reason }, jobs)
    },
  }
}
