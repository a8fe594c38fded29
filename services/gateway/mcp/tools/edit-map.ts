import { mapChangeSchema } from '@maps/shared/map'
import { z } from 'zod'
import { compileCheck } from '../../http/check.ts'
import { changeMap, getMap, versionConflict } from '../../routes/workspace-maps.ts'
import { mapParams } from '../../routes/maps.ts'
import { applyOperations } from '../apply-operations.ts'
import { operationSchema } from '../operations.ts'
import { withConflictMessage, versionSchema } from '../map-version.ts'
import { contentOf, overviewOf, mapHeadSchema } from '../map-view.ts'
import { defineTool } from '../tool.ts'

/** Most operations of a call, since each searches the whole map. */
const MAX_OPERATIONS = 500

/** Checks limits of the whole map, such as its number of edges, which single operations cannot check. */
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
    const changed = await withConflictMessage(context, id, version, async () => {
      const map = await getMap(maps, caller, id)
      // Checked first: operations for an old version need not fit the current one.
      if (map.version !== version) throw versionConflict()
      const change = checkChange(applyOperations(contentOf(map), operations))
      return changeMap(maps, caller, id, change, [version])
    })
    return { structured: { map: overviewOf(changed, contentOf(changed), shareUrl) } }
  },
})
