import { describe, expect, it } from 'vitest'
import { createRandom } from '../bench/random.ts'
import { findAnomalies } from './history.ts'
import { KEPT_VERSIONS } from './map-register.ts'
import type { ListReading, Operation, Seen } from './operation.ts'

const MAP = 1
const LINK = 'the-first-link'
const common = { client: 0, map: MAP, outcome: 'ok' } as const
const pending = { outcome: 'unknown', end: Infinity } as const
const gone = { outcome: 'refused', status: 404, seen: { isThere: false } } as const

function seen(write: number, more: Partial<Seen> = {}): Seen {
  return { isThere: true, marker: { map: MAP, write }, ...more }
}

const create = (map = MAP): Operation => ({
  ...common,
  ...{ map, kind: 'create', write: map * 100, id: `id ${map}`, start: 0, end: 1 },
  seen: { isThere: true, marker: { map, write: map * 100 }, version: 1 },
})
const write = (number: number, version: number, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'write', write: number, start, end, seen: seen(number, { version }) },
})
const remove = (start: number, end: number): Operation => ({ ...common, kind: 'delete', start, end })
const read = (of: number, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'read', start, end, seen: seen(of) },
})
const exported = (of: number, start: number, end: number): Operation => ({ ...read(of, start, end), kind: 'export' })
const open = (link: string, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'share', isPublic: true, start, end, seen: seen(100, { isPublic: true, link }) },
})
const close = (start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'share', isPublic: false, start, end, seen: seen(100, { isPublic: false }) },
})
const page = (link: string, of: number, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'page', link, start, end, seen: seen(of) },
})
const list = (entries: Seen[], start: number, end: number, more: Partial<ListReading> = {}): ListReading => ({
  client: 0,
  isPaged: false,
  ...{ entries, start, end, ...more },
})

const version = (asked: number, of: number, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'revision', asked, start, end, seen: seen(of, { isPublic: false }) },
})
const noVersion = (asked: number, nearest: number[], start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'revision', outcome: 'refused', status: 404, asked, start, end, seen: { isThere: true, nearest } },
})
const versions = (list: number[], notes: Record<number, string>, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'revisions', start, end },
  seen: { isThere: true, versions: list.map((it) => ({ version: it, ...(notes[it] && { note: notes[it] }) })) },
})
const pin = (pin: number | null, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'pin', pin, start, end },
})
const layout = (pin: number | null | 'mixed', version: number, start: number, end: number): Operation => ({
  ...common,
  ...{ kind: 'layout', start, end, seen: { isThere: true, version, pin } },
})
/** Writes with the numbers 5, 6 and so on, by one token; each may have a note. */
const writes = (...notes: (string | undefined)[]): Operation[] =>
  notes.map((note, at) => ({ ...write(5 + at, 2 + at, 4 + 2 * at, 5 + 2 * at), ...(note && { note }) }))

const anomaliesIn = (...history: Operation[]) => findAnomalies(history).map((it) => it.kind)

describe('the judge of histories finds nothing wrong', () => {
  it.each<[string, Operation[]]>([
    ['in one operation after the other', [read(100, 2, 3), write(5, 2, 4, 5), read(5, 6, 7), exported(5, 8, 9)]],
    ['in operations at the same time, old first', [write(5, 2, 10, 20), read(100, 12, 18), exported(5, 11, 19)]],
    ['in operations at the same time, new first', [write(5, 2, 10, 20), read(5, 11, 12), exported(100, 5, 13)]],
    [
      'in a write that was cut off and happened late',
      [{ ...write(5, 2, 10, 11), ...pending }, read(100, 20, 21), read(5, 30, 31)],
    ],
    [
      'in a write that was cut off and overtaken',
      [{ ...write(5, 2, 10, 11), ...pending }, write(6, 2, 20, 21), read(6, 30, 31)],
    ],
    ['in two changes without a condition', [write(5, 3, 4, 6), write(6, 2, 4, 6), read(5, 7, 8)]],
    [
      'in a refused condition',
      [
        { ...write(5, 2, 4, 5), version: 1 },
        { ...write(6, 2, 5, 6), version: 1, outcome: 'refused', status: 412, seen: { isThere: true } },
      ].map(({ seen: _seen, ...it }) => it as Operation),
    ],
    [
      'in a deletion',
      [read(100, 2, 3), remove(4, 5), { ...read(100, 6, 7), ...gone }, { ...write(5, 2, 8, 9), ...gone }],
    ],
    [
      'in a deletion that was cut off and happened late',
      [{ ...remove(4, 5), ...pending }, read(100, 6, 7), { ...read(100, 8, 9), ...gone }],
    ],
    [
      'in a deletion that was cut off and did not happen',
      [{ ...remove(4, 5), ...pending }, read(100, 6, 7), write(5, 2, 8, 9)],
    ],
    [
      'in a repeated create',
      [
        { ...create(), start: 2, end: 3, isReplay: true },
        remove(4, 5),
        { ...create(), start: 6, end: 7, isReplay: true },
      ],
    ],
    [
      'in a link',
      [
        open(LINK, 2, 3),
        page(LINK, 100, 4, 5),
        close(6, 9),
        page(LINK, 100, 7, 8),
        { ...page(LINK, 100, 10, 11), ...gone },
      ],
    ],
    [
      'in a link that is opened twice',
      [open(LINK, 2, 3), open(LINK, 4, 5), close(6, 7), open('another', 8, 9), page('another', 100, 10, 11)],
    ],
    ['in versions', [write(5, 2, 4, 5), version(1, 100, 6, 7), version(2, 5, 8, 9), versions([2, 1], {}, 10, 11)]],
    [
      'in versions that were joined',
      [...writes(undefined, undefined), noVersion(2, [1, 3], 10, 11), versions([3, 1], {}, 12, 13)],
    ],
    [
      'in a version with a note and the one before it, among versions that were joined',
      [
        ...writes(undefined, undefined, 'why', undefined),
        versions([5, 4, 3, 1], { 4: 'why' }, 14, 15),
        version(4, 7, 16, 17),
      ],
    ],
    ['in versions by two tokens', [{ ...write(5, 2, 4, 5), author: 1 }, write(6, 3, 6, 7), version(2, 5, 8, 9)]],
    [
      'in a change without a new value, which keeps the note',
      [...writes('why'), { ...close(6, 7), seen: seen(5, { isPublic: false }) }, versions([3, 1], { 3: 'why' }, 8, 9)],
    ],
    [
      'in a version that was restored',
      [write(5, 2, 4, 5), { ...write(100, 3, 6, 7), version: 2 }, read(100, 8, 9), version(1, 100, 8, 9)],
    ],
    [
      'in a version beyond the number of the plan',
      [...writes(...Array.from({ length: KEPT_VERSIONS + 1 }, () => 'why')), noVersion(1, [2], 40, 41)],
    ],
    [
      'in a version that is not there yet, and then is',
      [noVersion(2, [1], 2, 3), write(5, 2, 4, 5), version(2, 5, 6, 7)],
    ],
    ['in pins', [pin(7, 2, 3), write(5, 2, 4, 5), layout(7, 2, 6, 7), pin(null, 8, 9), layout(null, 2, 10, 11)]],
    ['in a pin that was cut off', [{ ...pin(7, 2, 3), ...pending }, layout(null, 1, 4, 5), layout(7, 1, 6, 7)]],
    [
      'in a pin that was refused, since another one was set',
      [
        pin(7, 2, 3),
        { ...pin(8, 4, 5), version: 1, replaces: null, outcome: 'refused', status: 412 },
        layout(7, 1, 6, 7),
      ],
    ],
    [
      'in a link that was opened without a response',
      [{ ...open(LINK, 2, 3), ...pending }, page(LINK, 100, 4, 5), close(6, 7)].map((it) =>
        it.outcome === 'unknown' ? withoutSeen(it) : it,
      ),
    ],
  ])('%s', (_, history) => {
    expect(anomaliesIn(create(), ...history)).toEqual([])
  })

  it('in lists', () => {
    const history = [create(), write(5, 2, 4, 6), remove(10, 12)]
    const lists = [
      list([], -2, -1),
      list([], 0, 1),
      list([seen(100, { isPublic: false })], 2, 3),
      list([seen(5)], 5, 8, { map: MAP }),
      // An update meanwhile may move the map to a page that was read before.
      list([], 3, 5, { isPaged: true }),
      list([seen(5)], 9, 11),
      list([], 13, 14),
    ]
    expect(findAnomalies(history, lists)).toEqual([])
  })
})

/** Changes one after the other, half of them cut off, half of those without an effect; all versions are read only at the end. */
function changesWithCutOffs(count: number): Operation[] {
  const random = createRandom('cut off')
  const kept = [100]
  const pins: number[] = []
  const changes = Array.from({ length: count }, (_, at): Operation => {
    const [number, start] = [1_000 + at, 2 + 2 * at]
    const isCutOff = random.below(2) === 0
    const hasEffect = !isCutOff || random.below(2) === 0
    const isPin = random.below(3) === 0
    if (hasEffect) (isPin ? pins : kept).push(number)
    const done = isPin ? pin(number, start, start + 1) : write(number, kept.length, start, start + 1)
    return { ...(isCutOff ? { ...withoutSeen(done), ...pending } : done), author: number }
  })
  const end = 2 * count + 5
  const reads = kept.map((of, at) => version(at + 1, of, end + 2 * at, end + 2 * at + 1))
  const newest = layout(pins.at(-1) ?? null, kept.length, end - 1, end)
  return [...changes, newest, ...reads]
}

describe('the judge of histories decides', () => {
  it('a long history with many changes that were cut off, whose versions are read at its end', () => {
    expect(anomaliesIn(create(), ...changesWithCutOffs(120))).toEqual([])
  })
})

function withoutSeen({ seen: _seen, ...operation }: Operation): Operation {
  return operation
}

describe('the judge of histories finds', () => {
  it.each<[string, string, Operation[]]>([
    ['an acknowledged write that is gone', 'lost write', [write(5, 2, 4, 5), read(100, 6, 7)]],
    ['two acknowledged writes to one version', 'lost write', [write(5, 2, 4, 5), write(6, 2, 4.5, 6)]],
    ['a write before one that it follows', 'lost write', [write(5, 3, 4, 5), write(6, 2, 6, 7)]],
    [
      'a write at another version than it requires',
      'lost write',
      [write(5, 2, 4, 5), { ...write(6, 3, 6, 7), version: 1 }],
    ],
    ['a read that goes back', 'stale read', [write(5, 2, 4, 20), read(5, 6, 7), read(100, 8, 9)]],
    [
      'a cut off write that is seen and gone',
      'stale read',
      [{ ...write(5, 2, 4, 5), ...pending }, read(5, 6, 7), read(100, 8, 9)],
    ],
    ['a file older than an acknowledged write', 'stale file', [write(5, 2, 4, 5), exported(100, 6, 7)]],
    ['a file older than one before', 'stale file', [write(5, 2, 4, 20), exported(5, 6, 7), exported(100, 8, 9)]],
    [
      'a file of another map',
      'foreign answer',
      [create(2), { ...exported(100, 6, 7), seen: { isThere: true, marker: { map: 2, write: 200 } } }],
    ],
    [
      'a response of two maps, or of none',
      'mixed answer',
      [{ ...read(100, 6, 7), seen: { isThere: true, marker: undefined } }],
    ],
    ['a response that no client wrote', 'never written', [read(77, 6, 7)]],
    ["a response with another map's write", 'never written', [create(2), read(200, 6, 7)]],
    ['a response from the future', 'never written', [read(5, 2, 3), write(5, 2, 4, 5)]],
    [
      'a refused write that was done',
      'refused write done',
      [withoutSeen({ ...write(5, 2, 4, 5), outcome: 'refused' }), read(5, 6, 7)],
    ],
    [
      'another version than was written',
      'stale read',
      [write(5, 2, 4, 5), { ...read(5, 6, 7), seen: seen(5, { version: 3 }) }],
    ],
    ['a map that is gone without a deletion', 'lost map', [{ ...read(100, 6, 7), ...gone }]],
    ['a map that is gone for a write', 'lost map', [{ ...write(5, 2, 6, 7), ...gone }]],
    ['a deleted map that is read', 'resurrected map', [remove(4, 5), read(100, 6, 7)]],
    ['a deleted map that becomes a file', 'resurrected map', [remove(4, 5), exported(100, 6, 7)]],
    ['a deleted map that is changed', 'resurrected map', [remove(4, 5), write(5, 2, 6, 7)]],
    ['a map that is deleted twice', 'resurrected map', [remove(4, 5), remove(6, 7)]],
    [
      'a cut off deletion that is seen and gone',
      'stale read',
      [{ ...remove(4, 5), ...pending }, { ...read(100, 6, 7), ...gone }, read(100, 8, 9)],
    ],
    ['a second map of one create', 'double create', [{ ...create(), start: 2, end: 3 }]],
    ['a second id of one create', 'double create', [{ ...create(), start: 2, end: 3, isReplay: true, id: 'another' }]],
    ['a closed link that is read', 'reopened link', [open(LINK, 2, 3), close(4, 5), page(LINK, 100, 6, 7)]],
    ['a closed link that is open again', 'reopened link', [open(LINK, 2, 3), close(4, 5), open(LINK, 6, 7)]],
    ['a link of a deleted map', 'resurrected map', [open(LINK, 2, 3), remove(4, 5), page(LINK, 100, 6, 7)]],
    ['an open link that leads nowhere', 'lost link', [open(LINK, 2, 3), { ...page(LINK, 100, 4, 5), ...gone }]],
    [
      'a page older than an acknowledged write',
      'stale file',
      [open(LINK, 2, 3), write(5, 3, 4, 5), page(LINK, 100, 6, 7)],
    ],
    [
      'a private map that is said to be public',
      'stale read',
      [{ ...read(100, 2, 3), seen: seen(100, { isPublic: true }) }],
    ],
    [
      'a write by a token that may only read',
      'write by a read-only token',
      [{ ...write(5, 2, 4, 5), isReadOnly: true }],
    ],
    ['a version that is gone', 'lost version', [write(5, 2, 4, 5), noVersion(1, [2], 6, 7)]],
    ['a version that a list lacks', 'lost version', [write(5, 2, 4, 5), versions([2], {}, 6, 7)]],
    [
      'a version by another token that was joined',
      'lost version',
      [{ ...write(5, 2, 4, 5), author: 1 }, write(6, 3, 6, 7), noVersion(2, [1, 3], 8, 9)],
    ],
    [
      'a version with a note that was joined',
      'lost version',
      [...writes('why', undefined), noVersion(2, [1, 3], 8, 9)],
    ],
    [
      'a version with a note that was dropped before one without',
      'lost version',
      [...writes('why', ...Array.from({ length: KEPT_VERSIONS + 2 }, () => undefined)), noVersion(2, [1, 3], 40, 41)],
    ],
    ['the current version that is gone', 'lost version', [write(5, 2, 4, 5), noVersion(2, [1], 6, 7)]],
    [
      'neighbours between which a version is kept',
      'lost version',
      [...writes('why', 'why', undefined, undefined), noVersion(4, [2, 5], 14, 15)],
    ],
    ['neighbours that no client made', 'lost version', [...writes(undefined, undefined), noVersion(2, [1, 9], 8, 9)]],
    [
      'a version that was joined and is back',
      'wrong version',
      [...writes(undefined, undefined), noVersion(2, [1, 3], 8, 9), version(2, 5, 10, 11)],
    ],
    ['a version with the content of another one', 'wrong version', [write(5, 2, 4, 5), version(1, 5, 6, 7)]],
    [
      'a version with the note of another one',
      'lost version',
      [...writes('why', 'because'), versions([3, 2, 1], { 3: 'why', 2: 'because' }, 8, 9)],
    ],
    [
      'a version of another map',
      'foreign answer',
      [
        create(2),
        { ...version(1, 200, 6, 7), seen: { isThere: true, marker: { map: 2, write: 200 }, isPublic: false } },
      ],
    ],
    ['a version of a deleted map', 'resurrected map', [remove(4, 5), version(1, 100, 6, 7)]],
    ['a list of the versions of a deleted map', 'resurrected map', [remove(4, 5), versions([1], {}, 6, 7)]],
    ['a pin of a deleted map', 'resurrected map', [pin(7, 2, 3), remove(4, 5), layout(7, 1, 6, 7)]],
    ['a pin that is gone', 'lost pin', [pin(7, 2, 3), layout(null, 1, 4, 5)]],
    ['a pin from before', 'lost pin', [pin(7, 2, 3), pin(8, 4, 5), layout(7, 1, 6, 7)]],
    ['a layout that is still pinned', 'lost pin', [pin(7, 2, 3), pin(null, 4, 5), layout(7, 1, 6, 7)]],
    [
      'a pin that replaces another one than it requires',
      'lost pin',
      [pin(7, 2, 3), { ...pin(8, 4, 5), version: 1, replaces: null }],
    ],
    ['positions that no client has pinned', 'lost pin', [pin(7, 2, 3), layout('mixed', 1, 4, 5)]],
    ['a fault of the service', 'unexpected response', [{ ...read(100, 4, 5), ...pending, status: 500 }]],
    ['a refusal without a reason', 'unexpected response', [{ ...write(5, 2, 4, 5), outcome: 'refused', status: 401 }]],
  ])('%s', (_, kind, history) => {
    expect(anomaliesIn(create(), ...history)).toEqual([kind])
  })

  it.each<[string, string, ListReading[], Operation[]]>([
    ['a list that lacks a map', 'lost map', [list([], 2, 3)], []],
    ['a search that lacks a map', 'lost map', [list([], 2, 3, { map: MAP })], []],
    [
      'pages that lack a map which no client changes',
      'lost map',
      [list([], 2, 3, { isPaged: true })],
      [write(5, 2, 4, 5)],
    ],
    ['a list with a deleted map', 'resurrected map', [list([seen(100)], 6, 7)], [remove(4, 5)]],
    ['a list with an old map', 'lost write', [list([seen(100)], 6, 7)], [write(5, 2, 4, 5)]],
    ['a list that has a map twice', 'double create', [list([seen(100), seen(100)], 2, 3)], []],
    [
      'a list with a map that no client made',
      'never written',
      [list([seen(100), { isThere: true, marker: { map: 9, write: 9 } }], 2, 3)],
      [],
    ],
  ])('%s', (_, kind, lists, history) => {
    expect(findAnomalies([create(), ...history], lists).map((it) => it.kind)).toEqual([kind])
  })
})
