import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { expect, it } from 'vitest'
import { fileFormats } from './file-formats.ts'

it.each(Object.entries(fileFormats))('the file %s has the path and media type of its record', (name, file) => {
  const { path, contentType } = fileFormatTable[name as FileFormat]
  expect({ path: `/maps/{id}/${file.path}`, contentType: file.contentType }).toEqual({
    path,
    contentType: contentType.split(';')[0],
  })
})
