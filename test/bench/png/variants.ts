import type { Family } from '../maps.ts'
import type { OpenVariant } from './variant.ts'

/** An entry in the table of variants. */
export interface VariantEntry {
  title: string
  /** Kinds of maps that the variant draws. */
  families: readonly Family[]
  /** Opens the variant; imports its modules then, in the variant's own process. */
  open: OpenVariant
}

/** All variants, in the order of the tables. */
export const variants = {
  a: {
    title: 'our renderer',
    families: ['placed', 'unplaced'],
    open: async (context) => (await import('./our-renderer.ts')).openOurRenderer(context),
  },
  b: {
    title: 'our service over HTTP, nothing stored',
    families: ['placed', 'unplaced'],
    open: async (context) => (await import('./our-service.ts')).openOurService(context),
  },
  c: {
    title: 'floor: ready-made drawings, in strips',
    families: ['placed'],
    open: async (context) => (await import('./floor.ts')).openFloor('paintIdat', context),
  },
  c0: {
    title: "ready-made drawings, whole, Chromium's encoder",
    families: ['placed'],
    open: async (context) => (await import('./floor.ts')).openFloor('paintPng', context),
  },
  d: {
    title: 'a browser per export, page.screenshot',
    families: ['placed'],
    open: async (context) => (await import('./browser-per-export.ts')).openBrowserPerExport(context),
  },
  g: {
    title: 'warm page, captureScreenshot for speed',
    families: ['placed'],
    open: async (context) => (await import('./warm-page.ts')).openWarmPages(context),
  },
} as const satisfies Record<string, VariantEntry>

/** Name of a variant. */
export type VariantName = keyof typeof variants
/** Names of all variants. */
export const variantNames = Object.keys(variants) as VariantName[]
