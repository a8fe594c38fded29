import type { ExportFormat, FileFormat } from '@maps/shared/file-formats'
import type { Route } from '../http/route.ts'

/** Routes of file formats that are not among the six export formats of the interface. */
const ownRoutes: Record<Exclude<FileFormat, ExportFormat>, Pick<Route, 'id' | 'path'>> = {
  svg: { id: 'getSvgPicture', path: '/maps/{id}/picture.svg' },
}

/** The path of a file's route, and its `operationId`. */
export function fileRoute(format: FileFormat): Pick<Route, 'id' | 'path'> {
  if (format in ownRoutes) return ownRoutes[format as keyof typeof ownRoutes]
  return { id: `export${format[0]!.toUpperCase()}${format.slice(1)}`, path: `/maps/{id}/export/${format}` }
}

/** The path of a map's file below the base path of the API. */
export function filePath(format: FileFormat, mapId: string): string {
  return fileRoute(format).path.replace('{id}', mapId)
}
