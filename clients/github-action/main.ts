import { run } from './run.ts'

process.exitCode = await run(process.env, (text) => process.stdout.write(text))
