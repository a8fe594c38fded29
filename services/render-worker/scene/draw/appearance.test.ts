import { describe, expect, it } from 'vitest'
import { appearancesOf } from './appearance.ts'

describe('the appearance of services', () => {
  it('is the role, whose colour it has, and the icon', () => {
    const techs = ['PostgreSQL 18', 'nginx', 'our own']
    const { nodes, roles } = appearancesOf(techs.map((tech) => ({ id: tech, tech })))
    expect(nodes.map((it) => it.role)).toEqual(['store', 'edge', 'other'])
    expect(nodes.map((it) => it.icon !== undefined)).toEqual([true, true, false])
    expect(roles).toEqual(['edge', 'store', 'other'])
  })

  it('follows the label where tech is unknown, and has the icon of the label where tech is a kind', () => {
    const nodes = [
      { id: 'a', label: 'Redis', tech: 'our own' },
      { id: 'b', label: 'Redis', tech: 'Job queues' },
      { id: 'c', tech: 'Redis' },
    ]
    const [byLabel, both, mark] = appearancesOf(nodes).nodes
    expect(byLabel).toMatchObject({ icon: mark!.icon, role: 'store' })
    expect(both).toMatchObject({ icon: mark!.icon, role: 'queue' })
  })

  it.each([
    { label: 'Customer', tech: 'Shopify', role: 'client' },
    { label: 'Data analyst', tech: 'Metabase', role: 'client' },
    { label: 'Mobile app', tech: 'Firebase', role: 'client' },
    { label: 'Users', tech: 'PostgreSQL', role: 'store' },
    { label: 'user', tech: 'acme/user:2', role: 'other' },
    { label: 'User service', role: 'other' },
    { label: 'Android App', tech: 'Kotlin', role: 'client' },
    { label: 'Web UI', tech: 'TypeScript', role: 'client' },
    { label: 'iOS App', tech: 'Swift', role: 'client' },
    { label: 'Android App Backend', tech: 'Kotlin', role: 'service' },
    { label: 'SWIFT Network', tech: 'SWIFT', role: 'external' },
    { label: 'Android App Gateway', tech: 'Kotlin', role: 'service' },
    { label: 'Web Client Session Store', tech: 'Redis', role: 'store' },
    { label: 'Web frontend gateway', tech: 'Kong', role: 'edge' },
    { label: 'web frontend cache', role: 'store' },
  ])('is that of a person or an app where the label names one: $label, $tech', ({ role, ...texts }) => {
    expect(appearancesOf([{ id: 'a', ...texts }]).roles[0]).toBe(role)
  })

  it('of a group is the role that its services share, since its name is only a prefix', () => {
    const nodes = ['user', 'redis', 'pay'].map((id) => ({ id, label: id, tech: '2 services' }))
    const api = { id: 'user-api', tech: 'Go' }
    const groups = new Map([
      ['user', [api, { id: 'user-db', tech: 'PostgreSQL' }]],
      [
        'redis',
        [
          { id: 'redis-a', tech: 'Redis' },
          { id: 'redis-b', tech: 'Valkey' },
        ],
      ],
    ])
    const found = appearancesOf([...nodes, api], groups).nodes
    expect(found.map((it) => it.role)).toEqual(['other', 'store', 'other', 'service'])
    expect(found.map((it) => it.icon !== undefined)).toEqual([false, false, false, true])
  })

  it('has a colour for each of the seven roles of a map', () => {
    const techs = ['Grafana', 'Stripe', 'Kafka', 'Redis', 'Go', 'nginx', 'Browser', 'our own']
    const { nodes, roles } = appearancesOf(techs.map((tech) => ({ id: tech, tech })))
    expect(roles).toEqual(['client', 'edge', 'service', 'store', 'queue', 'external', 'operations', 'other'])
    expect(nodes.map((it) => it.role)).toEqual(roles.slice(0, -1).toReversed().concat('other'))
  })
})
