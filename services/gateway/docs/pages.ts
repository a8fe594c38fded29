import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A page of the documentation that the gateway serves as Markdown. */
export interface DocsPage {
  /** Last segment of its path, `/docs/{name}`. */
  name: string
  title: string
  about: string
  /** Markdown with links to the pages below `/docs/`. */
  text: string
}

const projectRoot = new URL('../../../', import.meta.url)

/** The pages by their source files. The Dockerfile must copy these files. */
export const pageSources = {
  'docs/usage.md': {
    name: 'usage.md',
    title: 'Using the API',
    about: 'create, list, change, share and export maps, with commands to copy',
  },
  'docs/interface.md': {
    name: 'interface.md',
    title: 'Specification',
    about: 'resources, endpoints, formats, errors and limits',
  },
  'docs/api-decisions.md': {
    name: 'api-decisions.md',
    title: 'Where the specification is silent',
    about: 'lengths, colours, order of checks, rate limits, ETags and more, question by question',
  },
  'docs/markdown-files.md': {
    name: 'markdown-files.md',
    title: 'Markdown files',
    about: 'the form of every line of the markdown, claude and agents exports, as regular expressions',
  },
  'docs/mcp.md': {
    name: 'mcp.md',
    title: 'MCP server',
    about: 'how coding agents connect, and the tools and resources that they get',
  },
  'SECURITY.md': {
    name: 'security.md',
    title: 'Security',
    about: 'how to report a vulnerability, and what the service defends against and what not',
  },
  'clients/cli/README.md': {
    name: 'command-line.md',
    title: 'Command line',
    about: 'maps in scripts, repositories and builds',
  },
  'clients/typescript/README.md': {
    name: 'typescript-client.md',
    title: 'TypeScript client',
    about: 'for Node and browsers, with retries and typed errors',
  },
  'clients/github-action/README.md': {
    name: 'github-action.md',
    title: 'GitHub Action',
    about: "keeps a repository's architecture file current, and comments changes and costs on pull requests",
  },
} as const

/** Reads all pages, with links between them rewritten to `/docs/`. */
export function readPages(): DocsPage[] {
  return Object.entries(pageSources).map(([source, page]) => {
    const text = readFileSync(new URL(source, projectRoot), 'utf8')
    return { ...page, text: rewriteLinks(text, source) }
  })
}

/** Rewrites links to served pages; other relative links become plain text, since the gateway serves no other files. */
function rewriteLinks(markdown: string, source: string): string {
  return markdown.replaceAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (link, text: string, target: string) => {
    if (/^(?:\w+:|#)/.test(target)) return link
    const [path = '', anchor] = target.split('#')
    const file = posix.join(posix.dirname(source), path)
    if (!isSource(file)) return text
    return `[${text}](${pageSources[file].name}${anchor === undefined ? '' : `#${anchor}`})`
  })
}

function isSource(file: string): file is keyof typeof pageSources {
  return Object.hasOwn(pageSources, file)
}
