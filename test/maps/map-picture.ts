import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import type { Browser } from '../../services/render-worker/browser.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import type { Connector } from '../../services/render-worker/scene/draw/connector.ts'
import { drawScene, type Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import type { Point, Rect } from '../../services/render-worker/scene/geometry/rect.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { measuredBy } from '../../services/render-worker/scene/text/measure.ts'
import { apiUrl } from './sample-map.ts'

/** A colour, 0 to 255 per channel. */
export type Rgb = [red: number, green: number, blue: number]

/** A PNG export of a map with its scene. Points and rectangles are in px of the scene. */
export interface MapPicture {
  png: PNG
  scene: Scene
  /** Pixels of the picture per px of the scene. */
  scale: number
  /** The connector of the first edge. */
  edge: Connector | undefined
  /** Pixel of the scene's origin. */
  origin: Point
}

/**
 * Exports a map in the light theme on white, so that every other colour belongs to the drawing.
 * @param query further query parameters of the export
 */
export async function exportPicture(
  browser: Browser,
  map: ArchitectureMap,
  query: Record<string, string> = {},
): Promise<MapPicture> {
  const options = fileFormatTable.png.options.parse({ scale: '1', background: 'white', padding: '12', ...query })
  const scale = options.scale!
  const { bytes } = await createRenderers(browser).png({ map, options, apiUrl })
  const measuring = measuredBy((runs) => browser.measure(runs))
  const scene = await buildScene(map, themes.light, measuring, options)
  const move = drawScene(scene, { ...options, background: options.background }).items.find((it) => it.kind === 'move')
  if (!move) throw new Error('the drawing does not say where its scene begins')
  const origin = { x: move.x * scale, y: move.y * scale }
  return { png: PNG.sync.read(bytes), scene, scale, edge: scene.connectors[0], origin }
}

/** The colour of the pixel that contains a point. */
export function colorAt({ png, scale, origin }: MapPicture, { x, y }: Point): Rgb {
  return pixelAt(png, Math.floor(origin.x + x * scale), Math.floor(origin.y + y * scale))
}

/** A copy of a part of the picture. */
export function crop({ png, scale, origin }: MapPicture, { x, y, width, height }: Rect): PNG {
  const part = new PNG({ width: Math.round(width * scale), height: Math.round(height * scale) })
  PNG.bitblt(png, part, origin.x + x * scale, origin.y + y * scale, part.width, part.height, 0, 0)
  return part
}

/** Number of visibly different pixels of two pictures of the same size. */
export function pixelDifference(a: PNG, b: PNG): number {
  return pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: 0.05, includeAA: true })
}

/** The centres of all pixels that match a condition. */
export function findPixels({ png, scale, origin }: MapPicture, matches: (color: Rgb, x: number, y: number) => boolean) {
  const points: Point[] = []
  for (let y = 0; y < png.height; y++) {
    for (let x = 0; x < png.width; x++) {
      if (matches(pixelAt(png, x, y), x, y)) {
        points.push({ x: (x + 0.5 - origin.x) / scale, y: (y + 0.5 - origin.y) / scale })
      }
    }
  }
  return points
}

/** Largest change of a colour channel by Skia, which flattens a curve differently where it is clipped differently. */
const TOLERANCE = 80

/** The centres of the pixels with a clearly different colour in another picture of the same size. */
export function changedPixels(a: MapPicture, b: MapPicture): Point[] {
  return findPixels(a, (color, x, y) => {
    const other = pixelAt(b.png, x, y)
    return color.some((channel, index) => Math.abs(channel - (other[index] ?? 0)) > TOLERANCE)
  })
}

function pixelAt(png: PNG, x: number, y: number): Rgb {
  const at = 4 * (y * png.width + x)
  const [red = 0, green = 0, blue = 0] = png.data.subarray(at, at + 3)
  return [red, green, blue]
}
