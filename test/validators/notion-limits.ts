/** The errors for which Notion would refuse a request body, by https://developers.notion.com/reference/request-limits. */
export function notionLimitErrors(body: object): string[] {
  const errors: string[] = []
  const check = (isFine: boolean, error: string) => void (isFine || errors.push(error))
  const bytes = Buffer.byteLength(JSON.stringify(body))
  let blocks = 0

  check(bytes <= 500_000, `${bytes} bytes`)
  visit(body, 'body', 0)
  check(blocks <= 1_000, `${blocks} blocks`)
  return errors

  function visit(value: unknown, path: string, level: number): void {
    if (Array.isArray(value)) {
      check(value.length <= 100, `${path} has ${value.length} items`)
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, level)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) visitMember(key, item, `${path}.${key}`, level)
    }
  }

  function visitMember(key: string, value: unknown, path: string, level: number): void {
    check(notionKeys.has(key), `${path} is not Notion's`)
    if (key === 'content') checkText(value, path)
    if (key !== 'children') return visit(value, path, level)
    check(level < 2, `${path} is at level ${level + 1}`)
    if (Array.isArray(value)) blocks += value.length
    visit(value, path, level + 1)
  }

  function checkText(value: unknown, path: string): void {
    if (typeof value !== 'string') return check(false, `${path} is no text`)
    check(value.length > 0 && value.length <= 2_000, `${path} has ${value.length} characters`)
    check(value.isWellFormed(), `${path} splits a surrogate pair`)
  }
}

const notionKeys = new Set([
  ...['parent', 'type', 'page_id', 'data_source_id', 'properties', 'title', 'children', 'rich_text', 'text', 'content'],
  ...['callout', 'icon', 'emoji', 'heading_2', 'paragraph', 'code', 'language'],
  ...['table', 'table_width', 'has_column_header', 'table_row', 'cells'],
])
