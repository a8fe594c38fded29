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
  ])('is that of a person or an app where the label names one: $label, $tech', ({ role, ...texts }) => {
    expect(appearancesOf([{ id: 'a', ...texts }]).roles[0]).toBe(role)
  })

  it('has at most six colours beside that of the others, those of the most common roles', () => {
    const techs = ['Browser', 'nginx', 'Go', 'Redis', 'Kafka', 'Stripe', 'Grafana']
    const nodes = [...techs, ...techs.slice(1)].map((tech, index) => ({ id: String(index), tech }))
    const { nodes: found, roles } = appearancesOf(nodes)
    expect(roles).toEqual(['edge', 'service', 'store', 'queue', 'external', 'operations', 'other'])
    expect(found[0]!.role).toBe('other')
    expect(found[0]!.icon).toBeDefined()
  })
})
