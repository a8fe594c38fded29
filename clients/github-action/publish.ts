import type { VersionedMap } from '../typescript/index.ts'
import { compare } from './difference.ts'
import { readDocument } from './document.ts'
import { refreshCommand } from './fetch-map.ts'
import { connectGitHub, type GitHub, MAX_COMMENT_LENGTH } from './github.ts'
import { ActionError, type Environment, type Inputs } from './inputs.ts'
import { type Facts, writeReport } from './report.ts'
import { type PullRequest, readPullRequest, type Workflow } from './workflow.ts'

/** Characters of a job's summary, which GitHub bounds at 1 MiB. */
const MAX_SUMMARY_LENGTH = 250_000

interface Found {
  /** The file as it is in the working copy. */
  kept: string | undefined
  map: VersionedMap
  /** The file as it should be. */
  text: string
  isStale: boolean
}

/** Tells the summary of the job, and the pull request, what the map is and what has changed. What GitHub refuses is a warning. */
export async function publish(inputs: Inputs, env: Environment, workflow: Workflow, found: Found): Promise<void> {
  const pullRequest = await readPullRequest(env)
  const facts = factsOf(inputs, found)
  if (!pullRequest || inputs.comment === 'never') {
    return workflow.summarize(writeReport(compareWith(facts, found.kept, 'the file'), MAX_SUMMARY_LENGTH))
  }
  const github = connectGitHub(env, inputs.githubToken)
  let told = facts
  try {
    const before = await github.readFile(inputs.file, pullRequest.base.sha)
    told = compareWith(facts, before, `\`${pullRequest.base.ref}\``)
    const url = await comment(inputs, github, pullRequest, told, before !== found.text)
    if (url !== undefined) await workflow.setOutput('comment-url', url)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const hint = 'The job needs "contents: read" and "pull-requests: write", which pull requests from forks do not get.'
    workflow.annotate('warning', `The pull request gets no comment: ${error.message} ${hint}`)
  }
  await workflow.summarize(writeReport(told, MAX_SUMMARY_LENGTH))
}

/** Writes the pull request's comment, over the one of an earlier run. Where nothing has changed, only an earlier one is written over. */
async function comment(
  { map, file, comment }: Inputs,
  github: GitHub,
  { number }: PullRequest,
  facts: Facts,
  isChanged: boolean,
): Promise<string | undefined> {
  const marker = `<!-- maps-service map=${map} file=${encodeURIComponent(file)} -->\n`
  const earlier = await github.findComment(number, marker)
  if (!earlier && !isChanged && comment === 'changes') return undefined
  const body = marker + writeReport(facts, MAX_COMMENT_LENGTH - marker.length)
  return github.writeComment(number, body, earlier)
}

function factsOf(inputs: Inputs, { map, text, isStale }: Found): Facts {
  const { file, mode } = inputs
  const stale =
    mode === 'update'
      ? `\`${file}\` has been written from the map.`
      : `\`${file}\` differs from the map. With a workspace token in \`MAPS_TOKEN\`, this brings it up to date:\n\n\`\`\`sh\n${refreshCommand(inputs)}\n\`\`\``
  return { map, document: readDocument(text), state: isStale ? stale : `\`${file}\` is what the map says.` }
}

function compareWith(facts: Facts, before: string | undefined, name: string): Facts {
  if (before === undefined) return facts
  return { ...facts, comparison: { name, ...compare(readDocument(before), facts.document) } }
}
