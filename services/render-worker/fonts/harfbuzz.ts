import type * as harfBuzz from 'harfbuzzjs'

/** HarfBuzz, the shaping engine of Chromium. */
export type HarfBuzz = typeof harfBuzz

/**
 * Loads HarfBuzz on demand. Its module has a top-level await, so every module that imports it statically would be asynchronous. V8 ends
 * the whole process if a thread is terminated during the evaluation of such a module (`Check failed: (location_) != nullptr`: https://github.com/nodejs/node/issues/42501).
 */
export function loadHarfBuzz(): Promise<HarfBuzz> {
  return import('harfbuzzjs')
}
