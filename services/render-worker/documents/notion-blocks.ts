/** A rich-text object in a request to Notion's API (version 2026-03-11), with the fields that exports use. */
export interface NotionText {
  type: 'text'
  text: { content: string }
}

interface NotionTableRow {
  type: 'table_row'
  table_row: { cells: NotionText[][] }
}

/** A table block. */
export interface NotionTable {
  type: 'table'
  table: { table_width: number; has_column_header: true; children: NotionTableRow[] }
}

/** A block of a page. */
export type NotionBlock =
  | { type: 'callout'; callout: { icon: { type: 'emoji'; emoji: string }; rich_text: NotionText[] } }
  | { type: 'heading_2'; heading_2: { rich_text: NotionText[] } }
  | { type: 'paragraph'; paragraph: { rich_text: NotionText[] } }
  | { type: 'code'; code: { language: 'mermaid'; rich_text: NotionText[] } }
  | NotionTable

/** Notion's limits: https://developers.notion.com/reference/request-limits */
const MAX_TEXT_LENGTH = 2_000
const MAX_TABLE_ROWS = 100
/** Our own limit, so that several tables fit into one request. */
const MAX_TABLE_BYTES = 150_000

/** Splits a text at Notion's length limit, which is in UTF-16 units. It never splits a surrogate pair. */
export function richText(text: string): NotionText[] {
  const texts: NotionText[] = []
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + MAX_TEXT_LENGTH, text.length)
    const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1))
    if (splitsPair) end--
    texts.push({ type: 'text', text: { content: text.slice(start, end) } })
    start = end
  }
  return texts
}

/** A callout with an emoji before its text. */
export function callout(emoji: string, text: string): NotionBlock {
  return { type: 'callout', callout: { icon: { type: 'emoji', emoji }, rich_text: richText(text) } }
}

/** A heading of the second level. */
export function heading(text: string): NotionBlock {
  return { type: 'heading_2', heading_2: { rich_text: richText(text) } }
}

/** A paragraph of text. */
export function paragraph(text: string): NotionBlock {
  return { type: 'paragraph', paragraph: { rich_text: richText(text) } }
}

/** A code block that Notion shows as a diagram. */
export function mermaid(diagram: string): NotionBlock {
  return { type: 'code', code: { language: 'mermaid', rich_text: richText(diagram) } }
}

/** Writes rows of text as one or more tables with the same header, within the limits of rows and bytes. */
export function tables(header: string[], rows: string[][]): NotionTable[] {
  const headerRow = tableRow(header)
  const blocks: NotionTable[] = []
  let children: NotionTableRow[] | undefined
  let bytes = 0
  for (const row of rows.map(tableRow)) {
    const rowBytes = Buffer.byteLength(JSON.stringify(row))
    if (!children || children.length === MAX_TABLE_ROWS || bytes + rowBytes > MAX_TABLE_BYTES) {
      children = [headerRow]
      bytes = 0
      blocks.push({ type: 'table', table: { table_width: header.length, has_column_header: true, children } })
    }
    children.push(row)
    bytes += rowBytes
  }
  return blocks
}

function tableRow(cells: string[]): NotionTableRow {
  return { type: 'table_row', table_row: { cells: cells.map(richText) } }
}
