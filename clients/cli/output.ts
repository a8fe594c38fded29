import type { Context, Output } from './context.ts'
import { fileFailure } from './file-failure.ts'

/** Codes of writes to a pipe that its reader has closed, as in `maps list | head`: of the first one, and of all later ones. */
const closedPipe: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED']

/**
 * Writes text or bytes. Resolves once the stream has taken them. Output to a closed pipe is dropped, so that the command keeps its exit code.
 * @throws Failure if it cannot be written, as to a full disk
 */
export async function write(output: Output, content: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    output.write(content, (error: NodeJS.ErrnoException | null | undefined) => {
      if (error && !closedPipe.includes(error.code)) reject(fileFailure('The output', 'written', error))
      else resolve()
    })
  })
}

/** Writes a line of text, with a line feed at its end. */
export async function printLine(output: Output, line: string): Promise<void> {
  await write(output, `${line}\n`)
}

/** Prints a value as indented JSON. */
export async function printJson(output: Output, value: unknown): Promise<void> {
  await write(output, formatJson(value))
}

/** Formats a value as indented JSON. Escapes characters that control a terminal; JSON itself escapes only the ASCII ones. */
export function formatJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replaceAll(/[\x7f-\x9f\u2028\u2029\p{Bidi_Control}]/gu, escapeCharacter)}\n`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Text of a map on one line, without characters that control a terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
}

/** Text of several lines, without other characters that control a terminal. */
export function plainLines(text: string): string {
  return text.split('\n').map(plain).join('\n')
}

const styles = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 }

/** Styles text for a terminal, unless `NO_COLOR` is set. */
export function style({ env }: Pick<Context, 'env'>, output: Output, name: keyof typeof styles, text: string): string {
  const isColored = output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return isColored ? `\u001B[${styles[name]}m${text}\u001B[0m` : text
}
