/** The lines of a text. Line feeds alone end them: other separators may stand in a map's names. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun = ''
  for await (const chunk of chunks) {
    const [first = '', ...further] = decoder.decode(chunk, { stream: true }).split('\n')
    begun += first
    for (const line of further) {
      yield begun
      begun = line
    }
  }
  if (begun !== '') yield begun
}

/** The data of each server-sent event. */
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
