import type { NotionBlock, NotionText } from '../../services/render-worker/documents/notion-blocks.ts'

/** The visible text of a block. */
export function textOf(block: NotionBlock): string {
  switch (block.type) {
    case 'callout':
      return plainText(block.callout.rich_text)
    case 'heading_2':
      return plainText(block.heading_2.rich_text)
    case 'paragraph':
      return plainText(block.paragraph.rich_text)
    case 'code':
      return plainText(block.code.rich_text)
    case 'table':
      return rowsOf(block).flat().join(' ')
  }
}

/** The cells of a table by row, with the header; empty for other blocks. */
export function rowsOf(block: NotionBlock | undefined): string[][] {
  if (block?.type !== 'table') return []
  return block.table.children.map((row) => row.table_row.cells.map(plainText))
}

function plainText(pieces: NotionText[]): string {
  return pieces.map((it) => it.text.content).join('')
}
