import type { PlanName } from '@maps/shared/plans'
import { fragment, type Sql } from './postgres.ts'

/** Workspace, rights and remaining time of a token. */
export interface TokenOwner {
  tokenId: string
  workspaceId: string
  plan: PlanName
  /** Whether the token may not create, change or delete. */
  isReadOnly: boolean
  /** Time in ms until the token ends, by expiry or retirement, by the database's clock; null for a token without an end. */
  remainingMs: number | null
}

/** A token's record, without its secret. */
export interface TokenRecord {
  id: string
  workspace: string
  name: string
  lastFour: string
  isReadOnly: boolean
  createdAt: Date
  /** End of the token: its expiry, or its retirement if that is earlier. */
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** A token without its secret, and its workspace with what that holds. */
export interface TokenWorkspace {
  name: string
  /** Number of maps. */
  maps: number
  /** Bytes of nodes, edges and pinned positions of all maps. */
  storedBytes: number
  /** Number of earlier versions of its maps. */
  revisions: number
  /** Bytes of their nodes and edges. */
  revisionBytes: number
  tokenName: string
  expiresAt: Date | null
}

/** A token to be stored: its hash and not its text. `workspace` is the workspace's name. */
export interface NewTokenRecord {
  workspace: string
  name: string
  hash: Buffer
  lastFour: string
  isReadOnly?: boolean
  expiresAt: Date | undefined
}

/** The new token of a rotation. */
export interface Successor extends Pick<NewTokenRecord, 'hash' | 'lastFour' | 'expiresAt'> {
  /** End of the rotated token, unless it ends earlier. */
  retiresAt: Date | undefined
}

/** When a token ends, unless it is revoked: at its expiry, or earlier where it was rotated. */
const endsAt = fragment`least(expires_at, retires_at)`
/** SQL condition: a token may be used. */
const isLive = fragment`revoked_at is null and coalesce(${endsAt} > now(), true)`

/** The queries of the tokens table. */
export type TokenStore = ReturnType<typeof createTokenStore>

/** Creates the queries of the tokens table. */
export function createTokenStore(sql: Sql) {
  /** Records the use of a token, once a minute for all gateways. */
  async function recordUse(id: string): Promise<void> {
    await sql`
      update tokens set last_used_at = now()
      where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`
  }

  return {
    /** Finds the owner of a token that is neither revoked nor expired, and records its use in the background. */
    async findOwner(hash: Buffer): Promise<TokenOwner | undefined> {
      const [row] = await sql<(TokenOwner & { isUseRecorded: boolean })[]>`
        select tokens.id as token_id, workspace_id, plan, is_read_only,
          extract(epoch from ${endsAt} - now())::float8 * 1000 as remaining_ms,
          coalesce(last_used_at > now() - interval '1 minute', false) as is_use_recorded
        from tokens join workspaces on workspaces.id = workspace_id
        where hash = ${hash} and ${isLive}`
      if (!row) return undefined
      const { isUseRecorded, ...owner } = row
      // A database that accepts no writes still serves reads.
      if (!isUseRecorded) recordUse(owner.tokenId).catch(() => {})
      return owner
    },

    /** Reads the workspace of a token. @returns undefined once either of them is deleted */
    async readWorkspace(workspaceId: string, tokenId: string): Promise<TokenWorkspace | undefined> {
      const [row] = await sql<TokenWorkspace[]>`
        select workspaces.name, map_count as maps, stored_bytes::float8 as stored_bytes,
          revision_count as revisions, revision_bytes::float8 as revision_bytes,
          tokens.name as token_name, ${endsAt} as expires_at
        from workspaces join tokens on workspace_id = workspaces.id
        where workspaces.id = ${workspaceId} and tokens.id = ${tokenId}`
      return row
    },

    /** Stores a token. @returns its id, or undefined if the workspace does not exist */
    async create(token: NewTokenRecord): Promise<string | undefined> {
      const { workspace, name, hash, lastFour, isReadOnly = false, expiresAt } = token
      const [row] = await sql<{ id: string }[]>`
        insert into tokens (workspace_id, name, hash, last_four, is_read_only, expires_at)
        select id, ${name}, ${hash}, ${lastFour}, ${isReadOnly}, ${expiresAt ?? null} from workspaces where name = ${workspace}
        returning id`
      return row?.id
    },

    /**
     * Stores a new token with the workspace, name and scope of another one, and by default its lifetime.
     * @returns false if no live token has that id
     */
    async rotate(id: string, { hash, lastFour, expiresAt, retiresAt }: Successor): Promise<boolean> {
      const rows = await sql`
        with old as (
          select * from tokens
          where id = ${id} and ${isLive}
          for update
        ), retired as (
          update tokens set retires_at = least(tokens.retires_at, ${retiresAt ?? null}) from old where tokens.id = old.id
        )
        insert into tokens (workspace_id, name, hash, last_four, is_read_only, expires_at)
        select workspace_id, name, ${hash}, ${lastFour}, is_read_only,
          coalesce(${expiresAt ?? null}, now() + (expires_at - created_at))
        from old
        returning id`
      return rows.length > 0
    },

    async list(workspace?: string): Promise<TokenRecord[]> {
      return sql<TokenRecord[]>`
        select tokens.id, workspaces.name as workspace, tokens.name, last_four,
          is_read_only, tokens.created_at, ${endsAt} as expires_at, revoked_at,
          last_used_at
        from tokens join workspaces on workspaces.id = workspace_id
        where ${workspace ? fragment`workspaces.name = ${workspace}` : fragment`true`}
        order by workspaces.name, tokens.created_at`
    },

    /** Revokes a token. @returns false if no unrevoked token has that id */
    async revoke(id: string): Promise<boolean> {
      const rows = await sql`
        update tokens set revoked_at = now() where id = ${id} and revoked_at is null returning id`
      return rows.length > 0
    },
  }
}
