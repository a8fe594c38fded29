import { Worker } from 'node:worker_threads'
import type { Rect } from './display-list.ts'
import type { Axis } from './edge-path.ts'
import type { Box, Link } from './layout.ts'

/** A layout that takes longer is given up for a simpler one. */
const TIME_LIMIT_MS = 4_000
const PX_PER_INCH = 72
/** In px, between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { rankdir: 'LR', within: 34, between: 84 },
  vertical: { rankdir: 'TB', within: 44, between: 74 },
} as const

/** Shared by all pictures, one layout at a time: loading Graphviz takes longer than most layouts. Started when first needed; it keeps no process alive. */
let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Layers by Graphviz' `dot`, once per axis, in the order of the boxes.
 * @returns undefined where it takes too long or fails
 */
export async function dotLayout(
  boxes: readonly Box[],
  links: readonly Link[],
  axes: readonly Axis[],
  signal: AbortSignal,
): Promise<Rect[][] | undefined> {
  const sources = axes.map((axis) => dotSource(boxes, links, axis))
  const answer = last.then(() => {
    signal.throwIfAborted()
    return askThread(sources)
  })
  last = answer.catch(() => {})
  const plain = await answer
  return plain?.map((it) => readPlain(it, boxes))
}

/** Ids stay out of the source: boxes go by their number. */
function dotSource(boxes: readonly Box[], links: readonly Link[], axis: Axis): string {
  const { rankdir, within, between } = separations[axis]
  const inches = (px: number): string => (px / PX_PER_INCH).toFixed(4)
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  return [
    `digraph { graph [rankdir=${rankdir}, nodesep=${inches(within)}, ranksep=${inches(between)}, splines=false]`,
    'node [shape=box, fixedsize=true, label=""]',
    ...boxes.map((it, index) => `${index} [width=${inches(it.width)}, height=${inches(it.height)}]`),
    ...links.map((it) => `${numbers.get(it.source)} -> ${numbers.get(it.target)}`),
    '}',
  ].join('\n')
}

/** Reads the `plain` format (https://graphviz.org/docs/outputs/plain/): centres in inches, y upwards. */
function readPlain(plain: string, boxes: readonly Box[]): Rect[] {
  const rects: Rect[] = boxes.map(({ width, height }) => ({ x: 0, y: 0, width, height }))
  for (const [, name, x, y] of plain.matchAll(/^node (\d+) (\S+) (\S+)/gm)) {
    const rect = rects[Number(name)]
    if (!rect) continue
    rect.x = Math.round(Number(x) * PX_PER_INCH - rect.width / 2)
    rect.y = Math.round(-Number(y) * PX_PER_INCH - rect.height / 2)
  }
  return rects
}

function askThread(sources: readonly string[]): Promise<string[] | undefined> {
  const worker = (thread ??= startThread())
  return new Promise((resolve) => {
    const finish = (answer: string[] | undefined): void => {
      clearTimeout(timer)
      worker.off('message', finish)
      worker.off('error', giveUp)
      worker.off('exit', giveUp)
      resolve(answer)
    }
    const giveUp = (): void => {
      if (thread === worker) thread = undefined
      void worker.terminate()
      finish(undefined)
    }
    const timer = setTimeout(giveUp, TIME_LIMIT_MS)
    worker.on('message', finish)
    worker.on('error', giveUp)
    worker.on('exit', giveUp)
    worker.postMessage(sources)
  })
}

function startThread(): Worker {
  const worker = new Worker(new URL('./dot-thread.ts', import.meta.url))
  worker.unref()
  return worker
}
