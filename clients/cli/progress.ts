import type { Context } from './context.ts'
import { truncate } from '../../shared/text.ts'
import { plain } from './output.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
/** Columns for the spinner and the seconds. */
const ROOM = 12

/** Shows a spinner and the elapsed seconds while `work` runs. Prints nothing if standard error is not a terminal. */
export async function withProgress<Result>(
  { stderr, env }: Context,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY || env['TERM'] === 'dumb') return work()
  // A line that wraps would not be replaced.
  const shown = truncate(plain(text), Math.max(1, (stderr.columns || 80) - ROOM))
  const began = Date.now()
  let count = 0
  const timer = setInterval(() => {
    const seconds = Math.floor((Date.now() - began) / 1_000)
    stderr.write(`\r${frames[count++ % frames.length]} ${shown}${seconds > 0 ? ` ${seconds} s` : ''}\u001B[K`)
  }, FRAME_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (count > 0) stderr.write('\r\u001B[K')
  }
}
