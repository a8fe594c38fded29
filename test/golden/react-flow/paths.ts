import { readFile } from 'node:fs/promises'

/** SVG path data as React Flow drew it: by pair, by sides, by kind of line. */
export type Paths = Record<string, Record<string, Record<string, string>>>

export const recordFile = new URL('paths.json', import.meta.url)

export async function readRecord(): Promise<Paths> {
  return JSON.parse(await readFile(recordFile, 'utf8'))
}

/** The record of what the page drew, in a lasting order, to a thousandth of a px. */
export function recordOf(drawn: Readonly<Record<string, string>>): Paths {
  const paths: Paths = {}
  for (const id of Object.keys(drawn).sort()) {
    const [pair, sides, line] = JSON.parse(id)
    const ofPair = (paths[pair] ??= {})
    const ofSides = (ofPair[sides] ??= {})
    ofSides[line] = rounded(drawn[id] ?? '')
  }
  return paths
}

function rounded(d: string): string {
  return d.replace(/-?[\d.]+(?:e-?\d+)?/g, (it) => String(Number(Number(it).toFixed(3))))
}
