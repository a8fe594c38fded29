import { describe, expect, it } from 'vitest'
import { artifactKey, type ArtifactInputs, jobId, selectQueue, tooCostlyKey } from './export-job.ts'

const source: ArtifactInputs = {
  format: 'png',
  options: { scale: '2' },
  workspaceId: '01890000-0000-7000-8000-000000000001',
  mapId: '01890000-0000-7000-8000-000000000002',
  map: '{"name":"a"}',
  apiUrl: 'http://localhost/api/v1',
}

describe('artifactKey', () => {
  it('differs with each input of the file, the workspace included', () => {
    const variants: { [Input in keyof ArtifactInputs]-?: NonNullable<ArtifactInputs[Input]>[] } = {
      format: ['figma', 'claude'],
      options: [{}, { scale: '3' }],
      workspaceId: [source.mapId],
      mapId: [source.workspaceId],
      map: ['{"name":"b"}'],
      from: ['{"name":"b"}', '{"name":"c"}'],
      version: [2, 3],
      pin: ['{"nodes":[]}', '{"nodes":[{"id":"a","x":0,"y":0}]}'],
      apiUrl: [],
      isForPublicLink: [true],
      rendererVersion: ['1.0.0/HeadlessChrome/153.0.0.0', '1.0.0/HeadlessChrome/154.0.0.0'],
    }
    const changes: Partial<ArtifactInputs>[] = Object.entries(variants).flatMap(([input, values]) =>
      values.map((value) => ({ [input]: value })),
    )
    const compared = [
      { map: '{"name":"b"}', from: '{"name":"a"}' },
      { from: '{"name":"b"}', version: 2 },
    ]
    const withAddress = [{ format: 'claude' as const, apiUrl: 'https://maps.example/api/v1' }]
    const all = [{}, ...changes, ...compared, ...withAddress]
    const keys = all.map((it) => artifactKey({ ...source, ...it }))
    expect(new Set(keys).size).toBe(all.length)
    expect(artifactKey({ ...source })).toBe(keys[0])
  })

  it('stays as it was for a file without a pin', () => {
    expect(artifactKey(source)).toBe('4eab547063c35ba7b41ec6f7cc6528e05105b3e100eceb83a62273f82b61ed0a')
    expect(tooCostlyKey(source)).toBe('2ca9cc521e65349a991a7700b36954478b6c785a68c497864b922c19c0e681ed')
    expect(tooCostlyKey({ ...source, pin: '{}' })).not.toBe(tooCostlyKey(source))
  })

  it('does not depend on the address of the API where the file does not contain it', () => {
    expect(artifactKey({ ...source, apiUrl: 'https://maps.example/api/v1' })).toBe(artifactKey(source))
  })

  it('makes a job id that BullMQ takes for neither a number nor a compound id', () => {
    expect(jobId(artifactKey(source))).toMatch(/^r_[0-9a-f]{64}$/)
  })
})

describe('selectQueue', () => {
  const mapWith = (edges: number, label = ''): string =>
    JSON.stringify({ edges: Array.from({ length: edges }, () => ({ source: 'a', target: 'b', label })) })

  it('has drawings of many edges heavy, also where their JSON is short', () => {
    expect(mapWith(100).length).toBeLessThan(24 * 1_024)
    expect(selectQueue({ format: 'png', map: mapWith(99) })).toBe('exports')
    expect(selectQueue({ format: 'png', map: mapWith(100) })).toBe('heavy-exports')
    expect(selectQueue({ format: 'figma', map: mapWith(100) })).toBe('heavy-exports')
    expect(selectQueue({ format: 'markdown', map: mapWith(100) })).toBe('exports')
    expect(selectQueue({ format: 'png', map: mapWith(99), from: mapWith(100) })).toBe('heavy-exports')
  })

  it('has drawings of long JSON heavy, and counts no edges in texts', () => {
    expect(selectQueue({ format: 'png', map: mapWith(1, 'x'.repeat(24 * 1_024)) })).toBe('heavy-exports')
    expect(selectQueue({ format: 'png', map: mapWith(60, '"source":"a",') })).toBe('exports')
  })
})
