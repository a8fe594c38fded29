import { z } from 'zod'
import { removeMap } from '../../maps/workspace-maps.ts'
import { mapParams } from '../../maps/map-params.ts'
import { withConflictMessage, versionSchema } from '../map-version.ts'
import { defineTool } from '../tool.ts'

/** The tool that deletes a map for good. */
export const deleteMapTool = defineTool({
  name: 'delete_map',
  title: 'Delete a map for good',
  description: 'Deletes a map for good, if it still has the version that you read. Ask the user first.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  input: z.strictObject({ ...mapParams.shape, version: versionSchema }),
  output: z.strictObject({ deleted: z.literal(true), id: z.uuid() }),
  async run({ id, version }, context) {
    context.setLoggedMap({ mapId: id })
    await withConflictMessage(context, id, version, () => removeMap(context.maps, context.caller, id, [version]))
    return { structured: { deleted: true, id } }
  },
})
