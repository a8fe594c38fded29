import type { ArchitectureMap, MapEdge } from '@maps/shared/map'
import { createLauncher } from './chromium.ts'
import { mapOf } from '../maps.ts'
import { linesOf } from './node-lines.ts'
import { loadPeer } from './peers.ts'
import type { Surroundings, Variant } from './variant.ts'

/** A wide page, which Mermaid shrinks larger diagrams to; and it refuses large maps unless told. */
const options = {
  viewport: { width: 1_600, height: 1_000, deviceScaleFactor: 2 },
  mermaidConfig: { maxEdges: 10_000, maxTextSize: 10_000_000 },
}

/** Mermaid's own command line program, by its API and with a browser that stays. */
export async function openMermaid(surroundings: Surroundings): Promise<Variant> {
  const { renderMermaid } = await loadPeer('@mermaid-js/mermaid-cli')
  const launch = await createLauncher(surroundings)
  const browser = await launch()
  return {
    prepare: async (sample) => {
      const definition = writeMermaid(mapOf(sample))
      return async () => (await renderMermaid(browser, definition, 'png', options)).data
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}

/** A map as a Mermaid flowchart. */
function writeMermaid({ nodes, edges }: ArchitectureMap): string {
  const boxes = nodes.map((it) => {
    const [label, ...rest] = linesOf(it)
    return `${it.id}["${[`<b>${label}</b>`, ...rest].join('<br/>')}"]`
  })
  const links = edges.map((it) => `${it.source} ${arrowOf(it)}${it.label ? `|"${it.label}"|` : ''} ${it.target}`)
  return ['flowchart LR', ...boxes, ...links].join('\n')
}

function arrowOf({ arrow, dashed }: MapEdge): string {
  const line = dashed ? '-.-' : '---'
  if (arrow === 'none') return line
  const head = dashed ? '-.->' : '-->'
  return arrow === 'both' ? `<${head}` : head
}
