import { expect, it } from 'vitest'
import { withDrawnAccents } from './accents.ts'

it.each(['Zürich', 'x̂ + x̌', 'ẹ́', 'm̀', 'ė̃', 'я́', 'ą̄', 'ω̄', 'v⃗', '1️⃣', 'สวัสดี', 'हिन्दी', 'نُور', 'か゚'])(
  'keeps %s',
  (text) => {
    expect(withDrawnAccents(text)).toBe(text)
  },
)

it.each([
  ['ə̃', 'ə'],
  ['t͡ʃ', 'tʃ'],
  ['ґ̂', 'ґ'],
  ['ą̂', 'ą'],
  ['x̂͡', 'x̂'],
  ['ẹ̊', 'ẹ'],
  [`Z${'\u0335\u0337\u0301'.repeat(40)}a`, 'Z\u0301\u0301a'],
])('draws %s as %s', (text, drawn) => {
  expect(withDrawnAccents(text)).toBe(drawn)
})
