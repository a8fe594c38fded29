import { describe, expect, it } from 'vitest'
import type { Drawing } from '../drawing.ts'
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

function read(workspace: object): Drawing {
  return readStructurizr({ source: 'workspace.json', text: JSON.stringify(workspace) })
}

describe('a Structurizr workspace', () => {
  const { name, nodes, edges, leftOut } = read(bank)

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

  it('has no name where Structurizr made one up', () => {
    expect(read({ ...bank, name: 'Name' }).name).toBe(undefined)
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
    expect(() => readStructurizr({ source: 'workspace.json', text })).toThrow(error)
  })

  it('says what it leaves out', () => {
    expect(leftOut).toEqual([
      { kind: 'components', count: 1, names: ['Internet Banking / Web / Sign-in'] },
      { kind: 'systems', count: 1, names: ['Internet Banking'] },
      {
        kind: 'innerRelationships',
        count: 1,
        names: ['Internet Banking / Web / Sign-in → Internet Banking / Web: inside'],
      },
    ])
    const nodes = [
      { name: 'Server', environment: 'Live', children: [{ name: 'Tomcat' }], infrastructureNodes: [{ name: 'DNS' }] },
    ]
    const relationships = [{ sourceId: '1', destinationId: '9', description: 'runs on' }]
    const model = { softwareSystems: [{ id: '1', name: 'A', relationships }], deploymentNodes: nodes }
    expect(read({ model }).leftOut).toEqual([
      { kind: 'deploymentNodes', count: 3, names: ['Live / Server', 'Live / Server / Tomcat', 'Live / Server / DNS'] },
      { kind: 'missingElements', count: 1, names: ['A → 9'] },
    ])
  })

  it('may have null for what is absent', () => {
    const element = { id: '1', name: 'A', technology: null, properties: null, relationships: [null], containers: null }
    const other = { id: '2', name: 'B', relationships: [{ destinationId: '1', description: null, technology: null }] }
    const model = { people: null, customElements: null, softwareSystems: [element, other], deploymentNodes: null }
    expect(read({ name: null, model })).toEqual({
      name: undefined,
      nodes: [
        { id: 'A', label: 'A' },
        { id: 'B', label: 'B' },
      ],
      edges: [{ source: 'B', target: 'A' }],
      leftOut: [],
      inferred: [],
    })
  })

  it('has custom elements', () => {
    const relationships = [{ destinationId: '2', description: 'pays through' }]
    const terminal = { id: '1', name: 'Card terminal', metadata: 'Hardware', relationships }
    const { nodes, edges } = read({
      model: { customElements: [terminal], softwareSystems: [{ id: '2', name: 'Payments' }] },
    })
    expect(nodes[0]).toEqual({ id: 'Card terminal (element)', label: 'Card terminal', tech: 'Hardware' })
    expect(edges).toEqual([{ source: 'Card terminal (element)', target: 'Payments', label: 'pays through' }])
  })

  it.each([
    ['docs/shop.dsl', 'anything', 'docs/shop.dsl'],
    ['my shop.dsl', 'anything', '"my shop.dsl"'],
    ['The input', '// A shop\nworkspace "Shop" {\n', 'workspace.dsl'],
  ])('in the DSL gets the command that exports it: %s', (source, text, file) => {
    const command = `structurizr-cli export -workspace ${file} -format json\n`
    expect(() => readStructurizr({ source, text })).toThrow(command)
  })
})
