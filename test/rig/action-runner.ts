import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

const source = new URL('../../clients/github-action/', import.meta.url)

/** The parts of `action.yml` that are read here. */
interface ActionMetadata {
  inputs: Record<string, { default?: string }>
  runs: { steps: { run: string; env: Record<string, string> }[] }
}

/** The result of one run of the action. */
export interface ActionRun {
  exitCode: number
  log: string
  outputs: Record<string, string>
  summary: string
}

/** A runner of the action, with one working copy of a repository. */
export interface ActionRunner {
  /** Path of the working copy. */
  workspace: string
  run(inputs: Record<string, string>, options?: { isPullRequest?: boolean }): Promise<ActionRun>
}

/**
 * Creates a runner of our GitHub Action. As GitHub's runner does, it uses the action's folder alone, the inputs that the action
 * declares, and the machine's own Node.
 * @param folder an empty folder
 */
export async function createActionRunner(
  folder: string,
  githubUrl: string,
  githubToken: string,
): Promise<ActionRunner> {
  const action = parse(await readFile(new URL('action.yml', source), 'utf8')) as ActionMetadata
  const actionFolder = join(folder, 'action')
  const workspace = join(folder, 'workspace')
  await Promise.all([mkdir(actionFolder), mkdir(workspace)])
  await copyFile(new URL('action.mjs', source), join(actionFolder, 'action.mjs'))
  const pullRequest = { number: 7, base: { sha: 'b45e', ref: 'main' } }
  await writeFile(join(folder, 'event.json'), JSON.stringify({ pull_request: pullRequest }))
  await writeFile(join(folder, 'other-event.json'), JSON.stringify({ schedule: '0 6 * * 1-5' }))
  const { npm_node_execpath: node = process.execPath } = process.env

  return {
    workspace,
    async run(inputs, { isPullRequest = false } = {}) {
      const [step] = action.runs.steps
      const resolveInput = (expression: string): string => {
        const name = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)![1]!
        return (inputs[name] ?? action.inputs[name]!.default ?? '').replace('${{ github.token }}', githubToken)
      }
      const reportFiles = { GITHUB_OUTPUT: join(folder, 'outputs'), GITHUB_STEP_SUMMARY: join(folder, 'summary') }
      for (const file of Object.values(reportFiles)) await writeFile(file, '')
      const env = {
        ...reportFiles,
        ...Object.fromEntries(Object.entries(step!.env).map(([name, value]) => [name, resolveInput(value)])),
        PATH: `${dirname(node)}:/usr/bin:/bin`,
        GITHUB_ACTION_PATH: actionFolder,
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
      const lines = (await readFile(reportFiles.GITHUB_OUTPUT, 'utf8')).trimEnd().split('\n')
      return {
        ...outcome,
        outputs: Object.fromEntries(
          lines.filter(Boolean).map((it) => it.split(/=(.*)/s).slice(0, 2) as [string, string]),
        ),
        summary: await readFile(reportFiles.GITHUB_STEP_SUMMARY, 'utf8'),
      }
    },
  }
}
