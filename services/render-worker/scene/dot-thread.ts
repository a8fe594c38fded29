import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { parentPort } from 'node:worker_threads'

/** The other side of `dot.ts`: DOT sources in, their layouts in the `plain` format out. */
const graphviz = await Graphviz.load()

parentPort?.on('message', (sources: readonly string[]) => {
  parentPort?.postMessage(sources.map((it) => graphviz.layout(it, 'plain', 'dot')))
})
