import type { Drawing, Primitive } from '../scene/draw/display-list.ts'

/** A drawing in compact form, since each byte that is sent to the page costs time (decision 5). */
export interface PackedDrawing extends Omit<Drawing, 'items'> {
  /** Members shared by the items of a style, and the names of the members that differ. */
  styles: { shared: object; own: string[] }[]
  /** Index of each item's style, then the values of its own members. */
  items: unknown[][]
}

const ownMembers = new Set(['x', 'y', 'width', 'height', 'text', 'd', 'top', 'bottom', 'card', 'fill', 'stroke'])

/** Packs a drawing: see `PackedDrawing`. */
export function pack({ width, height, background, isOpaque, items }: Drawing): PackedDrawing {
  const styles: PackedDrawing['styles'] = []
  const numbers = new Map<string, number>()
  // Items share their icons and most fonts.
  const texts = new Map<unknown, string>()
  function textOf(value: unknown): string {
    const known = texts.get(value) ?? JSON.stringify(value)
    texts.set(value, known)
    return known
  }

  const packed = items.map((item) => {
    const values: unknown[] = []
    let key = ''
    for (const name in item) {
      const value: unknown = item[name as keyof Primitive]
      key += name
      if (ownMembers.has(name)) values.push(value)
      else key += typeof value === 'string' ? value : textOf(value)
    }
    let number = numbers.get(key)
    if (number === undefined) {
      number = styles.push(styleOf(item)) - 1
      numbers.set(key, number)
    }
    return [number, ...values]
  })
  return { width, height, background, isOpaque, styles, items: packed }
}

function styleOf(item: Primitive): PackedDrawing['styles'][number] {
  const members = Object.entries(item)
  return {
    shared: Object.fromEntries(members.filter(([name]) => !ownMembers.has(name))),
    own: members.map(([name]) => name).filter((name) => ownMembers.has(name)),
  }
}

/** Unpacks a drawing. */
export function unpack({ styles, items: packed, ...drawing }: PackedDrawing): Drawing {
  const items = packed.map(([number, ...values]) => {
    const { shared, own } = styles[number as number]!
    const item: Record<string, unknown> = { ...shared }
    for (const [index, name] of own.entries()) item[name] = values[index]
    return item as unknown as Primitive
  })
  return { ...drawing, items }
}
