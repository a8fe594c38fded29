import { readFileSync } from 'node:fs'

/**
 * Reads the commands of a document for operators: its `sh` blocks that begin with a comment, by that comment. Tests run them as they
 * are printed.
 */
export function readCommands(path: string): Map<string, string> {
  const page = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  const blocks = page.matchAll(/^```sh\n# ([^\n]+)\n([^]*?)^```$/gm)
  return new Map([...blocks].map(([, title = '', command = '']) => [title, command]))
}
