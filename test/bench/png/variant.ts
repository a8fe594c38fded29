import type { Sample } from '../maps.ts'

/** One way of making pictures. Each runs in a process of its own, so that none pays for another's garbage. */
export interface Variant extends AsyncDisposable {
  /** Does for one picture what is not measured, and answers what is: the PNG's making. */
  prepare(sample: Sample): Promise<() => Promise<Uint8Array>>
}

/** What a variant finds at its start. */
export interface Surroundings {
  /** A Chromium that starts. */
  chromium: string
  /** For its files, gone at the end; holds the prepared drawings. */
  folder: string
}

export type OpenVariant = (surroundings: Surroundings) => Promise<Variant>
