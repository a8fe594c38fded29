import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
/** Sections of docs/interface.md whose table rows and numbered rules need a test. */
const testedSections = ['2.1', '2.2', '2.3', '4', '4.1', '5', '7', '8']

/** Reads all table rows and rules of the interface, such as `§2.1 name` and `§4 rule 2`. */
async function readRows(): Promise<string[]> {
  const text = await readFile(new URL('docs/interface.md', root), 'utf8')
  const rows: string[] = []
  let section = ''
  let hasHeader = false
  for (const line of text.split('\n')) {
    section = /^#+ ([\d.]*\d)/.exec(line)?.[1] ?? section
    if (!line.startsWith('|')) hasHeader = false
    if (!testedSections.includes(section)) continue
    const rule = /^(\d+)\. (?!Gaps)/.exec(line)?.[1]
    if (rule !== undefined) rows.push(`§${section} rule ${rule}`)
    if (line.startsWith('Rule:')) rows.push(`§${section} rule`)
    if (!line.startsWith('|') || line.startsWith('|---')) continue
    const first = line.split('|')[1]!.trim()
    if (hasHeader) rows.push(`§${section} ${section === '7' ? first.slice(0, 3) : first}`)
    hasHeader = true
  }
  return rows
}

/** Reads the tests that are named after a row. */
async function readTests(): Promise<{ row: string; file: string; sentence: string }[]> {
  const folders = ['test/api', 'test/system']
  const names = await Promise.all(
    folders.map(async (it) => (await readdir(new URL(it, root))).map((name) => `${it}/${name}`)),
  )
  const files = names.flat().filter((it) => it.endsWith('.test.ts'))
  const found = files.map(async (file) => {
    const text = await readFile(new URL(file, root), 'utf8')
    return [...text.matchAll(/\bit\(\s*(['"])(§[\d.]+ [^:]+): (.+?)\1,/g)].map(([, , row = '', sentence = '']) => {
      return { row, file, sentence }
    })
  })
  return (await Promise.all(found)).flat()
}

describe('the interface document', () => {
  it('has a test named after each of its rows, and no test is named after a row it does not have', async () => {
    const rows = await readRows()
    const tested = new Set((await readTests()).map((it) => it.row))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((it) => !tested.has(it))).toEqual([])
    expect([...tested].filter((it) => !rows.includes(it))).toEqual([])
  })

  it('is mapped to its tests in docs/interface-coverage.md', async () => {
    const tests = await readTests()
    const lines = (await readRows()).map((row) => {
      const own = tests.filter((it) => it.row === row)
      return `| ${row} | ${own.map((it) => `${it.sentence} (\`${it.file}\`)`).join('; ')} |`
    })
    const table = ['# Interface row → test', '', '| Row | Test |', '| --- | --- |', ...lines, ''].join('\n')
    await expect(table).toMatchFileSnapshot('../../docs/interface-coverage.md')
  })
})
