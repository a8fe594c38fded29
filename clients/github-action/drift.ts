import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isEmptyDrift } from '../cli/drift/drift.ts'
import { driftMarkdown } from '../cli/drift/drift-markdown.ts'
import { readDrift, type ReadDrift } from '../cli/drift/read-drift.ts'
import { Failure } from '../cli/failure.ts'
import { decodeText } from '../cli/files.ts'
import type { VersionedMap } from '../typescript/index.ts'
import { fetchMap } from './fetch-map.ts'
import { connectGitHub, withMarker } from './github.ts'
import { ActionError, type Environment, type Inputs } from './inputs.ts'
import { MAX_SUMMARY_LENGTH } from './publish.ts'
import { readPullRequest, type Workflow } from './workflow.ts'

/** Maximum length of an issue's title, in characters. */
const MAX_TITLE_LENGTH = 200

/** Compares the map with what was seen, and keeps a comment on the pull request, or else an issue, up to date. @returns the exit code */
export async function checkDrift(inputs: Inputs, env: Environment, workflow: Workflow): Promise<0 | 1> {
  const { observed } = inputs
  const map = await fetchMap(inputs)
  const drift = await readFiles(inputs, env, map)
  const isDrifted = !isEmptyDrift(drift)
  await workflow.setOutput('changed', String(isDrifted))
  await workflow.summarize(driftMarkdown(drift, sidesOf(inputs, map), MAX_SUMMARY_LENGTH))
  if (inputs.comment !== 'never') await publishDrift(inputs, env, workflow, { map, drift })
  if (isDrifted) workflow.annotate('error', `The map differs from ${observed}. The summary of the job has the list.`)
  else workflow.log(`The map is what ${observed} says.`)
  return isDrifted ? 1 : 0
}

async function readFiles(inputs: Inputs, env: Environment, map: VersionedMap): Promise<ReadDrift> {
  const { observed, alias, ignore, label } = inputs
  const pathOf = (file: string): string => join(env['GITHUB_WORKSPACE'] ?? '.', file)
  const read = async (input: string, file: string) => {
    const bytes = await readFile(pathOf(file)).catch((error: NodeJS.ErrnoException) => {
      throw new ActionError(`${input}: ${file} cannot be read (${error.code}).`)
    })
    return { source: file, text: decodeText(file, bytes) }
  }
  try {
    return await readDrift(map, {
      // The job's variables have its tokens, which a Compose file could name.
      observed: { ...(await read('observed', observed)), folder: dirname(pathOf(observed)), env: {} },
      alias: alias ? await read('alias', alias) : undefined,
      ignore,
      label: label || undefined,
    })
  } catch (error) {
    if (error instanceof Failure) throw new ActionError(`It cannot be told: ${error.message}`, { cause: error })
    throw error
  }
}

/** Names the map and what was seen, of which environments differ. */
function sidesOf({ observed, label }: Inputs, map: VersionedMap): { map: string; observed: string } {
  return { map: map.name, observed: label ? `${observed} (${label})` : observed }
}

/** Updates the comment or the issue of an earlier run, or creates one where there is drift. Without drift, the issue is closed. */
async function publishDrift(
  inputs: Inputs,
  env: Environment,
  workflow: Workflow,
  { map, drift }: { map: VersionedMap; drift: ReadDrift },
): Promise<void> {
  const { map: id, observed, label, githubToken } = inputs
  const environment = label && ` label=${encodeURIComponent(label)}`
  const marker = `<!-- maps-service drift map=${id} observed=${encodeURIComponent(observed)}${environment} -->`
  const body = withMarker(marker, (maxLength) => driftMarkdown(drift, sidesOf(inputs, map), maxLength))
  const hasDrift = !isEmptyDrift(drift)
  const pullRequest = await readPullRequest(env)
  const github = connectGitHub(env, githubToken)
  const publish = async (): Promise<string | undefined> => {
    if (pullRequest) {
      const earlier = await github.findOwnComment(pullRequest.number, marker)
      return earlier || hasDrift ? github.writeComment(pullRequest.number, body, earlier) : undefined
    }
    const earlier = await github.findOwnIssue(marker)
    const title = `Architecture drift: ${map.name}${label && ` (${label})`}`.slice(0, MAX_TITLE_LENGTH)
    if (!earlier && !hasDrift) return undefined
    return github.writeIssue({ title, body, ...(!hasDrift && { state: 'closed' }) }, earlier)
  }
  try {
    const url = await publish()
    if (url !== undefined) await workflow.setOutput('comment-url', url)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const hint = 'The job needs "pull-requests: write" for a comment, and "issues: write" for an issue.'
    workflow.annotate('warning', `The drift is in the summary alone: ${error.message} ${hint}`)
  }
}
