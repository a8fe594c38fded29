import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Context } from './context.ts'
import { Failure, Interruption } from './failure.ts'

/** Asks a question on the terminal. @throws Interruption on Ctrl-C, Failure at the end of the input */
export function ask({ stdin, stderr, signal }: Context, question: string): Promise<string> {
  return readAnswer({ stdin, stderr, signal, question, isShown: true })
}

/** Asks for a secret on the terminal, without echo. @throws Interruption on Ctrl-C, Failure at the end of the input */
export async function askSecret({ stdin, stderr, signal }: Context, question: string): Promise<string> {
  const answer = await readAnswer({ stdin, stderr, signal, question, isShown: false })
  stderr.write('\n')
  return answer
}

interface Prompt extends Pick<Context, 'stdin' | 'stderr' | 'signal'> {
  question: string
  isShown: boolean
}

async function readAnswer({ stdin, stderr, signal, question, isShown }: Prompt): Promise<string> {
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isShown ? stderr : discard
  if (!isShown) stderr.write(question)
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
  try {
    const answer = await new Promise<string | undefined>((resolve, reject) => {
      lines.on('SIGINT', () => reject(new Interruption()))
      lines.on('close', () => resolve(undefined))
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      lines.question(isShown ? question : '', (text) => {
        resolve(text.trim())
        // What was pasted after the line may be a secret, which an open interface would show.
        lines.close()
      })
    })
    if (answer !== undefined) return answer
    stderr.write('\n')
    throw new Failure('No answer was given.')
  } finally {
    lines.close()
  }
}
