import { diffMarkdown } from '@maps/shared/diff/diff-markdown'
import { diffMaps } from '@maps/shared/diff/map-diff'
import { sidesOf } from '../documents/diff-sides.ts'
import { titleOf } from '../documents/map-words.ts'
import type { Renderer } from './renderer.ts'

/** Renders what differs between two maps as Markdown for a pull request. */
export const renderDiffMarkdown: Renderer<'diff.md'> = async ({ map, from = map, options }) => {
  const sides = sidesOf(map, from, options)
  const to = options.base === undefined ? `${sides.to} of ${titleOf(map)}` : sides.to
  const text = diffMarkdown({ from, to: map, diff: diffMaps(from, map) }, { from: sides.from, to })
  return { bytes: Buffer.from(text) }
}
