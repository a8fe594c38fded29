import { mapChangeSchema } from '@maps/shared/map'
import { z } from 'zod'
import { compileCheck } from '../../http/check.ts'
import { changeMap, getMap, versionConflict } from '../../routes/workspace-maps.ts'
import { mapParams } from '../../routes/maps.ts'
import { applyOperations } from '../apply-operations.ts'
import { operationSchema } from '../operations.ts'
import { withVersionConflict, versionSchema } from '../map-version.ts'
import { contentOf, headOf, mapHeadSchema } from '../map-view.ts'
import { defineTool } from '../tool.ts'

/** Each operation searches the whole map, so a call may not have any number of them. */
const MAX_OPERATIONS = 500

/** Checks limits of the whole map that no single operation knows, such as its number of edges. */
const checkChange = compileCheck(mapChangeSchema, 'The changed map')

/** The tool that changes parts of a map. */
export const editMap = defineTool({
  name: 'edit_map',
  title: 'Change a map',
  description:
    'Changes a map by operations on nodes and edges, all of them or none. It needs the version that you read; if the map has changed ' +
    'since, nothing happens and you are told the current version. Whatever no operation names stays as it is.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  input: z.strictObject({
    ...mapParams.shape,
    version: versionSchema,
    operations: z
      .array(operationSchema)
      .min(1, 'must have at least one operation')
      .max(MAX_OPERATIONS, `must have at most ${MAX_OPERATIONS} operations`)
      .describe('Applied one after the other'),
  }),
  output: z.strictObject({ map: mapHeadSchema }),
  async run({ id, version, operations }, context) {
    const { maps, caller, setLoggedMap, shareUrl } = context
    setLoggedMap({ mapId: id })
    const changed = await withVersionConflict(context, id, version, async () => {
      const map = await getMap(maps, caller, id)
      // An operation that does not fit another version is no fault of the agent's.
      if (map.version !== version) throw versionConflict()
      const change = checkChange(applyOperations(contentOf(map), operations))
      return changeMap(maps, caller, id, change, [version])
    })
    return { structured: { map: headOf(changed, contentOf(changed), shareUrl) } }
  },
})
