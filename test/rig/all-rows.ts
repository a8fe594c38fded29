/** Runs a query. @returns its only value */
export type Query = (sql: string) => Promise<string>

const LIST_TABLES = `select coalesce(json_agg(tablename order by tablename), '[]') from pg_tables where schemaname = 'public'`

/** Reads all rows of all tables of a database, by table, each row with all its columns. */
export async function readAllRows(query: Query): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {}
  for (const table of JSON.parse(await query(LIST_TABLES)) as string[]) {
    const rows = `select to_jsonb(it) as fields from "${table}" it`
    const text = await query(`select coalesce(json_agg(fields order by fields::text), '[]') from (${rows}) all_rows`)
    tables[table] = JSON.parse(text) as unknown[]
  }
  return tables
}
