import { totals } from '@maps/shared/costs'
import type { ArchitectureMap } from '@maps/shared/map'
import type { MoneyFormat } from '@maps/shared/money'
import { oneLine } from '@maps/shared/one-line'
import type { Font, Primitive } from './display-list.ts'
import { isRightToLeft, type Line, type Measure, wrap } from '../text/text.ts'
import { baseline } from './card.ts'
import type { Theme } from './theme.ts'

/** What stands above the drawing: the map's name, what it costs, how much it holds and how old it is. */
export interface Frame {
  title: Line[]
  costs: Line[]
  facts: Line[]
  width: number
  height: number
}

/** Of a picture without a title block. */
export const NO_FRAME: Frame = { title: [], costs: [], facts: [], width: 0, height: 0 }

const titleFont: Font = { face: 'sans', size: 20, weight: 650 }
const costFont: Font = { face: 'sans', size: 13, weight: 600 }
const factFont: Font = { face: 'sans', size: 12, weight: 400 }
const TITLE_LINE = 27
const FACT_LINE = 19
const TITLE_GAP = 4
const BELOW = 30
const MAX_WIDTH = 620
const MAX_TITLE_LINES = 2
const MAX_COST_LINES = 3
const SEPARATOR = '  ·  '
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Writes the title block of a map, its lines broken and measured. */
export function frameOf(map: ArchitectureMap, measure: Measure, money: MoneyFormat): Frame {
  const sum = totals(map.nodes, money)
  const facts = [
    counted(map.nodes.length, 'service'),
    counted(map.edges.length, 'connection'),
    dateFormat.format(new Date(map.updatedAt)),
  ]
  const title = wrap(oneLine(map.name), titleFont, MAX_WIDTH, MAX_TITLE_LINES, measure)
  const costLines = wrap(sum && `${sum} per month`, costFont, MAX_WIDTH, MAX_COST_LINES, measure)
  const factLines = wrap(facts.join(SEPARATOR), factFont, MAX_WIDTH, 1, measure)
  const width = [...title, ...costLines, ...factLines].reduce((widest, it) => Math.max(widest, it.width), 0)
  const lines = costLines.length + factLines.length
  return {
    title,
    costs: costLines,
    facts: factLines,
    width,
    height: title.length * TITLE_LINE + TITLE_GAP + lines * FACT_LINE + BELOW,
  }
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Draws the frame's texts from the top left corner down. */
export function drawFrame(frame: Frame, x: number, top: number, theme: Theme): Primitive[] {
  const items: Primitive[] = []
  let y = top
  const put = (lines: readonly Line[], font: Font, height: number, color: string): void => {
    for (const { text } of lines) {
      const at = { x, y: baseline(y, height, font) }
      items.push({ kind: 'text', ...at, text, font, color, align: 'left', isRightToLeft: isRightToLeft(text) })
      y += height
    }
  }
  put(frame.title, titleFont, TITLE_LINE, theme.canvasText)
  y += TITLE_GAP
  put(frame.costs, costFont, FACT_LINE, theme.canvasText)
  put(frame.facts, factFont, FACT_LINE, theme.canvasMutedText)
  return items
}
