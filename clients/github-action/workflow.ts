import { randomUUID } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { EOL } from 'node:os'
import { ActionError, type Environment } from './inputs.ts'

/** The outputs of a workflow run: log, annotations, outputs and summary (https://docs.github.com/actions/reference/workflow-commands-for-github-actions). */
export interface Workflow {
  log(text: string): void
  /** Logs text from a map or file. Workflow commands are disabled meanwhile, so that no line of it runs as one. */
  logUntrusted(text: string): void
  annotate(level: 'error' | 'warning', text: string, file?: string): void
  setOutput(name: string, value: string): Promise<void>
  /** Adds Markdown to the summary of the job. */
  summarize(markdown: string): Promise<void>
}

/** The pull request in GitHub's event file. */
export interface PullRequest {
  number: number
  base: { sha: string; ref: string }
}

/**
 * Creates the writer of a run's log, outputs and summary.
 * @param env environment variables of the runner, with the paths of the files for outputs and summary
 * @param write writes to standard output
 */
export function createWorkflow(env: Environment, write: (text: string) => void): Workflow {
  const log = (text: string) => write(text + EOL)
  return {
    log,
    logUntrusted(text) {
      const token = randomUUID()
      log(`::stop-commands::${token}`)
      log(text)
      log(`::${token}::`)
    },
    annotate(level, text, file) {
      log(`::${level}${file === undefined ? '' : ` file=${escapeProperty(file)}`}::${escapeData(text)}`)
    },
    async setOutput(name, value) {
      if (env['GITHUB_OUTPUT']) await appendFile(env['GITHUB_OUTPUT'], `${name}=${value.replaceAll(/[\r\n]/g, ' ')}\n`)
    },
    async summarize(markdown) {
      if (env['GITHUB_STEP_SUMMARY']) await appendFile(env['GITHUB_STEP_SUMMARY'], `${markdown}\n`)
    },
  }
}

/** The pull request that the workflow runs for; undefined for other events. @throws ActionError if the event file is none of GitHub's */
export async function readPullRequest(env: Environment): Promise<PullRequest | undefined> {
  const file = env['GITHUB_EVENT_PATH']
  if (!file) return undefined
  try {
    const { pull_request: pullRequest } = JSON.parse(await readFile(file, 'utf8')) as { pull_request?: PullRequest }
    if (!pullRequest) return undefined
    const { sha, ref } = pullRequest.base
    return { number: pullRequest.number, base: { sha, ref } }
  } catch (cause) {
    throw new ActionError(`GITHUB_EVENT_PATH: ${file} must be the JSON of an event of GitHub, or {}.`, { cause })
  }
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
