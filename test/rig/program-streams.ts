import { PassThrough, type Readable, Writable } from 'node:stream'

/** Streams of a program that runs in this process: to start a process takes half a second of processor time. */
export interface ProgramStreams {
  stdin: Readable
  stdout: Writable & { isTTY: boolean }
  stderr: Writable & { isTTY: boolean }
  /** What the program has written so far; `bytes` are those of `stdout`. */
  read(): { stdout: string; stderr: string; bytes: Buffer }
}

/** Opens streams with this input. @param isTerminal whether the output goes to a terminal; the input never comes from one */
export function openProgramStreams(input: string | Buffer = '', isTerminal = false): ProgramStreams {
  const [stdout, stderr] = [collect(isTerminal), collect(isTerminal)]
  return {
    stdin: new PassThrough().end(input),
    stdout: stdout.stream,
    stderr: stderr.stream,
    read() {
      const bytes = Buffer.concat(stdout.chunks)
      return { stdout: bytes.toString(), stderr: Buffer.concat(stderr.chunks).toString(), bytes }
    },
  }
}

function collect(isTTY: boolean) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }), chunks }
}
