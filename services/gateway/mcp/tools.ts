import type { Tool } from './tool.ts'
import { compareMaps } from './tools/compare-maps.ts'
import { createMap } from './tools/create-map.ts'
import { deleteMap } from './tools/delete-map.ts'
import { editMap } from './tools/edit-map.ts'
import { exportMap } from './tools/export-map.ts'
import { findMaps } from './tools/find-maps.ts'
import { getMap } from './tools/get-map.ts'
import { previewMap, renderMap } from './tools/pictures.ts'

/** Every tool, in the order in which it is listed. */
export const tools: readonly Tool[] = [
  findMaps,
  getMap,
  createMap,
  editMap,
  previewMap,
  renderMap,
  exportMap,
  compareMaps,
  deleteMap,
]
