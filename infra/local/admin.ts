/** `npm run admin` runs the gateway's admin command line. Without DATABASE_URL it uses the running local stack. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tryLock } from './reaper/lock.ts'
import { adminProgram } from './run-admin.ts'
import { loadEnvFile, lockFile, readState } from './state.ts'

loadEnvFile()
const { DATABASE_URL, DATABASE_URL_FILE } = process.env
const env = DATABASE_URL || DATABASE_URL_FILE ? process.env : await environmentOfRunningStack()
if (!env) {
  console.error('The local stack is not running: start it with npm start, or set DATABASE_URL.')
  process.exit(1)
}
const child = spawn(process.execPath, [adminProgram, ...process.argv.slice(2)], { env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const [code] = (await once(child, 'close')) as [number | null]
process.exit(code ?? 1)

async function environmentOfRunningStack(): Promise<NodeJS.ProcessEnv | undefined> {
  const isRunning = existsSync(lockFile) && !tryLock(lockFile)
  const stack = isRunning ? await readState('running.json') : undefined
  return stack && { ...process.env, DATABASE_URL: stack.databaseUrl, REDIS_URL: stack.redisUrl }
}
