import { diffMaps } from '@maps/shared/diff/map-diff'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { refuseTooLarge } from '../../exports/export-map.ts'
import { mapParams } from '../../maps/map-params.ts'
import { mapChangesOf, mapChangesSchema } from '../map-changes.ts'
import { mapHeadSchema, overviewOf } from '../map-view.ts'
import { readMap, takeContent } from '../read-map.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

const version = z.int().min(1).exactOptional()

/** The tool that compares two maps. */
export const compareMapsTool = defineTool({
  name: 'compare_maps',
  title: 'Compare two maps',
  description: 'Tells what differs between two maps or versions, and what that costs per month.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    from: mapParams.shape.id.describe('Id of the first map'),
    to: mapParams.shape.id.describe('Id of the second, or same'),
    fromVersion: version.describe('Default: current'),
    toVersion: version,
  }),
  output: z.strictObject({
    from: inBrief(mapHeadSchema, 'As in get_map'),
    to: inBrief(mapHeadSchema, 'As in get_map'),
    ...mapChangesSchema.shape,
  }),
  async run({ from, to, fromVersion, toVersion }, context) {
    const { setLoggedMap, shareUrl } = context
    setLoggedMap({ mapId: to })
    const after = await readMap(context, to, toVersion)
    const before = await readMap(context, from, fromVersion)
    refuseTooLarge(after, before, 'from')
    const fromContent = takeContent(before)
    await letOthersRun()
    const toContent = takeContent(after)
    await letOthersRun()
    const diff = diffMaps({ id: from, name: before.name, ...fromContent }, { id: to, name: after.name, ...toContent })
    await letOthersRun()
    return {
      structured: {
        from: overviewOf(before, fromContent, shareUrl),
        to: overviewOf(after, toContent, shareUrl),
        ...mapChangesOf(diff),
      },
    }
  },
})
