import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { seed } from '../faults/run-size.ts'
import { faults, promises } from '../faults/promises.ts'
import { type FileResult, writeTable } from './reliability-table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const output = new URL('../../docs/reliability.md', import.meta.url)
/** Paths of the fault and security tests that the page names. */
const faultTests = new Set(
  [...promises, ...faults]
    .flatMap((it) => it.shownBy)
    .filter((it) => /^test\/(faults|security)\//.test(it))
    .map((it) => root + it),
)

/** A vitest reporter that writes `docs/reliability.md`: the promises, and the results of this run. */
export class ReliabilityReport implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  /** Writes the page only after a run of all tests that it names. */
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const run = new Set(modules.filter((it) => it.project.name.startsWith('faults')).map((it) => it.moduleId))
    if ([...faultTests].some((it) => !run.has(it))) return
    const resultOf = (file: string) => resultOfFile(modules.find((it) => it.moduleId === root + file))
    const page = [
      '# Reliability',
      'What is promised, and what `npm run test:long` has measured of it ' +
        `on ${new Date().toISOString().slice(0, 10)}, with seed ${seed}, on ${await describeMachine(this.#vitest!)}. ` +
        'It is written by that run. A promise counts where a test shows it and a control, without the defence, fails.',
      '## Promises',
      writeTable(promises, resultOf),
      '## Faults',
      writeTable(faults, resultOf),
    ]
    await writeFile(output, `${page.join('\n\n')}\n`)
  }
}

async function describeMachine(vitest: Vitest): Promise<string> {
  const sql = openPostgres(vitest.getRootProject().getProvidedContext().templateUrl)
  const [postgres] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
  await sql.end()
  const cores = availableParallelism()
  return [
    `${cores} cores with ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${postgres?.version}`,
    `Redis ${versionOf('redis-server')}`,
    `Chromium ${versionOf(process.env.CHROMIUM_PATH!)}`,
  ].join(', ')
}

function versionOf(program: string): string {
  return /\d+(\.\d+)+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? 'unknown'
}

function resultOfFile(module: TestModule | undefined): FileResult | undefined {
  if (!module) return undefined
  const tests = [...module.children.allTests()]
  const figures = tests.flatMap((test) => {
    const measured = test.annotations().filter((it) => it.type === 'measured')
    return measured.map((it) => ({ test: test.fullName, text: it.message }))
  })
  return { passed: tests.filter((it) => it.result().state === 'passed').length, total: tests.length, figures }
}
