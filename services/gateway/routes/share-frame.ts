import { shareAssets } from './share-assets.ts'

interface ShareFrame {
  title: string
  /** Further elements of the head. */
  head?: string
  body: string
}

/** Renders what all public pages have: the start of the head, and the footer. All texts are HTML. */
export function shareFrame({ title, head = '', body }: ShareFrame): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${shareAssets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${shareAssets.style}">
${head}</head>
<body>
${body}
<footer><img src="${shareAssets.icon}" alt="" width="20" height="20">Shared from Maps Service</footer>
</body>
</html>
`
}
