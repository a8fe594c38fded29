/** Stands in an image for a variable without a value: no image has this character. */
export const UNKNOWN = '\uFFFD'

/** Maximum length of an image. Longer texts name none. */
const MAX_LENGTH = 500

/** Matches the version at the beginning of a tag: "20" of "20-alpine". */
const VERSION = /^v?\d+(?:\.\w+)*(?!\w)/

/**
 * Returns the technology that an image names, without what unset variables leave unknown, or an empty text. An image of Docker
 * Hub stays as it is, for people know it by that name: `postgres:18`, `grafana/grafana:12`. Another registry and its
 * folders are an address: `ghcr.io/org/app:1.2-slim` is `app 1.2`. A digest means nothing to a reader.
 */
export function technologyOf(image: string): string {
  if (image.length > MAX_LENGTH) return ''
  const folders = image.trim().replace(/@.*$/s, '').split('/')
  const [name = '', tag = ''] = folders.pop()!.split(':')
  const knownName = name.replaceAll(/[._-]*\uFFFD[._-]*/g, '-').replaceAll(/^[._-]+|[._-]+$/g, '')
  const knownTag = tag.includes(UNKNOWN) ? '' : tag
  if (knownName === '') return ''
  if (isAddress(folders[0])) return [knownName, ...(VERSION.exec(knownTag) ?? [])].join(' ')
  const known = folders.filter((it) => it !== '' && !it.includes(UNKNOWN))
  return [...known, knownTag ? `${knownName}:${knownTag}` : knownName].join('/')
}

/** Whether the first folder of an image is a registry other than Docker Hub. */
function isAddress(folder: string | undefined): boolean {
  if (folder === undefined || /(?:^|\.)docker\.io$/.test(folder)) return false
  return folder === 'localhost' || /[.:]/.test(folder)
}
