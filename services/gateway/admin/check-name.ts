import { SetupError } from '@maps/shared/config'

/** Checks and returns the name of a workspace or token. @throws SetupError if it is invalid */
export function checkName(name: string): string {
  if (/^[\w.-]{1,100}$/.test(name)) return name
  throw new SetupError('A name has 1 to 100 letters, digits, dots, hyphens and underscores.')
}
