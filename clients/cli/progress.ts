import type { Context } from './context.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100

/** Shows on a terminal that something is under way, and for how long; says nothing in a pipe. */
export async function withProgress<Result>(
  { stderr, env }: Context,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY || env['TERM'] === 'dumb') return work()
  const began = Date.now()
  let count = 0
  const timer = setInterval(() => {
    const seconds = Math.floor((Date.now() - began) / 1_000)
    stderr.write(`\r${frames[count++ % frames.length]} ${text}${seconds > 0 ? ` ${seconds} s` : ''}\u001B[K`)
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (count > 0) stderr.write('\r\u001B[K')
  }
}
