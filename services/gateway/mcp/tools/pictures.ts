import { fileFormatTable, writeOptions } from '@maps/shared/file-formats'
import { newMapSchema } from '@maps/shared/map'
import type { ContentBlock } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { bytesOf, type ExportedFile } from '../../exports/recent-files.ts'
import { unsavedMap } from '../../maps/unsaved-map.ts'
import { refuseTooManyNodes } from '../../maps/workspace-maps.ts'
import { exportMap, exportMapById } from '../../exports/export-map.ts'
import { mapParams } from '../../maps/map-params.ts'
import { linkTo } from '../files.ts'
import { defineTool } from '../tool.ts'
import { inBrief } from '../tool-schema.ts'

/** Largest width and height of a picture, to which models scale larger pictures down. */
const MAX_PIXELS_PER_SIDE = 1_568
const MAX_PICTURE_BYTES = 500_000
const bounds = `no more than ${MAX_PIXELS_PER_SIDE.toLocaleString('en')} pixels a side`

/** Pixels per px of the drawing below which the labels of edges, of 10 px by default, are hard to read. */
const MIN_LEGIBLE_SCALE = 0.6

const theme = fileFormatTable.png.options.shape.theme

/** The tool that draws a map without storing it. */
export const previewMapTool = defineTool({
  name: 'preview_map',
  title: 'Look at a map that is not stored',
  description: `Draws a map that is stored nowhere, to look at before create_map. The picture has ${bounds}.`,
  annotations: { readOnlyHint: true },
  input: z.strictObject({
    ...newMapSchema.shape,
    nodes: inBrief(newMapSchema.shape.nodes, 'As in create_map'),
    edges: inBrief(newMapSchema.shape.edges, 'As in create_map'),
    isPublic: inBrief(newMapSchema.shape.isPublic),
    theme,
  }),
  async run({ theme, ...map }, context) {
    refuseTooManyNodes(context.caller, map.nodes)
    const unsaved = unsavedMap(context.caller.workspaceId, map)
    const file = await exportMap(context, unsaved, 'png', boundedOptions(theme))
    return { content: await pictureOf(file) }
  },
})

/** The tool that draws a stored map. */
export const renderMapTool = defineTool({
  name: 'render_map',
  title: 'Look at a map',
  description:
    `Draws a stored map as a picture of ${bounds}, and links to it at its full size. ` +
    'Use it after each change, and to show the map to the user.',
  annotations: { readOnlyHint: true },
  input: z.strictObject({ ...mapParams.shape, theme }),
  async run({ id, theme }, context) {
    context.setLoggedMap({ mapId: id })
    const { file, map } = await exportMapById(context, id, 'png', boundedOptions(theme))
    return { content: [...(await pictureOf(file)), linkTo(context.apiUrl, map, 'png', { theme })] }
  },
})

function boundedOptions(theme: string): Record<string, string> {
  const limits = { maxWidth: MAX_PIXELS_PER_SIDE, maxHeight: MAX_PIXELS_PER_SIDE, maxBytes: MAX_PICTURE_BYTES }
  return writeOptions(fileFormatTable.png.options.parse({ theme, ...writeOptions(limits) }))
}

async function pictureOf(file: ExportedFile): Promise<ContentBlock[]> {
  const bytes = await bytesOf(file)
  const { contentType: mimeType } = fileFormatTable.png
  return [
    { type: 'image', data: bytes.toString('base64'), mimeType },
    { type: 'text', text: describePicture(bytes, file.scale?.used) },
  ]
}

/** Tells the size of a PNG, which is in its header (https://www.w3.org/TR/png-3/#11IHDR), and whether its labels are too small. */
function describePicture(png: Buffer, scale = 1): string {
  const size = `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)} pixels, ${png.length} bytes.`
  if (scale >= MIN_LEGIBLE_SCALE) return size
  return `${size} With ${scale} pixels per px of the drawing, labels are hard to read: tell of this map by parts, with get_map.`
}
