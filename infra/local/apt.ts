import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * Installs a Debian package if this process runs as root.
 * @returns false without root or apt-get, and if apt-get fails
 */
export async function installWithApt(name: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  console.error(`${name} is missing: installing it with apt-get …`)
  return (await apt('update')) && (await apt('install', '-y', '--no-install-recommends', name))
}

function apt(...args: string[]): Promise<boolean> {
  // `su` keeps a PATH without the sbin folders that dpkg needs. Run level 1 keeps the package from starting its service.
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const child = spawn('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return once(child, 'close').then(
    ([code]) => code === 0,
    () => false,
  )
}
