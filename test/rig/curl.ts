/**
 * The part of curl that our documents use, for machines without it. It fails for each response that is not a success, so that a test
 * notices.
 */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X', default: 'GET' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
    output: { type: 'string', short: 'o' },
    fail: { type: 'boolean', short: 'f' },
    include: { type: 'boolean', short: 'i' },
    'create-dirs': { type: 'boolean' },
  },
})
const headers = values.header.map((it) => it.split(': ') as [string, string])
const file = values['data-binary']?.replace(/^@/, '')
const body = file === undefined ? values.data : readFileSync(file)
const response = await fetch(positionals[0]!, { method: values.request, headers, ...(body && { body }) })
const content = Buffer.from(await response.arrayBuffer())
if (values.output === undefined) process.stdout.write(content)
else {
  if (values['create-dirs']) await mkdir(dirname(values.output), { recursive: true })
  await writeFile(values.output, content)
}
process.exitCode = response.ok ? 0 : 22
