import type { Tool } from './tool.ts'
import { compareMapsTool } from './tools/compare-maps.ts'
import { createMapTool } from './tools/create-map.ts'
import { deleteMapTool } from './tools/delete-map.ts'
import { editMapTool } from './tools/edit-map.ts'
import { exportMapTool } from './tools/export-map.ts'
import { findMapsTool } from './tools/find-maps.ts'
import { getMapTool } from './tools/get-map.ts'
import { previewMapTool, renderMapTool } from './tools/pictures.ts'

/** Every tool, in the order in which it is listed. */
export const tools: readonly Tool[] = [
  findMapsTool,
  getMapTool,
  createMapTool,
  editMapTool,
  previewMapTool,
  renderMapTool,
  exportMapTool,
  compareMapsTool,
  deleteMapTool,
]
