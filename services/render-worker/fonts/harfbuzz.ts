import type * as harfBuzz from 'harfbuzzjs'

/** HarfBuzz, the shaping engine of Chromium. */
export type HarfBuzz = typeof harfBuzz

/**
 * Loads HarfBuzz when it is first needed. It waits at its top level for its WebAssembly, and so would all that imports it by a statement: V8 ends
 * the whole process where a thread is terminated while such modules are evaluated (`Check failed: (location_) != nullptr`).
 */
export function loadHarfBuzz(): Promise<HarfBuzz> {
  return import('harfbuzzjs')
}
