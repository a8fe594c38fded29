import type { ArchitectureMap } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import type { GroupedDrawing } from '../scene/draw/display-list.ts'
import { drawScene } from '../scene/draw/drawing.ts'
import { estimated } from '../scene/text/measure.ts'
import { buildScene } from '../scene/scene.ts'
import { themes } from '../scene/draw/theme.ts'
import { pack, unpack } from './packing.ts'

describe('a packed drawing', () => {
  it('is unpacked to the same drawing', async () => {
    const drawing = await drawingOf(shopMap())
    const { groups: _groups, ...packed } = drawing
    expect(unpack(JSON.parse(JSON.stringify(pack(drawing))))).toEqual(packed)
  })

  it('is less than half as long', async () => {
    const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `n${index}`, tech: 'Go', spend: 100 * index }))
    const edges = nodes.map(({ id }) => ({ source: id, target: 'n0', label: 'gRPC' }))
    const drawing = await drawingOf(mapOf(nodes, edges))
    expect(JSON.stringify(pack(drawing)).length).toBeLessThan(JSON.stringify(drawing).length / 2)
  })
})

async function drawingOf(map: ArchitectureMap): Promise<GroupedDrawing> {
  const scene = await buildScene(map, themes.light, estimated)
  return drawScene(scene, { theme: 'light', background: undefined, padding: 48, legend: true })
}
