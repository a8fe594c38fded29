import { describe, expect, it } from 'vitest'
import { Failure } from '../../failure.ts'
import { parseYaml } from './yaml.ts'

describe('YAML', () => {
  it('may use its anchors thousands of times, and merge them', () => {
    const uses = Array.from({ length: 2_000 }, (_, index) => `s${index}: { <<: *base, command: c${index} }`)
    const parsed = parseYaml('x.yml', `x: &base { image: a, list: &list [1, 2] }\ny: *list\n${uses.join('\n')}`)
    expect(parsed).toMatchObject({ y: [1, 2], s1999: { image: 'a', list: [1, 2], command: 'c1999' } })
  })

  it.each<[name: string, first: string, next: (index: number) => string]>([
    ['lists', 'a0: &a0 [x]', (index) => `[${`*a${index}, `.repeat(9)}]`],
    ['merged objects', 'a0: &a0 { x: 1 }', (index) => `{ <<: [*a${index}, *a${index}], k: { <<: *a${index} } }`],
  ])('that expands without end is refused with a sentence: %s', (_name, first, next) => {
    const levels = Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} ${next(index)}`)
    const text = [first, ...levels, 'services: { web: { image: nginx } }'].join('\n')
    expect(() => parseYaml('bomb.yml', text)).toThrow(/^bomb.yml is too large: .* over 200,000 nodes\.$/)
  })

  it.each([
    ['an anchor inside of itself', 'a: &a 1\nb: &a [*a]', /^x.yml is too large/],
    ['an unknown anchor', 'a: *b', /^x.yml is not YAML: Unresolved alias/],
    ['a repeated key', 'a: 1\na: 2', /^x.yml is not YAML: Map keys must be unique/],
    ['two documents', 'a: 1\n---\nb: 2', /^x.yml is not YAML: /],
    ['too many levels', '['.repeat(100_000), /^x.yml is not YAML: /],
    ['too many bytes', `# ${'x'.repeat(5_000_000)}`, /^x.yml is too large: it has over 4 MiB/],
  ])('is refused with a sentence: %s', (_name, text, message) => {
    expect(() => parseYaml('x.yml', text)).toThrow(message)
    expect(() => parseYaml('x.yml', text)).toThrow(Failure)
  })

  it('may have tags of Compose', () => {
    expect(parseYaml('x.yml', 'a: !reset null\nb: !override [1]')).toEqual({ a: null, b: [1] })
    expect(parseYaml('x.yml', 'a: !reset [1]\nb: !reset { c: 1 }')).toEqual({ a: null, b: null })
  })
})
