import { mapChangeSchema } from '@maps/shared/map'
import { z } from 'zod'
import { compileCheck } from '../../http/check.ts'
import { changeMap, getMap, versionDiffers } from '../../routes/change-map.ts'
import { mapParams } from '../../routes/maps.ts'
import { changeOf } from '../edit-map.ts'
import { operationSchema } from '../edit-operations.ts'
import { tellingVersion, versionSchema } from '../map-version.ts'
import { contentOf, headOf, mapHeadSchema } from '../map-view.ts'
import { defineTool } from '../tool.ts'

/** Each looks through the whole map. */
const MOST_OPERATIONS = 500

/** What single operations cannot tell, such as how many edges a map may have. */
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
      .max(MOST_OPERATIONS, `must have at most ${MOST_OPERATIONS} operations`)
      .describe('Applied one after the other'),
  }),
  output: z.strictObject({ map: mapHeadSchema }),
  async run({ id, version, operations }, call) {
    const { maps, caller, isAbout, shareAddress } = call
    isAbout({ mapId: id })
    const changed = await tellingVersion(call, id, version, async () => {
      const map = await getMap(maps, caller, id)
      // An operation that does not fit another version is no fault of the agent's.
      if (map.version !== version) throw versionDiffers()
      const change = checkChange(changeOf(contentOf(map), operations))
      return changeMap(maps, caller, id, change, [version])
    })
    return { structured: { map: headOf(changed, contentOf(changed), shareAddress) } }
  },
})
