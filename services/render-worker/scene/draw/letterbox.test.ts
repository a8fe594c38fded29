import { describe, expect, it } from 'vitest'
import type { Drawing } from './display-list.ts'
import { letterbox } from './letterbox.ts'

const grid = { kind: 'dots', x: 0, y: 0, spacing: 24, radius: 1, color: '#ddd' } as const
const dot = { kind: 'circle', x: 10, y: 10, radius: 3, fill: '#000' } as const

function drawingOf(width: number, height: number): Drawing {
  return { width, height, background: '#fff', isOpaque: true, items: [{ ...grid, width, height }, dot] }
}

describe('a letterbox', () => {
  it('has margins beside a drawing that is too narrow, and above and below one that is too wide', () => {
    expect(letterbox(drawingOf(400, 400), 2)).toEqual({
      ...drawingOf(800, 400),
      items: [{ ...grid, width: 800, height: 400 }, { kind: 'move', x: 200, y: 0 }, dot],
    })
    expect(letterbox(drawingOf(800, 100), 2)).toMatchObject({
      width: 800,
      height: 400,
      items: [{ width: 800, height: 400 }, { kind: 'move', x: 0, y: 150 }, dot],
    })
  })

  it('is as large as a drawing of its shape', () => {
    const { width, height } = letterbox(drawingOf(400, 200), 2)
    expect([width, height]).toEqual([400, 200])
  })
})
