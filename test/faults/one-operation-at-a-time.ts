import type { MapChange, MapContent } from '@maps/shared/map'
import { applyOperations as applyAll } from '../../services/gateway/mcp/apply-operations.ts'
import type { Operation } from '../../services/gateway/mcp/operations.ts'

/** Replaces `applyOperations` of the gateway: each operation reads and copies the whole map, so that the work grows with their product. */
export function applyOperations(content: MapContent, operations: readonly Operation[]): MapChange {
  let change: MapChange = {}
  for (const operation of operations)
    change = { ...change, ...applyAll({ ...content, ...listsOf(change) }, [operation]) }
  return change
}

function listsOf({ nodes, edges }: MapChange): Partial<MapContent> {
  return { ...(nodes && { nodes }), ...(edges && { edges }) }
}
