import { z } from 'zod'
import { edgeSchema, mapSchema, nodeSchema } from '../map.ts'
import { currencies } from '../map-values.ts'
import { defineFormat, textLimits } from './format.ts'
import { viewOptions, viewRules } from './view-options.ts'

const node = nodeSchema
  .extend({
    furtherCosts: z
      .array(z.strictObject({ amount: z.number(), currency: z.enum(currencies) }))
      .optional()
      .describe('Monthly costs of collapsed services in other currencies'),
  })
  .meta({ id: 'ViewNode', description: 'A service, or services collapsed into one' })

const view = z
  .strictObject({
    ...mapSchema.pick({ id: true, name: true, updatedAt: true }).shape,
    description: z.string().describe('What the view shows'),
    nodes: z.array(node),
    edges: z.array(edgeSchema),
    leaving: z
      .array(z.strictObject({ id: nodeSchema.shape.id, in: z.int(), out: z.int() }))
      .describe('Numbers of connections between nodes and what the focus leaves out, to and from each node'),
  })
  .meta({ id: 'View' })

/** A part of a map as data. */
export const viewFormat = defineFormat({
  path: '/maps/{id}/view',
  operationId: 'getView',
  planFormat: 'markdown',
  summary: 'Fetch a part of a map as JSON',
  contentType: 'application/json',
  content: z.strictObject({ view }),
  example: {
    view: {
      id: '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90',
      name: 'Web shop',
      updatedAt: '2026-11-24T09:30:00.000Z',
      description: 'View of 2 of 2 services',
      nodes: [
        { id: 'web', label: 'Storefront', tech: 'Next.js' },
        { id: 'api', label: 'Orders API', spend: 1250, currency: 'EUR', billing: ['usage'] },
      ],
      edges: [{ source: 'web', target: 'api', label: 'orders', dashed: true }],
      leaving: [],
    },
  },
  name: { suffix: '.view.json' },
  options: z.strictObject(viewOptions).check(...viewRules),
  ...textLimits,
})
