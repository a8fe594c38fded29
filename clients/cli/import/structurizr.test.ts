import { describe, expect, it } from 'vitest'
import { readStructurizr } from './structurizr.ts'

/** An export of `structurizr export -format json`, without irrelevant fields. */
const bank = {
  name: 'Big Bank',
  model: {
    people: [
      {
        id: '1',
        name: 'Customer',
        properties: { 'structurizr.dsl.identifier': 'customer' },
        relationships: [
          { id: '20', sourceId: '1', destinationId: '4', description: 'Views balances', technology: 'HTTPS' },
          { id: '21', sourceId: '1', destinationId: '2', description: 'Views balances', linkedRelationshipId: '20' },
        ],
      },
    ],
    softwareSystems: [
      {
        id: '2',
        name: 'Internet Banking',
        containers: [
          {
            id: '3',
            name: 'Database',
            technology: 'Oracle',
            properties: { 'structurizr.dsl.identifier': '0c1f6a3e-1b1e-4c5d-9e43-1f2a3b4c5d6e' },
          },
          {
            id: '4',
            name: 'Web',
            technology: 'Java',
            components: [
              {
                id: '5',
                name: 'Sign-in',
                relationships: [
                  { id: '22', sourceId: '5', destinationId: '3', description: 'Reads hashes' },
                  { id: '23', sourceId: '5', destinationId: '4', description: 'inside' },
                  { id: '24', sourceId: '5', destinationId: '6', description: 'x'.repeat(130) },
                  { id: '27', sourceId: '5', destinationId: '6', description: 'Another one' },
                ],
              },
            ],
            relationships: [
              { id: '25', sourceId: '4', destinationId: '3', description: 'Reads' },
              { id: '28', sourceId: '4', destinationId: '3', technology: 'JDBC' },
            ],
          },
        ],
      },
      { id: '6', name: 'E-mail', relationships: [{ id: '26', sourceId: '6', destinationId: '7' }] },
      { id: '7', name: 'Mainframe', containers: [{ id: '8', name: 'Core' }] },
    ],
  },
}

describe('a Structurizr workspace', () => {
  const { name, nodes, edges } = readStructurizr('workspace.json', JSON.stringify(bank))

  it('has people, systems and containers, by ids that stay when others are added', () => {
    expect(name).toBe('Big Bank')
    expect(nodes).toEqual([
      { id: 'customer', label: 'Customer', tech: 'Users' },
      { id: 'Internet Banking / Database', label: 'Database', tech: 'Oracle' },
      { id: 'Internet Banking / Web', label: 'Web', tech: 'Java' },
      { id: 'E-mail', label: 'E-mail' },
      { id: 'Mainframe', label: 'Mainframe' },
      { id: 'Mainframe / Core', label: 'Core' },
    ])
  })

  it('has relationships, and those of components where their containers have none', () => {
    expect(edges).toEqual([
      { source: 'customer', target: 'Internet Banking / Web', label: 'Views balances' },
      { source: 'Internet Banking / Web', target: 'Internet Banking / Database', label: 'Reads' },
      { source: 'Internet Banking / Web', target: 'Internet Banking / Database', label: 'JDBC' },
      { source: 'E-mail', target: 'Mainframe' },
      { source: 'Internet Banking / Web', target: 'E-mail', label: `${'x'.repeat(119)}…` },
    ])
  })

  it.each([
    ['{}', 'it has no model'],
    ['[]', 'it has no model'],
    ['{', 'is not JSON'],
    ['{"model":{"people":{}}}', 'people must be a list'],
    ['{"model":{"softwareSystems":[{"id":"1","name":"A","containers":[{"id":"2"}]}]}}', 'each of containers must have'],
  ])('is recognised: %s', (text, error) => {
    expect(() => readStructurizr('workspace.json', text)).toThrow(error)
  })
})
