import { describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { readCompose } from './compose.ts'

describe('a Compose file', () => {
  it('has services, images and dependencies in each of their forms', () => {
    const { name, nodes, edges } = readCompose(
      'compose.yml',
      `
name: shop
x-base: &base
  image: ghcr.io/acme/api:1.4@sha256:${'0'.repeat(64)}
services:
  api:
    <<: *base
    depends_on:
      db: { condition: service_healthy }
      cache: { condition: service_started, required: false }
  web:
    build: ./web
    depends_on: [api, api, elsewhere]
  db: { image: 'postgres:\${PG_VERSION:-18}' }
  cache: { image: 'redis:\${REDIS}' }
  plain: {}
`,
    )
    expect(name).toBe('shop')
    expect(nodes).toEqual([
      { id: 'api', label: 'api', tech: 'ghcr.io/acme/api:1.4' },
      { id: 'web', label: 'web' },
      { id: 'db', label: 'db', tech: 'postgres:18' },
      { id: 'cache', label: 'cache', tech: 'redis' },
      { id: 'plain', label: 'plain' },
    ])
    expect(edges).toEqual([
      { source: 'api', target: 'db' },
      { source: 'api', target: 'cache' },
      { source: 'web', target: 'api' },
    ])
  })

  it.each([
    ['an empty object', '{}', undefined],
    ['a list of services', 'services: [a]', 'it has no services'],
    ['another file', 'kind: Deployment', 'it has no services'],
    ['no YAML', 'services: {', 'is not YAML'],
    ['nothing', '', 'it has no services'],
  ])('is recognised: %s', (_name, text, error) => {
    expect(() => readCompose('compose.yml', text)).toThrow(error ? new RegExp(`^compose.yml .*${error}`) : Failure)
  })

  it('has no name where the file has none', () => {
    expect(readCompose('compose.yml', 'services: {}')).toEqual({ name: undefined, nodes: [], edges: [] })
  })
})
