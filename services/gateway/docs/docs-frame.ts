import escapeHtml from 'escape-html'

interface DocsFrame {
  title: string
  /** Path from the page to `/docs/`; empty for a page there. */
  base?: string
  /** Further elements of the head. */
  head?: string
  /** The bar at the top, as HTML. */
  bar: string
  /** The rest of the page, as HTML. */
  content: string
}

/** Renders what pages of the documentation for people have in common. */
export function docsFrame({ title, base = '', head = '', bar, content }: DocsFrame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Maps Service</title>
<link rel="icon" type="image/svg+xml" href="${base}icon.svg">
${head}<link rel="stylesheet" href="${base}page.css">
</head>
<body>
${bar}
<div class="document">
${content}
</div>
</body>
</html>
`
}
