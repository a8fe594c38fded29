import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { inTurn, type Step } from './in-turn.ts'

describe('steps in turn', () => {
  it('are done at once where none waits', () => {
    const { done, note } = diary()
    void run([note('a'), note('b')], note('next'))
    expect(done).toEqual(['a', 'b', 'next'])
  })

  it('wait for each other where one does', async () => {
    const { done, note, noteLater } = diary()
    const end = run([note('a'), noteLater('b'), noteLater('c'), note('d')], note('next'))
    expect(done).toEqual(['a'])
    await end
    expect(done).toEqual(['a', 'b', 'c', 'd', 'next'])
  })

  it('end with the first that refuses, before or after waiting', async () => {
    const { done, note, noteLater } = diary()
    const refuse = () => {
      throw new Error('refused')
    }
    expect(() => run([refuse, note('a')], note('next'))).toThrow('refused')
    await expect(run([noteLater('b'), refuse, note('c')], note('next'))).rejects.toThrow('refused')
    expect(done).toEqual(['b'])
  })
})

/** What happened, in its order. */
function diary() {
  const done: string[] = []
  return {
    done,
    note: (name: string) => (): void => void done.push(name),
    noteLater: (name: string) => async (): Promise<void> => {
      await Promise.resolve()
      done.push(name)
    },
  }
}

function run(steps: readonly Step[], next: () => void): unknown {
  return inTurn(...steps)({} as Request, {} as Response, next)
}
