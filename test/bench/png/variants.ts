import type { Family } from '../maps.ts'
import type { OpenVariant } from './variant.ts'

export interface VariantEntry {
  title: string
  /** The maps it draws. */
  families: readonly Family[]
  /** Loads what it needs only then: it runs in a process of its own. */
  open: OpenVariant
}

/** Every way of making pictures that is compared, in the order of the tables. */
export const variants = {
  a: {
    title: 'our renderer',
    families: ['placed', 'unplaced'],
    open: async (it) => (await import('./our-renderer.ts')).openOurRenderer(it),
  },
  b: {
    title: 'our service over HTTP, nothing stored',
    families: ['placed', 'unplaced'],
    open: async (it) => (await import('./our-service.ts')).openOurService(it),
  },
  c: {
    title: 'floor: ready-made drawings, in strips',
    families: ['placed'],
    open: async (it) => (await import('./floor.ts')).openFloor('paintIdat', it),
  },
  c0: {
    title: "ready-made drawings, whole, Chromium's encoder",
    families: ['placed'],
    open: async (it) => (await import('./floor.ts')).openFloor('paintPng', it),
  },
  d: {
    title: 'a browser per export, page.screenshot',
    families: ['placed'],
    open: async (it) => (await import('./browser-per-export.ts')).openBrowserPerExport(it),
  },
  g: {
    title: 'warm page, captureScreenshot for speed',
    families: ['placed'],
    open: async (it) => (await import('./warm-page.ts')).openWarmPages(it),
  },
} as const satisfies Record<string, VariantEntry>

export type VariantName = keyof typeof variants
export const variantNames = Object.keys(variants) as VariantName[]
