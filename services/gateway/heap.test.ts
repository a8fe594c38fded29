import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** A process that rests between sweeps of everything, as a gateway without much to do. */
const resting = `for (let sweep = 0; sweep < 5; sweep++) {
  await new Promise((resolve) => setTimeout(resolve, 100))
  gc()
}`

/** To how many times of what the last sweep left V8 lets memory grow there. */
function growthAfter(preparation: string): number {
  const options = ['--expose-gc', '--trace-gc-verbose', '--input-type=module', '--eval', `${preparation};${resting}`]
  const told = execFileSync(process.execPath, options, { encoding: 'utf8' })
  return Number([...told.matchAll(/\[HeapController\] factor ([\d.]+)/g)].at(-1)?.[1])
}

it('lets memory grow fourfold before everything is swept, in a process that runs already', () => {
  const heap = JSON.stringify(new URL('heap.ts', import.meta.url).href)
  expect(growthAfter(`import { tuneHeap } from ${heap}; tuneHeap()`)).toBe(4)
  expect(growthAfter('')).toBeLessThan(2)
})
