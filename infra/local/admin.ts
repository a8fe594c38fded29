/** `npm run admin` runs the gateway's admin command line. Servers without an address are those of the running local stack. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { isLocked } from './reaper/lock.ts'
import { adminProgram } from './run-admin.ts'
import { loadEnvFile, lockFile, readState } from './state.ts'

loadEnvFile()
const env = await environmentOf(process.env)
if (!env.DATABASE_URL && !env.DATABASE_URL_FILE) {
  console.error('The local stack is not running: start it with npm start, or set DATABASE_URL.')
  process.exit(1)
}
const child = spawn(process.execPath, [adminProgram, ...process.argv.slice(2)], { env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const [code] = (await once(child, 'close')) as [number | null]
process.exit(code ?? 1)

/** Adds the addresses of the running stack to an environment, unless it names another database. */
async function environmentOf(own: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const isRunning = existsSync(lockFile) && isLocked(lockFile)
  const stack = isRunning ? await readState('running.json') : undefined
  const { DATABASE_URL, DATABASE_URL_FILE, REDIS_URL, REDIS_URL_FILE } = own
  const isOther = DATABASE_URL_FILE || (DATABASE_URL && DATABASE_URL !== stack?.databaseUrl)
  if (!stack || isOther) return own
  return {
    ...own,
    DATABASE_URL: stack.databaseUrl,
    ...(!REDIS_URL && !REDIS_URL_FILE && { REDIS_URL: stack.redisUrl }),
  }
}
