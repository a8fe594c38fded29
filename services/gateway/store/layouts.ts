import { hash } from 'node:crypto'
import { isMapId } from '@maps/shared/ids'
import type { Plan } from '@maps/shared/plans'
import { arrayText, fragment, type Fragment, type Sql } from './postgres.ts'
import { retryUntilExplained } from './retry-until-explained.ts'

/** What became of a request to pin or unpin a layout. */
export type PinOutcome = 'done' | 'not found' | 'state differs' | 'too many bytes'

/** Characters of the hash that stands for a pin in an ETag. */
const TAG_LENGTH = 16

/** The state of a map's layout for an ETag: the version of the map, and a hash of the pin, 0 for none. */
export function layoutState({ version, pin }: { version: number; pin?: string | null | undefined }): string {
  return `${version}.${pin ? hash('sha256', pin).slice(0, TAG_LENGTH) : '0'}`
}

/**
 * Condition that the workspace has room for what a map or its pin grows by, if it grows. The workspace is not locked: concurrent changes may exceed
 * the limit together, each by its own size.
 * @param growth in bytes
 */
export function hasRoomFor(workspaceId: string, growth: Fragment, { storedBytes }: Pick<Plan, 'storedBytes'>) {
  return fragment`(
    ${growth} <= 0 or (select stored_bytes from workspaces where id = ${workspaceId}) + ${growth} <= ${storedBytes}
  )`
}

/** SQL for the bytes that a pin adds to those of a row of maps. */
export function growthOfPin(pin: string) {
  return fragment`(${Buffer.byteLength(pin)} - coalesce((select octet_length(pin) from map_layouts where map_id = maps.id), 0))`
}

/** SQL that pins or unpins the layout of the map in the expression `changed`, as a further expression of the same `with`; nothing for undefined. */
export function withPin(pin: string | null | undefined) {
  if (pin === undefined) return fragment``
  if (pin === null) return fragment`, unpinned as (delete from map_layouts using changed where map_id = changed.id)`
  return fragment`, pinned as (
    insert into map_layouts (map_id, workspace_id, pin) select id, workspace_id, ${pin} from changed
    on conflict (map_id) do update set pin = excluded.pin
  )`
}

/**
 * Creates the queries that pin and unpin layouts. `states` are those that the client allows, as `layoutState` writes them, or versions of the map
 * alone; by default all. Each query is one statement, so that no fault leaves a part of it.
 */
export function createLayouts(sql: Sql) {
  return {
    /** Pins this layout, JSON text, if the workspace has room. The map is locked until then: its version cannot change meanwhile. */
    async pin(
      workspaceId: string,
      id: string,
      pin: string,
      limits: Pick<Plan, 'storedBytes'>,
      states?: readonly string[],
    ): Promise<PinOutcome> {
      if (!isMapId(id)) return 'not found'
      const hasRoomAfter = (present: Fragment) =>
        hasRoomFor(workspaceId, fragment`${Buffer.byteLength(pin)} - coalesce(octet_length(${present}), 0)`, limits)
      const [pinned, none] = [fragment`pinned.pin`, fragment`null::text`]
      return retryUntilExplained(async () => {
        // A statement sees pins as they were at its start. So one that another request has removed since is skipped, and one that it has set conflicts.
        const rows = await sql`
          with map as (
            select id, version from maps where id = ${id} and workspace_id = ${workspaceId} for no key update
          ), updated as (
            update map_layouts as pinned set pin = ${pin} from map
            where map_id = id and ${isAllowed(fragment`version`, pinned, states)} and ${hasRoomAfter(pinned)}
            returning map_id
          ), inserted as (
            insert into map_layouts (map_id, workspace_id, pin) select id, ${workspaceId}, ${pin} from map
            where not exists (select from map_layouts where map_id = id)
              and ${isAllowed(fragment`version`, none, states)} and ${hasRoomAfter(none)}
            on conflict do nothing returning map_id
          )
          select from updated union all select from inserted`
        if (rows.length > 0) return 'done'
        const found = await findPinned(workspaceId, id, states, hasRoomAfter(pinned))
        if (!found) return 'not found'
        if (!found.isAllowed) return 'state differs'
        return found.isMet ? undefined : 'too many bytes'
      })
    },

    /** Unpins the layout of a map, if it is pinned. Locks the map first, as every change of a map does, so that the two cannot deadlock. */
    async unpin(workspaceId: string, id: string, states?: readonly string[]): Promise<PinOutcome> {
      if (!isMapId(id)) return 'not found'
      return retryUntilExplained(async () => {
        const rows = await sql`
          with map as (
            select id, version from maps where id = ${id} and workspace_id = ${workspaceId} for no key update
          )
          delete from map_layouts using map
          where map_id = id and ${isAllowed(fragment`version`, fragment`pin`, states)}
          returning map_id`
        if (rows.length > 0) return 'done'
        const found = await findPinned(workspaceId, id, states, fragment`pinned.pin is null`)
        if (!found) return 'not found'
        if (!found.isAllowed) return 'state differs'
        return found.isMet ? 'done' : undefined
      })
    },
  }

  /** Finds whether the state of a map's layout is allowed, and whether a condition on its pin is met; undefined without the map. */
  async function findPinned(
    workspaceId: string,
    id: string,
    states: readonly string[] | undefined,
    condition: Fragment,
  ): Promise<{ isAllowed: boolean; isMet: boolean } | undefined> {
    const [found] = await sql<{ isAllowed: boolean; isMet: boolean }[]>`
      select ${isAllowed(fragment`version`, fragment`pinned.pin`, states)} as is_allowed, ${condition} as is_met
      from maps left join map_layouts as pinned on map_id = id
      where id = ${id} and maps.workspace_id = ${workspaceId}`
    return found
  }

  function isAllowed(version: Fragment, pin: Fragment, states: readonly string[] | undefined) {
    if (!states) return fragment`true`
    const allowed = fragment`${arrayText(states)}::text[]`
    const tag = fragment`coalesce(left(encode(sha256(convert_to(${pin}, 'UTF8')), 'hex'), ${TAG_LENGTH}), '0')`
    return fragment`(${version}::text = any(${allowed}) or ${version} || '.' || ${tag} = any(${allowed}))`
  }
}

/** What the database keeps of pinned layouts. */
export interface LayoutFacts {
  /** Whether their bytes are counted. */
  isCounted: boolean
  count: number
  bytes: number
}

/** Reads whether pinned layouts are counted, and how many of all workspaces there are. */
export async function readLayoutFacts(sql: Sql): Promise<LayoutFacts> {
  const [facts] = await sql<LayoutFacts[]>`
    select count(*)::int as count, coalesce(sum(octet_length(pin)), 0)::float8 as bytes,
      exists (select from pg_trigger where tgname = 'count_layout' and tgrelid = 'map_layouts'::regclass and tgenabled <> 'D')
        as is_counted
    from map_layouts`
  return facts!
}
