import { describe, expect, it } from 'vitest'
import { overhang } from './overhang.ts'

const bounds = { x: 0, y: 0, width: 1_000, height: 500 }
const corners = { title: { width: 300, height: 100 }, legend: { width: 200, height: 48 } }

describe('title and legend', () => {
  it('are above and below a drawing that fills its corners', () => {
    expect(overhang([bounds], bounds, corners)).toEqual({ above: 100, below: 48 })
  })

  it('are in empty corners', () => {
    const contents = [
      { x: 0, y: 70, width: 100, height: 60 },
      { x: 700, y: 0, width: 300, height: 500 },
    ]
    expect(overhang(contents, bounds, corners)).toEqual({ above: 30, below: 0 })
  })
})
