import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { NewMap } from '@maps/shared/map'
import { expect, it, vi } from 'vitest'
import { MAX_OPERATIONS } from '../../clients/cli/drift/propose.ts'
import { run } from '../../clients/cli/run.ts'
import { connectMcp } from '../rig/mcp-client.ts'
import { serviceGraphOf } from '../rig/service-graph.ts'
import { startSystem } from '../rig/system.ts'
import { startTraceCollector } from '../rig/trace-collector.ts'
import { shop } from './shop.ts'

/** Our own map of the path of an export. */
const path = JSON.parse(await readFile(new URL('../../docs/export-path.json', import.meta.url), 'utf8')) as NewMap
/** The parts of it that send no spans, and that no spans name. */
const silent = 'postgres,store,chromium,templates'

it('our map of the path of an export says what the traces of one do', async () => {
  await using collector = await startTraceCollector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  await using system = await startSystem({ gatewayEnv: env, workerEnv: env })
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-drift-'))
  const [graph, names] = ['graph.txt', 'names.yml'].map((it) => join(folder.path, it))
  const client = await system.createWorkspace({ plan: 'pro' })
  const url = system.gateways[0]!.url

  async function drift(map: string, ...words: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const code = await run(['drift', map, '--observed', graph!, '--alias', names!, ...words], {
      env: { MAPS_URL: `${url}/api/v1`, MAPS_TOKEN: client.token },
      stdin: new PassThrough().end(),
      stdout,
      stderr,
      signal: new AbortController().signal,
    })
    const [output, errors] = await Promise.all([text(stdout.end()), text(stderr.end())])
    expect(errors).toBe('')
    return { code, lines: output.trimEnd().split('\n').slice(1), output }
  }

  const { id: exported } = await client.createMap(shop)
  await client.exportMap(exported, 'markdown')
  const isWhole = () =>
    ['GET ', 'add ', 'process '].every((start) => collector.spans.some((it) => it.name.startsWith(start)))
  await vi.waitFor(() => expect(isWhole()).toBe(true), { timeout: 15_000, interval: 200 })
  await writeFile(graph!, serviceGraphOf(collector.spans))
  await writeFile(names!, 'client: user\ngateway: maps-gateway\nworker: maps-render-worker\n')

  const { id } = await client.createMap(path)
  expect(await drift(id, '--ignore', silent)).toMatchObject({ code: 0, lines: [] })
  const whole = await drift(id)
  expect(whole.code).toBe(1)
  expect(whole.lines.map((it) => it.split('  ')[0])).toEqual([
    ...[
      '- Maps',
      '- Finished files',
      '- Chromium',
      '- Templates',
      '- API gateway → Maps',
      '- Finished files → API gateway',
    ],
    ...['- Render worker → Finished files', '- Render worker → Chromium', '- Render worker → Templates'],
  ])

  // The same map with a fault: its queue leads nowhere.
  const faulty = await client.createMap({ ...path, edges: path.edges.filter((it) => it.source !== 'queue') })
  const found = await drift(faulty.id, '--ignore', silent)
  expect(found).toMatchObject({
    code: 1,
    lines: [
      '- Export queue  BullMQ on Redis',
      expect.stringMatching(/^\+ API gateway → Render worker  1 request \(line \d\)$/),
      '- API gateway → Export queue  ask once',
    ],
  })
  await using mcp = await connectMcp(url, client.token)
  const { tools } = await mcp.client.listTools()
  const { operations } = tools.find((it) => it.name === 'edit_map')!.inputSchema.properties as Record<string, object>
  expect(operations).toMatchObject({ description: expect.stringMatching(new RegExp(`at most ${MAX_OPERATIONS}$`)) })
  const proposed = JSON.parse((await drift(faulty.id, '--ignore', silent, '--propose')).output) as Record<
    string,
    unknown
  >
  expect(await mcp.call('edit_map', { ...proposed, note: 'As traced' })).toMatchObject({ isError: false })
  expect(await drift(faulty.id, '--ignore', silent)).toMatchObject({ code: 0, lines: [] })

  expect(await drift(id, '--apply')).toMatchObject({ code: 0 })
  expect(await drift(id)).toMatchObject({ code: 0, lines: [] })
})
