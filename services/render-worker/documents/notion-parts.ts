import type { NotionBlock } from './notion-blocks.ts'

/** Notion's limits: https://developers.notion.com/reference/request-limits */
const MAX_TOP_BLOCKS = 100
const MAX_BLOCKS = 1_000
/** Notion's limit is 500 KB. The rest is for the page's properties, and for clients that write JSON less compactly. */
const MAX_BYTES = 450_000

/** Splits blocks, in order, into the fewest requests that Notion's limits allow. Returns at least one. */
export function splitIntoParts(blocks: readonly NotionBlock[]): NotionBlock[][] {
  let part: NotionBlock[] = []
  const parts = [part]
  let size = { blocks: 0, bytes: 0 }
  for (const block of blocks) {
    const own = sizeOf(block)
    const isFull =
      part.length === MAX_TOP_BLOCKS || size.blocks + own.blocks > MAX_BLOCKS || size.bytes + own.bytes > MAX_BYTES
    if (isFull) {
      parts.push((part = []))
      size = { blocks: 0, bytes: 0 }
    }
    part.push(block)
    size = { blocks: size.blocks + own.blocks, bytes: size.bytes + own.bytes }
  }
  return parts
}

function sizeOf(block: NotionBlock): { blocks: number; bytes: number } {
  const children = block.type === 'table' ? block.table.children.length : 0
  return { blocks: 1 + children, bytes: Buffer.byteLength(JSON.stringify(block)) + 1 }
}
