import type { MapSpec } from '../maps.ts'

/** A way to make pictures. Each variant runs in a process of its own, so that none pays for the garbage of another. */
export interface Variant extends AsyncDisposable {
  /** Prepares a picture, which is not measured. @returns the measured function, which makes the PNG */
  prepare(spec: MapSpec): Promise<() => Promise<Uint8Array>>
}

/** The environment of variants. */
export interface VariantContext {
  /** Path of Chromium. */
  chromium: string
  /** Temporary folder with the prepared drawings. */
  folder: string
}

/** Opens a variant. */
export type OpenVariant = (context: VariantContext) => Promise<Variant>
