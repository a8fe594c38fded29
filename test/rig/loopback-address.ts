import { randomInt } from 'node:crypto'

/**
 * Chooses a loopback address. Where the system has more than one, the caller is alone on it: no other test and no connection takes a port
 * of it, even while no server listens there.
 */
export function chooseLoopbackAddress(): string {
  return process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(255)}.1` : '127.0.0.1'
}
