import type * as harfBuzz from 'harfbuzzjs'

/** HarfBuzz, the shaping engine of Chromium. */
export type HarfBuzz = typeof harfBuzz

/**
 * Loads HarfBuzz when it is first needed. Its module has a top-level await, which would make every module that imports it statically an
 * asynchronous one, and V8 ends the whole process where a thread is terminated while such modules are evaluated (`Check failed: (location_) !=
 * nullptr`).
 */
export function loadHarfBuzz(): Promise<HarfBuzz> {
  return import('harfbuzzjs')
}
