import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { installWithApt } from '../../infra/local/apt.ts'
import { type Cause, type Course, healthy } from './causes.ts'

/** Path of the alerts that the service ships. */
export const rulesFile = fileURLToPath(new URL('../../infra/prometheus/alerts.yml', import.meta.url))

/** Minutes of a healthy service before a cause. */
const BEFORE = 10
const RESOLVES_WITHIN = 20
/** The alerts that fire, as a vector with a sample of value 1 for each. */
const firing = 'group by (alertname) (ALERTS{alertstate="firing"})'

/** Makes sure that programs of Prometheus are there. @throws Error if one is missing and cannot be installed */
export async function ensurePrometheus(...more: 'prometheus-alertmanager'[]): Promise<void> {
  for (const program of ['prometheus', ...more]) {
    const run = () => promisify(execFile)(program, ['--version']).then(Boolean, () => false)
    if ((await run()) || ((await installWithApt(program)) && (await run()))) continue
    throw new Error(`${program} is missing: apt-get install ${program}`)
  }
}

/**
 * Lets Prometheus evaluate the rules over a cause: no alert fires before it, the expected ones at its end, none after it.
 * @param expected names of the alerts that fire at its end
 * @returns undefined, or how the result differs
 */
export async function findDifference(
  cause: Cause,
  expected: readonly string[],
  rules = rulesFile,
): Promise<string | undefined> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-alerts-'))
  const file = join(folder.path, 'test.yml')
  await writeFile(
    file,
    stringify({ rule_files: [rules], evaluation_interval: '1m', tests: [writeTest(cause, expected)] }),
  )
  return await promisify(execFile)('promtool', ['test', 'rules', file]).then(
    () => undefined,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  )
}

function writeTest(cause: Cause, expected: readonly string[]) {
  const { minutes, resolvesWithin = RESOLVES_WITHIN } = cause
  const samples = expected.toSorted().map((it) => ({ labels: `{alertname="${it}"}`, value: 1 }))
  const expectAt = (minute: number, exp_samples: object[]) => ({ expr: firing, eval_time: `${minute}m`, exp_samples })
  return {
    interval: '1m',
    input_series: Object.keys({ ...healthy, ...cause.series }).map((series) => ({
      series,
      values: writeValues(series, cause, resolvesWithin),
    })),
    promql_expr_test: [
      expectAt(BEFORE - 1, []),
      expectAt(BEFORE + minutes - 1, samples),
      expectAt(BEFORE + minutes + resolvesWithin - 1, []),
    ],
  }
}

/** Writes the values of a series, one a minute, in promtool's notation. A counter goes on from its last value. */
function writeValues(series: string, { series: changed, minutes }: Cause, resolvesWithin: number): string {
  const usual: Course = healthy[series]
  const unusual = series in changed ? changed[series] : usual
  const stretches = [
    { course: usual, count: BEFORE },
    { course: unusual, count: minutes },
    { course: usual, count: resolvesWithin },
  ]
  let at = 0
  const values = stretches.map(({ course, count }) => {
    // A series that ends has a marker, as after a scrape without it.
    if (!course) return ['stale', ...Array<string>(count - 1).fill('_')].join(' ')
    const { value, step } = course
    const isCounter = step !== undefined || usual?.step !== undefined || unusual?.step !== undefined
    if (!isCounter) return Array<number>(count).fill(value).join(' ')
    at = Math.max(at, value)
    return Array.from({ length: count }, () => (at += step ?? 0)).join(' ')
  })
  return values.join(' ')
}
