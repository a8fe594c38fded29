import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { Runner } from './runner.ts'
import type { VariantName } from './variants.ts'

/** How far another's picture of the same map is from ours. */
export interface Likeness {
  variant: VariantName
  nodes: number
  /** Of 255, over all channels and pixels. */
  meanDifference: number
  /** Share of pixels that an eye would see to differ, by pixelmatch. */
  differingPixels: number
}

const drawSame: readonly VariantName[] = ['c', 'c0', 'd', 'e', 'g']
const THRESHOLD = 0.1

/** Compares the pictures that are said to be the same. */
export async function compareLooks(
  runners: ReadonlyMap<VariantName, Runner>,
  sizes: readonly number[],
  seed: number,
): Promise<Likeness[]> {
  const ours = runners.get('a')
  if (!ours) return []
  const found: Likeness[] = []
  for (const nodes of sizes) {
    const sample = { family: 'placed', nodes, index: 0, seed } as const
    const reference = decode(await ours.draw(sample))
    for (const variant of drawSame) {
      const runner = runners.get(variant)
      if (runner) found.push({ variant, nodes, ...difference(reference, decode(await runner.draw(sample))) })
    }
  }
  return found
}

function decode(png: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(png))
}

/** Where one is a pixel larger, which comes of rounding, what both have is compared. */
function difference(a: PNG, b: PNG): Pick<Likeness, 'meanDifference' | 'differingPixels'> {
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
  const [left, right] = [cut(a, width, height), cut(b, width, height)]
  let sum = 0
  for (let index = 0; index < left.length; index++) sum += Math.abs(left[index]! - right[index]!)
  const differing = pixelmatch(left, right, undefined, width, height, { threshold: THRESHOLD })
  return { meanDifference: sum / left.length, differingPixels: differing / (width * height) }
}

function cut(picture: PNG, width: number, height: number): Buffer {
  if (picture.width === width && picture.height === height) return picture.data
  const part = new PNG({ width, height })
  PNG.bitblt(picture, part, 0, 0, width, height, 0, 0)
  return part.data
}
