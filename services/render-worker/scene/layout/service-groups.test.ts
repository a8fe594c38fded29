import { describe, expect, it } from 'vitest'
import { groupsByPrefix, type ServiceGroup } from './service-groups.ts'

/** Captions with numbers of services, inner groups in brackets. */
function words(groups: readonly ServiceGroup[]): string {
  return groups
    .map((it) => `${it.caption} ${it.ids.length}${it.inner.length ? ` [${words(it.inner)}]` : ''}`)
    .join(', ')
}

const wordsOf = (ids: string): string => words(groupsByPrefix(ids.split(' ')))

describe('groups by prefix', () => {
  it.each([
    [
      'three ids or more, at each separator',
      'a-1 a-2 a-3 b_1 b_2 b_3 c/1 c/2 c/3 d.1 d.2 d.3 e-1 e-2 f',
      'a 3, b 3, c 3, d 3',
    ],
    ['the service whose id is the prefix', 'kafka kafka-ui kafka-init web', 'kafka 3'],
    ['no ids that only begin alike', 'app1 app2 app3 application web', ''],
    ['their longest prefix as caption', 'pay-api-1 pay-api-2 pay-api-3 web', 'pay-api 3'],
    ['two levels at most', 'a-b-c-1 a-b-c-2 a-b-c-3 a-b-d a-b-e a-f web', 'a 6 [b 5]'],
    ['no prefix of all ids', 'shop/web shop/db-1 shop/db-2 shop/db-3 shop/db-4-a', 'db 4'],
    ['no empty prefix', '-a -b -c -d web', ''],
    ['nothing in an empty map', '', ''],
  ])('have %s', (_what, ids, expected) => {
    expect(wordsOf(ids)).toBe(expected)
  })

  it('find an end in ids that are separators, and in long ones', () => {
    const ids = [...'-_/.', '--', 'a-', 'a--', 'a---', ...['x', 'y', 'z'].map((it) => `${'-'.repeat(190)}${it}`)]
    expect(groupsByPrefix(ids).every((it) => it.ids.length >= 3)).toBe(true)
  })
})
