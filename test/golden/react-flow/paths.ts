import { readFile } from 'node:fs/promises'

/** SVG path data of React Flow by pair, sides and kind of line. */
export type Paths = Record<string, Record<string, Record<string, string>>>

/** File with the recorded paths. */
export const recordFile = new URL('paths.json', import.meta.url)

/** Reads the recorded paths. */
export async function readRecord(): Promise<Paths> {
  return JSON.parse(await readFile(recordFile, 'utf8'))
}

/** Sorts the drawn paths and rounds their coordinates to 0.001 px. */
export function recordOf(drawn: Readonly<Record<string, string>>): Paths {
  const paths: Paths = {}
  for (const id of Object.keys(drawn).sort()) {
    const [pair, sides, line] = JSON.parse(id)
    const ofPair = (paths[pair] ??= {})
    const ofSides = (ofPair[sides] ??= {})
    ofSides[line] = roundPath(drawn[id] ?? '')
  }
  return paths
}

function roundPath(d: string): string {
  return d.replace(/-?[\d.]+(?:e-?\d+)?/g, (it) => String(Number(Number(it).toFixed(3))))
}
