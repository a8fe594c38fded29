import { Unauthorized } from '@maps/shared/errors'
import { defaultPlans, planNames, planSchema } from '@maps/shared/plans'
import { z } from 'zod'
import { REVALIDATE_HEADERS } from '../http/etag.ts'
import { jsonResponse } from '../http/response.ts'
import { defineRoute, type Route } from '../http/route.ts'
import type { TokenStore } from '../store/tokens.ts'
import { exampleStoredMap } from './map-openapi.ts'

/** Schema of the caller's workspace. Of the token it has neither text nor hash. */
const workspaceSchema = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    plan: z.enum(planNames).describe('Name of its plan'),
    limits: planSchema.describe('The limits of its plan'),
    usage: z.strictObject({
      maps: z.int().min(0).describe('Number of its maps'),
      storedBytes: z.int().min(0).describe('Bytes of nodes, edges and pinned positions, as JSON, of all its maps'),
      revisions: z.int().min(0).describe('Number of earlier versions of its maps'),
      revisionBytes: z.int().min(0).describe('Bytes of nodes and edges, as JSON, of these'),
    }),
    token: z.strictObject({
      name: z.string(),
      isReadOnly: z.boolean().describe('Whether it may not create, change or delete'),
      expiresAt: z.iso.datetime().optional().describe('When it expires; it never does where this is not set'),
    }),
  })
  .meta({ id: 'Workspace' })
const oneWorkspace = z.strictObject({ workspace: workspaceSchema }).meta({ id: 'OneWorkspace' })

const exampleWorkspace: z.infer<typeof workspaceSchema> = {
  id: exampleStoredMap.workspaceId,
  name: 'acme',
  plan: 'pro',
  limits: defaultPlans.pro,
  usage: { maps: 12, storedBytes: 48_150, revisions: 96, revisionBytes: 361_400 },
  token: { name: 'ci', isReadOnly: true, expiresAt: '2027-02-22T09:30:00.000Z' },
}

/** The route that shows a caller the workspace of its token: plan, limits and usage, and what the token may do. */
export function workspaceRoutes({ tokens }: { tokens: Pick<TokenStore, 'readWorkspace'> }): Route[] {
  return [
    defineRoute({
      id: 'getWorkspace',
      method: 'get',
      path: '/workspace',
      group: 'Workspace',
      summary: 'Fetch the workspace of the token',
      description: 'Its plan, with the limits and how much of them is used, and the rights of the token.',
      params: z.strictObject({}),
      query: z.strictObject({}),
      responses: {
        200: {
          description: 'The workspace',
          content: { 'application/json': oneWorkspace },
          example: { workspace: exampleWorkspace },
        },
      },
      async handle({ caller: { workspaceId, tokenId, isReadOnly, plan, planName } }) {
        const found = await tokens.readWorkspace(workspaceId, tokenId)
        if (!found) throw new Unauthorized()
        const { name, tokenName, expiresAt, ...usage } = found
        const workspace = {
          id: workspaceId,
          name,
          plan: planName,
          limits: plan,
          usage,
          token: { name: tokenName, isReadOnly, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
        } satisfies z.infer<typeof workspaceSchema>
        return jsonResponse(200, JSON.stringify({ workspace }), REVALIDATE_HEADERS)
      },
    }),
  ]
}
