import { totals } from '@maps/shared/costs'
import type { ArchitectureMap } from '@maps/shared/map'
import type { MoneyFormat } from '@maps/shared/money'
import { countNoun, oneLine } from '@maps/shared/text'
import type { Size } from '../geometry/rect.ts'
import { withDrawnAccents } from '../text/accents.ts'
import type { Font } from '../text/font.ts'
import { isRightToLeft, type TextLine, type Measure, wrap } from '../text/text.ts'
import type { Primitive } from './display-list.ts'
import { baseline, scaledFont, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** The texts above a drawing: the map's name, costs, size and date of the last change. */
export interface TitleBlock extends Size {
  title: TextLine[]
  costs: TextLine[]
  /** What a view shows, or which versions are compared; size and date of the map. */
  facts: TextLine[]
}

/** The title block of a picture without one. */
export const emptyTitleBlock: TitleBlock = { title: [], costs: [], facts: [], width: 0, height: 0 }

/** The font of a map's name. */
export const titleFont: Font = { face: 'sans', size: 20, weight: 650 }
const costFont: Font = { face: 'sans', size: 13, weight: 600 }
const TITLE_LINE = 27
const FACT_LINE = 19
const TITLE_GAP = 4
const BELOW = 30
const MAX_WIDTH = 620
const MAX_TITLE_LINES = 2
const MAX_COST_LINES = 3
const MAX_SCOPE_LINES = 3
const SEPARATOR = '  ·  '
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The texts of a title block, each wrapped by itself. */
export interface TitleTexts {
  title: string
  /** What the map costs, or what changed, and what that costs. */
  costs: readonly string[]
  facts: readonly string[]
  /** What a view of the map shows, or which versions are compared. */
  scope?: string | undefined
}

/** The texts of a map's title block. @param view what a view of the map shows, with its number of services: groups in it are no services */
export function titleTextsOf(map: ArchitectureMap, money: MoneyFormat, view?: string): TitleTexts {
  const sum = totals(map.nodes, money)
  const services = view === undefined ? [countNoun(map.nodes.length, 'service')] : []
  const counts = [...services, countNoun(map.edges.length, 'connection')]
  return { title: map.name, costs: sum ? [`${sum} per month`] : [], facts: [...counts, dateOf(map)], scope: view }
}

/** The day of a map's last change, for readers. */
export function dateOf({ updatedAt }: ArchitectureMap): string {
  return dateFormat.format(new Date(updatedAt))
}

/** Wraps and measures the texts of a title block. */
export function titleBlockOf(texts: TitleTexts, measure: Measure): TitleBlock {
  const wrapped = (text: string, font: Font, maxLines: number): TextLine[] =>
    wrap(withDrawnAccents(text), font, MAX_WIDTH, maxLines, measure)
  const title = wrapped(oneLine(texts.title), titleFont, MAX_TITLE_LINES)
  const costs = texts.costs.flatMap((it) => wrapped(it, costFont, MAX_COST_LINES))
  const facts = [
    ...wrapped(texts.scope ?? '', smallFont, MAX_SCOPE_LINES),
    ...wrapped(texts.facts.join(SEPARATOR), smallFont, 1),
  ]
  const width = [...title, ...costs, ...facts].reduce((widest, it) => Math.max(widest, it.width), 0)
  const height = title.length * TITLE_LINE + TITLE_GAP + (costs.length + facts.length) * FACT_LINE + BELOW
  return { title, costs, facts, width, height }
}

/** Draws a title block from its top left corner down. @param zoom its size, as a factor of the usual one */
export function drawTitleBlock(
  { title, costs, facts }: TitleBlock,
  x: number,
  top: number,
  theme: Theme,
  zoom: number,
): Primitive[] {
  const items: Primitive[] = []
  let y = top
  const put = (lines: readonly TextLine[], usual: Font, lineHeight: number, color: string): void => {
    const font = scaledFont(usual, zoom)
    const height = lineHeight * zoom
    for (const { text } of lines) {
      const at = { x, y: baseline(y, height, font) }
      items.push({ kind: 'text', ...at, text, font, color, align: 'left', isRightToLeft: isRightToLeft(text) })
      y += height
    }
  }
  put(title, titleFont, TITLE_LINE, theme.canvasText)
  y += TITLE_GAP * zoom
  put(costs, costFont, FACT_LINE, theme.canvasText)
  put(facts, smallFont, FACT_LINE, theme.canvasMutedText)
  return items
}
