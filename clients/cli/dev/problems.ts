import { MapsError } from '../../typescript/index.ts'
import { describeError } from '../describe-error.ts'
import { plain, plainLines } from '../output.ts'
import { JsonFault, lineAt, locateJson, placeOfField } from './json-places.ts'
import { mapIn } from './move-services.ts'
import { SourceFault } from './source.ts'

/** Something that keeps a file from being drawn. */
export interface Problem {
  message: string
  /** Number of the line in the file, from 1. */
  line?: number | undefined
  /** Field of the map, as in `edges[0].color`. */
  field?: string | undefined
}

/** Describes an error as problems of a file. @param text of the file, if it is a map in JSON; its fields then have lines */
export function problemsOf(error: unknown, text: string | undefined): Problem[] {
  if (error instanceof MapsError && Object.keys(error.fields).length > 0) {
    return Object.entries(error.fields).map(([field, message]) => {
      const line = text === undefined ? undefined : lineOfField(text, field)
      return { message: plain(message), line, ...(field && { field: plain(field) }) }
    })
  }
  const message = plainLines(describeError(error).text)
  return [{ message, line: error instanceof SourceFault ? lineOfFault(error.sourceText, message) : undefined }]
}

/** The line of a field; undefined for a text that is too deep or too large to find it. */
function lineOfField(text: string, field: string): number | undefined {
  try {
    return lineAt(text, placeOfField(mapIn(text), field).start)
  } catch {
    return undefined
  }
}

/** The line of a fault of syntax: as its message tells, or where a text stops being JSON. */
function lineOfFault(text: string, message: string): number | undefined {
  const told = / at line (\d+), column \d+/.exec(message)?.[1]
  if (told !== undefined) return Number(told)
  try {
    locateJson(text)
    return undefined
  } catch (error) {
    return error instanceof JsonFault ? lineAt(text, error.offset) : undefined
  }
}
