import { describe, expect, it } from 'vitest'
import { labelledTexts } from '../../../../test/golden/labelled-texts.ts'
import icons from './icons.json' with { type: 'json' }
import { findTechnology } from './find-technology.ts'
import { technologies } from './technologies.ts'

describe('recognising technologies', () => {
  it('finds the technology in four of five texts, and never a wrong one', () => {
    const found = labelledTexts.map(([icon, text]) => {
      return { icon, text, found: findTechnology(text, 'tech')?.icon ?? 'none' }
    })
    const right = found.filter((it) => it.found === it.icon)
    const wrong = found.filter((it) => it.found !== it.icon && it.found !== 'none')
    expect(labelledTexts.length).toBeGreaterThan(300)
    expect(right.length / found.length).toBeGreaterThan(0.8)
    expect(wrong).toEqual([])
  })

  it('takes no English word in a label for a technology', () => {
    expect(findTechnology('Swift', 'tech')?.icon).toBe('swift')
    expect(findTechnology('Swift', 'label')).toBeUndefined()
    expect(findTechnology('Redis', 'label')?.icon).toBe('redis')
  })

  it.each([
    ['catalogue-db', 'database'],
    ['ghcr.io/acme/orders_redis:2.1', 'redis'],
    ['acme/shop-mysql-server:8-lts', 'mysql'],
    ['checkout-worker 1.2', 'worker'],
    ['elasticsearch-6', 'elasticsearch'],
    ['index.docker.io/acme/postgresql-16:6.1.2889', 'postgresql'],
    ['orders-redis-0', 'redis'],
    ['redis-2-exporter', undefined],
    ['Orders DB', 'database'],
    ['ghcr.io/goauthentik/server:2026.8', 'authentik'],
    ['ssrf-proxy', 'gateway'],
    ['create-user', undefined],
    ['postgres-backup', undefined],
    ['Redis-compatible', undefined],
    ['PostgreSQL replica 1', 'postgresql'],
    ['MySQL replica', 'mysql'],
    ['MongoDB replica set', 'mongodb'],
  ])('finds the last word of an identifier: %s', (text, icon) => {
    expect(findTechnology(text, 'label')?.icon).toBe(icon)
  })

  it('takes a protocol for a technology only beside the name of a provider', () => {
    expect(['OIDC', 'SSO', 'SMTP', 'E-mail'].map((it) => findTechnology(it, 'tech'))).toEqual(Array(4).fill(undefined))
    expect(findTechnology('OIDC, Okta', 'tech')?.icon).toBe('okta')
    expect(findTechnology('SMTP (SendGrid)', 'tech')?.icon).toBe('mail')
  })

  it.each([
    ['node 1', undefined],
    ['Node 2', undefined],
    ['node 20', 'nodedotjs'],
    ['node:22-alpine', 'nodedotjs'],
    ['Azure Front Door', 'cdn'],
    ['nginx in front of the shop', 'nginx'],
    ['Oracle', 'database'],
    ['Oracle of prices', undefined],
    ['Amazon Managed Streaming for Apache Kafka', 'apachekafka'],
    ['GPT-4', 'model'],
    ['gpt-4', 'model'],
    ['node 8.17', 'nodedotjs'],
    ['Vault', 'vault'],
  ])('tells names from numbers and other words: %s', (text, icon) => {
    expect(findTechnology(text, 'tech')?.icon).toBe(icon)
  })

  it('takes a service beside a technology, or a script that uses it, for another one', () => {
    expect(findTechnology('Redis worker', 'label')?.icon).toBe('worker')
    expect(findTechnology('reads the queue', 'tech')).toBeUndefined()
    expect(findTechnology('Kafka backup', 'label')).toBeUndefined()
    expect(findTechnology('Amazon Aurora', 'tech')?.icon).toBe('database')
  })

  it('has an icon for each technology, and no other', () => {
    const named = new Set(Object.values(technologies).flatMap((it) => Object.keys(it)))
    expect(Object.keys(icons)).toEqual([...named].toSorted())
  })

  it('does not take longer for a text that repeats a name', () => {
    expect(findTechnology('go go '.repeat(10_000), 'tech')).toBeUndefined()
    expect(findTechnology(`${'.'.repeat(100_000)} redis`, 'tech')).toBeUndefined()
  })
})
