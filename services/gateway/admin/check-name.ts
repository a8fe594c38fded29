import { SetupError } from '@maps/shared/config'

/** Gives the name of a workspace or token back, checked. @throws SetupError where it cannot be one */
export function checkName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name
  throw new SetupError('A name has 1 to 100 letters, digits, dots, hyphens and underscores.')
}
