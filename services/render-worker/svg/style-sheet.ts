import { PREFIX } from './prefix.ts'

/** CSS properties and their values; undefined values are omitted. */
export type Declarations = Readonly<Record<string, string | number | undefined>>

/** The CSS classes of an SVG: one per distinct set of declarations. */
export interface StyleSheet {
  /**
   * Returns the name of the class with these declarations, which is added if it is new.
   * @param dark declarations that differ in dark mode
   */
  classOf(declarations: Declarations, dark?: Declarations): string
  css(): string
}

/** Creates an empty style sheet. */
export function createStyleSheet(): StyleSheet {
  const names = new Map<string, string>()
  const rules: string[] = []
  const darkRules: string[] = []
  return {
    classOf(declarations, dark) {
      const own = write(declarations)
      const others = dark ? write(dark, declarations) : ''
      const key = `${own}/${others}`
      let name = names.get(key)
      if (name === undefined) {
        // With a hyphen, since LibreOffice takes the rule of a class `rootg` for that of the elements `g` in `root` (measured on 7.4, 2026-11-27).
        name = `${PREFIX}-${names.size.toString(36)}`
        names.set(key, name)
        rules.push(`.${name}{${own}}`)
        if (others) darkRules.push(`.${name}{${others}}`)
      }
      return name
    },
    css() {
      const dark = darkRules.length === 0 ? '' : `@media (prefers-color-scheme:dark){${darkRules.join('')}}`
      return rules.join('') + dark
    },
  }
}

/** Writes declarations as CSS. @param others declarations to omit if they are equal */
function write(declarations: Declarations, others?: Declarations): string {
  let text = ''
  for (const name in declarations) {
    const value = declarations[name]
    if (value === undefined || value === others?.[name]) continue
    text += `${text && ';'}${name}:${value}`
  }
  return text
}
