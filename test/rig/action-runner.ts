import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const source = new URL('../../clients/github-action/', import.meta.url)

interface Action {
  inputs: Record<string, { default?: string }>
  runs: { steps: { run: string; env: Record<string, string> }[] }
}

export interface ActionRun {
  exitCode: number
  log: string
  outputs: Record<string, string>
  summary: string
}

export interface ActionRunner {
  /** The working copy of the repository. */
  workspace: string
  run(inputs: Record<string, string>, options?: { isPullRequest?: boolean }): Promise<ActionRun>
}

/**
 * Runs the action as GitHub's runner does: its folder alone, inputs as the action declares them, and the machine's own Node.
 * @param folder an empty one
 */
export async function createActionRunner(
  folder: string,
  githubUrl: string,
  githubToken: string,
): Promise<ActionRunner> {
  const action = parse(await readFile(new URL('action.yml', source), 'utf8')) as Action
  const place = join(folder, 'action')
  const workspace = join(folder, 'workspace')
  await Promise.all([mkdir(place), mkdir(workspace)])
  await copyFile(new URL('action.mjs', source), join(place, 'action.mjs'))
  const pullRequest = { number: 7, base: { sha: 'b45e', ref: 'main' } }
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: pullRequest }))
  await writeFile(join(folder, 'other-event.json'), JSON.stringify({ schedule: '0 6 * * 1-5' }))
  const { npm_node_execpath: node = process.execPath } = process.env

  return {
    workspace,
    async run(inputs, { isPullRequest = false } = {}) {
      const [step] = action.runs.steps
      const valueOf = (expression: string): string => {
        const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)![1]!
        return (inputs[name] ?? action.inputs[name]!.default ?? '').replace('${{ github.token }}', githubToken)
      }
      const told = { GITHUB_OUTPUT: join(folder, 'outputs'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
      for (const it of Object.values(told)) await writeFile(it, '')
      const env = {
        ...told,
        ...Object.fromEntries(Object.entries(step!.env).map(([name, value]) => [name, valueOf(value)])),
        PATH: `${dirname(node)}:/usr/bin:/bin`,
        GITHUB_ACTION_PATH: place,
        GITHUB_WORKSPACE: workspace,
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_API_URL: githubUrl,
        GITHUB_EVENT_PATH: join(folder, isPullRequest ? 'event.json' : 'other-event.json'),
      }
      const outcome = await promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step!.run], {
        cwd: workspace,
        env,
      }).then(
        ({ stdout, stderr }) => ({ exitCode: 0, log: stdout + stderr }),
        (error: { code: number; stdout: string; stderr: string }) => ({
          exitCode: error.code,
          log: error.stdout + error.stderr,
        }),
      )
      const lines = (await readFile(told.GITHUB_OUTPUT, 'utf8')).trimEnd().split('\n')
      return {
        ...outcome,
        outputs: Object.fromEntries(
          lines.filter(Boolean).map((it) => it.split(/=(.*)/s).slice(0, 2) as [string, string]),
        ),
        summary: await readFile(told.GITHUB_STEP_SUMMARY, 'utf8'),
      }
    },
  }
}
