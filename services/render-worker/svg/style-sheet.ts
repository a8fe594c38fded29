/** CSS properties and their values; undefined for one that is not set. */
export type Declarations = Readonly<Record<string, string | number | undefined>>

/** The CSS classes of an SVG: one per distinct look. */
export interface StyleSheet {
  /**
   * The name of the class with these declarations, made where it is new.
   * @param dark declarations in dark mode, where they differ
   */
  classOf(looks: Declarations, dark?: Declarations): string
  css(): string
}

/** Makes an empty style sheet. */
export function createStyleSheet(): StyleSheet {
  const names = new Map<string, string>()
  const rules: string[] = []
  const darkRules: string[] = []
  return {
    classOf(looks, dark) {
      const own = write(looks)
      const others = dark ? write(dark, looks) : ''
      const key = `${own}/${others}`
      let name = names.get(key)
      if (name === undefined) {
        name = `s${names.size.toString(36)}`
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

/** @param others what is the same there is left out */
function write(looks: Declarations, others?: Declarations): string {
  let text = ''
  for (const name in looks) {
    const value = looks[name]
    if (value === undefined || value === others?.[name]) continue
    text += `${text && ';'}${name}:${value}`
  }
  return text
}
