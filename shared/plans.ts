import { z } from 'zod'
import { exportFormats } from './file-formats.ts'
import { MAX_ELEMENTS } from './map.ts'

/** The names of the plans. */
export const planNames = ['free', 'pro'] as const
/** The name of a plan. */
export type PlanName = (typeof planNames)[number]

/** Schema of a plan. */
export const planSchema = z.strictObject({
  maps: z.int().min(1).describe('Maximum number of maps of a workspace'),
  storedBytes: z
    .int()
    .min(1)
    .describe('Maximum bytes of nodes, edges and pinned positions, as JSON, of all maps of a workspace'),
  revisions: z.int().min(1).describe('Maximum number of earlier versions that are kept of a map'),
  revisionBytes: z
    .int()
    .min(1)
    .describe('Maximum bytes of nodes and edges, as JSON, of all earlier versions of a workspace'),
  nodes: z.int().min(1).max(MAX_ELEMENTS).describe('Maximum number of nodes of a map'),
  formats: z.array(z.enum(exportFormats)).describe('Formats a map can be exported in'),
  requestsPerMinute: z.int().min(1),
  exportsInFlight: z.int().min(1).describe('Maximum number of exports of a workspace that wait or render at a time'),
})
/** The limits of a plan. */
export type Plan = z.infer<typeof planSchema>

/** Schema of the setting `PLANS`. */
export const planTableSchema = z.record(z.enum(planNames), planSchema)
/** The limits of all plans, by name. */
export type PlanTable = z.infer<typeof planTableSchema>

/** The limits of the plans, unless the setting `PLANS` replaces the table. */
export const defaultPlans: PlanTable = {
  free: {
    maps: 1_000,
    storedBytes: 256 * 1024 ** 2,
    revisions: 50,
    revisionBytes: 64 * 1024 ** 2,
    nodes: 100,
    formats: ['png', 'markdown', 'claude', 'agents'],
    requestsPerMinute: 120,
    exportsInFlight: 4,
  },
  pro: {
    maps: 100_000,
    storedBytes: 20 * 1024 ** 3,
    revisions: 1_000,
    revisionBytes: 5 * 1024 ** 3,
    nodes: 2_000,
    formats: [...exportFormats],
    requestsPerMinute: 1_200,
    exportsInFlight: 16,
  },
}
