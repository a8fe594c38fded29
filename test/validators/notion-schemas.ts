/** A Notion id, with or without dashes. */
export const NOTION_ID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/** Schema of rich text. Notion describes one piece; the maximum number is from its description of a paragraph. */
export const richText = { type: 'array', items: { $ref: '#/components/schemas/richTextRequest' }, maxItems: 100 }

/** Schema of an object with exactly these members. @param optional members that may be missing */
export function exact(properties: Record<string, object>, optional: string[] = []): object {
  const required = Object.keys(properties).filter((it) => !optional.includes(it))
  return { type: 'object', properties, required, additionalProperties: false }
}

const icon = exact({
  type: { const: 'emoji' },
  emoji: { type: 'string', pattern: String.raw`^\p{Extended_Pictographic}\ufe0f?$` },
})

/** The number of cells in a row: the table's width, four levels above the cells. */
const width = { $data: '4/table_width' }
const row = block('table_row', exact({ cells: { type: 'array', items: richText, minItems: width, maxItems: width } }))

const table = exact(
  {
    table_width: { type: 'integer', minimum: 1 },
    has_column_header: { type: 'boolean' },
    has_row_header: { type: 'boolean' },
    children: { type: 'array', items: row, minItems: 1 },
  },
  ['has_column_header', 'has_row_header'],
)

/**
 * Schema of a block outside of a table, with the types and members of https://developers.notion.com/reference/block that
 * exports use. Paragraphs use Notion's own schema, which is more precise.
 */
export const blockSchema = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [
    block('callout', exact({ rich_text: richText, icon }, ['icon'])),
    block('heading_2', exact({ rich_text: richText })),
    block('code', exact({ rich_text: richText, language: { const: 'mermaid' } })),
    block('table', table),
    { $ref: '#/components/schemas/paragraphBlockRequest' },
  ],
}

function block(type: string, content: object): object {
  return exact({ type: { const: type }, [type]: content })
}
