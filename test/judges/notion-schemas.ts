/** An id as Notion takes it, with or without dashes. */
export const NOTION_ID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** Notion describes one piece of rich text; how many there may be, it says where it describes a paragraph. */
export const richText = { type: 'array', items: { $ref: '#/components/schemas/richTextRequest' }, maxItems: 100 }

/** An object with these members, no others, of which some may be absent. */
export function closed(properties: Record<string, object>, optional: string[] = []): object {
  const required = Object.keys(properties).filter((it) => !optional.includes(it))
  return { type: 'object', properties, required, additionalProperties: false }
}

const icon = closed({
  type: { const: 'emoji' },
  emoji: { type: 'string', pattern: String.raw`^\p{Extended_Pictographic}\ufe0f?$` },
})

/** As many cells as the table is wide, which stands four levels above them. */
const width = { $data: '4/table_width' }
const row = block('table_row', closed({ cells: { type: 'array', items: richText, minItems: width, maxItems: width } }))

const table = closed(
  {
    table_width: { type: 'integer', minimum: 1 },
    has_column_header: { type: 'boolean' },
    has_row_header: { type: 'boolean' },
    children: { type: 'array', items: row, minItems: 1 },
  },
  ['has_column_header', 'has_row_header'],
)

/**
 * A block on its own, outside of a table: those of https://developers.notion.com/reference/block that exports use, with no more members
 * than they use. The description knows a paragraph better.
 */
export const blockSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    block('callout', closed({ rich_text: richText, icon }, ['icon'])),
    block('heading_2', closed({ rich_text: richText })),
    block('code', closed({ rich_text: richText, language: { const: 'mermaid' } })),
    block('table', table),
    { $ref: '#/components/schemas/paragraphBlockRequest' },
  ],
}

function block(type: string, content: object): object {
  return closed({ type: { const: type }, [type]: content })
}
