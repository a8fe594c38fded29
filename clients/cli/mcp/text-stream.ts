/** Splits a UTF-8 stream at line feeds. Names in a map may contain other line separators. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let partial = ''
  for await (const chunk of chunks) {
    const [first = '', ...further] = decoder.decode(chunk, { stream: true }).split('\n')
    partial += first
    for (const line of further) {
      yield partial
      partial = line
    }
  }
  if (partial !== '') yield partial
}

/** Yields the data of each server-sent event. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const text of readLines(chunks)) {
    const line = text.replace(/\r$/, '')
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''))
    else if (line === '' && data.length > 0) {
      yield data.join('\n')
      data = []
    }
  }
}
