import { invalidFields, ServiceError } from '@maps/shared/errors'
import { type MapChange, mapChangeSchema, noteSchema } from '@maps/shared/map'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { z } from 'zod'
import { MAX_JSON_BYTES } from '../../http/body.ts'
import { compileCheck } from '../../validation/check.ts'
import { currentPin, storePin, unpinLayout } from '../../exports/pin-layout.ts'
import { changeMap, versionConflict } from '../../maps/workspace-maps.ts'
import { mapParams } from '../../maps/map-params.ts'
import { applyOperations } from '../apply-operations.ts'
import { operationSchema } from '../operations.ts'
import { readCurrentVersion, versionSchema, withConflictMessage } from '../map-version.ts'
import { readMap, takeContent } from '../read-map.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'
import { MAX_WRITTEN_BYTES, writtenMapOf, writtenMapSchema } from '../written-map.ts'

/** Maximum number of operations of a call. */
const MAX_OPERATIONS = 500

/** What is wrong with a note on operations that make no version. */
const NO_VERSION = 'must come with an operation that changes the map, which pins do not'

/** Checks limits of the whole map, such as its number of edges, which single operations cannot check. */
const checkChange = compileCheck(mapChangeSchema, 'The changed map')

/** The tool that changes parts of a map. */
export const editMapTool = defineTool({
  name: 'edit_map',
  title: 'Change a map',
  description:
    'Changes a map by operations on nodes and edges, all of them or none, at the version that you read: if it has changed, nothing happens, ' +
    'and you are told the current one.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  input: z.strictObject({
    ...mapParams.shape,
    version: versionSchema,
    note: inBrief(noteSchema, 'Why, for the log of versions').exactOptional(),
    operations: z
      .array(operationSchema)
      .min(1, 'must have at least one operation')
      .max(MAX_OPERATIONS, `must have at most ${MAX_OPERATIONS} operations`)
      .describe(`Applied one after the other, at most ${MAX_OPERATIONS}`),
  }),
  output: writtenMapSchema,
  async run({ id, version, note, operations }, context) {
    const { setLoggedMap, shareUrl } = context
    setLoggedMap({ mapId: id })
    const { changed, content } = await withConflictMessage(context, id, version, async () => {
      const refuseOtherVersions = async (): Promise<void> => {
        if ((await readCurrentVersion(context, id)).version !== version) throw versionConflict()
      }
      const [first] = operations
      const restored = first?.op === 'restore' ? first.version : undefined
      const pins = operations.flatMap(({ op }) => (op === 'pin' || op === 'unpin' ? [op] : []))
      const lastPin = pins.at(-1)
      if (lastPin === 'pin') await refuseOtherVersions()
      // The places before the change. Read first, since this holds the map, too.
      using current = lastPin === 'pin' ? await currentPin(context, id) : undefined
      // Checked first: operations for an old version need not fit the current one.
      if (restored !== undefined) await refuseOtherVersions()
      const base = await readMap(context, id, restored)
      if (restored === undefined && base.version !== version) throw versionConflict()
      const bytesBefore = { nodes: Buffer.byteLength(base.nodes), edges: Buffer.byteLength(base.edges) }
      const content = takeContent(base)
      await letOthersRun()
      const edited = applyOperations(content, operations)
      await letOthersRun()
      if (pins.length === operations.length) {
        if (note !== undefined) throw invalidFields('The input', [['note', NO_VERSION]])
        await context.makeAnswerRoom(MAX_WRITTEN_BYTES)
        if (current) await storePin(context, id, current.pin, [`${version}`])
        else await unpinLayout(context, id, [`${version}`])
        return { changed: base, content }
      }
      const change = checkChange({ ...(restored !== undefined && { name: base.name }), ...edited })
      const changedBytes = bytesOfLists(change)
      refuseTooManyBytes(changedBytes)
      await letOthersRun()
      const after = { ...bytesBefore, ...changedBytes }
      await context.makeAnswerRoom(Math.max(MAX_WRITTEN_BYTES, after.nodes + after.edges))
      const pin = lastPin === 'unpin' ? null : current?.pin
      const { nodes = content.nodes, edges = content.edges } = change
      return {
        changed: await changeMap(context, id, change, {
          versions: [version],
          note: note ?? restoreNote(restored),
          pin,
        }),
        content: { nodes, edges },
      }
    })
    return { structured: writtenMapOf(changed, content, shareUrl) }
  },
})

/** The note of a restored version without one of its caller's, since a change with a note keeps the version before it. */
function restoreNote(restored: number | undefined): string | undefined {
  return restored === undefined ? undefined : `Restored from v${restored}`
}

/** Bytes of the lists of a map, as they are stored. */
type ListBytes = Record<'nodes' | 'edges', number>

function bytesOfLists({ nodes, edges }: MapChange): Partial<ListBytes> {
  const bytes = (list: object): number => Buffer.byteLength(JSON.stringify(list))
  return { ...(nodes && { nodes: bytes(nodes) }), ...(edges && { edges: bytes(edges) }) }
}

/** Refuses lists that no request body could hold: edits would add up to maps of 50 MiB. @throws ServiceError 413 */
function refuseTooManyBytes(lists: Partial<ListBytes>): void {
  for (const [name, bytes] of Object.entries(lists)) {
    if (bytes > MAX_JSON_BYTES) {
      throw new ServiceError(413, `The changed map would have more than ${MAX_JSON_BYTES / 1024 ** 2} MiB of ${name}.`)
    }
  }
}
