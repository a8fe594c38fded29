/** Matches the name of a file by its extension. That of a socket is none. */
const FILE = /[^./]\.(?!sock$)[a-z]\w*$/i
/** Matches a word for configuration in the name of a folder. */
const CONFIGURATION = /(?:^|[._-])(?:conf|configs?|configuration|cfg|etc|settings|secrets)(?:[._-]|$)/i
/** Matches what a container takes over from its machine, and which has no hosts of services. */
const OF_MACHINE = /^\/(?:dev|proc|sys|run|var\/run|etc\/(?:localtime|timezone|machine-id|passwd|group))(?:\/|$)/

/**
 * Whether something of the machine that a container gets at a path may have settings: a file, or a folder whose name, or place in the container, says so.
 * Other folders have data.
 * @param kind what is there, if that is known
 */
export function maySet(source: string, target: string, kind?: 'file' | 'folder'): boolean {
  if (OF_MACHINE.test(source)) return false
  const names = [source, target].map((it) => it.replace(/\/+$/, '').split('/').at(-1)!)
  if (kind === 'file' || (kind === undefined && names.some((it) => FILE.test(it)))) return true
  return names.some((it) => CONFIGURATION.test(it)) || /(?:^|\/)etc\//.test(target)
}
