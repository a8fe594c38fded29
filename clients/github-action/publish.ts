import { contentFault } from '../../shared/diff/content-fault.ts'
import { diffMaps, isEmptyDiff, type MapContent } from '../../shared/diff/map-diff.ts'
import type { VersionedMap } from '../typescript/index.ts'
import { compare } from './difference.ts'
import { readDocument } from './document.ts'
import { refreshCommand } from './fetch-map.ts'
import { connectGitHub, type GitHub, withMarker } from './github.ts'
import { ActionError, type Environment, type Inputs } from './inputs.ts'
import { type Facts, writeReport } from './report.ts'
import { type PullRequest, readPullRequest, type Workflow } from './workflow.ts'

/** Maximum length of a job's summary, in characters. GitHub's limit is 1 MiB. */
export const MAX_SUMMARY_LENGTH = 250_000

interface CheckResult {
  /** The file in the working copy; undefined if it does not exist. */
  kept: string | undefined
  map: VersionedMap
  /** The current export of the map. */
  text: string
  isStale: boolean
}

/** Writes a report of the map and its changes to the job's summary and the pull request. Errors of GitHub's API become warnings. */
export async function publish(inputs: Inputs, env: Environment, workflow: Workflow, check: CheckResult): Promise<void> {
  const pullRequest = await readPullRequest(env)
  const facts = factsOf(inputs, check)
  if (!pullRequest || inputs.comment === 'never') {
    return workflow.summarize(writeReport(compareWith(facts, check.kept, 'the file'), MAX_SUMMARY_LENGTH))
  }
  const github = connectGitHub(env, inputs.githubToken)
  let reported = facts
  try {
    const { sha, ref } = pullRequest.base
    const before = (await github.readFile(inputs.file, sha))?.replaceAll('\r\n', '\n')
    reported = compareWith(facts, before, `\`${ref}\``)
    const earlier = inputs.mapFile ? await github.readFile(inputs.mapFile, sha) : undefined
    if (earlier !== undefined) reported = compareMaps(inputs, workflow, reported, earlier, ref)
    const isChanged = reported.earlierMap !== undefined || before !== check.text
    const url = await comment(inputs, github, pullRequest, reported, isChanged)
    if (url !== undefined) await workflow.setOutput('comment-url', url)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const hint = 'The job needs "contents: read" and "pull-requests: write", which pull requests from forks do not get.'
    workflow.annotate('warning', `The pull request gets no comment: ${error.message} ${hint}`)
  }
  await workflow.summarize(writeReport(reported, MAX_SUMMARY_LENGTH))
}

/** Updates the comment of an earlier run, or creates one. For `changes`, an unchanged file gets no new comment. @returns its address */
async function comment(
  { map, file, comment }: Inputs,
  github: GitHub,
  { number }: PullRequest,
  facts: Facts,
  isChanged: boolean,
): Promise<string | undefined> {
  const marker = `<!-- maps-service map=${map} file=${encodeURIComponent(file)} -->`
  const earlier = await github.findOwnComment(number, marker)
  if (!earlier && !isChanged && comment === 'changes') return undefined
  const body = withMarker(marker, (maxLength) => writeReport(facts, maxLength))
  return github.writeComment(number, body, earlier)
}

function factsOf(inputs: Inputs, { map, text, isStale }: CheckResult): Facts {
  const { file, mode } = inputs
  const stale =
    mode === 'update'
      ? `\`${file}\` has been written from the map.`
      : `\`${file}\` differs from the map. With a workspace token in \`MAPS_TOKEN\`, this brings it up to date:\n\n\`\`\`sh\n${refreshCommand(inputs)}\n\`\`\``
  return { map, document: readDocument(text), state: isStale ? stale : `\`${file}\` is what the map says.` }
}

/** Compares the map with an earlier one as JSON, without costs if the inputs say so. A fault of the JSON becomes a warning. */
function compareMaps(inputs: Inputs, workflow: Workflow, facts: Facts, json: string, name: string): Facts {
  const content = (map: MapContent): MapContent => ({
    name: map.name,
    nodes: inputs.hasCosts ? map.nodes : map.nodes.map(({ spend: _spend, currency: _currency, ...node }) => node),
    edges: map.edges,
  })
  try {
    const from = content(parseMap(inputs, json))
    const to = content(facts.map)
    const diff = diffMaps(from, to)
    return isEmptyDiff(diff) ? facts : { ...facts, earlierMap: { name, from, to, diff } }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    workflow.annotate('warning', `Files are compared rather than maps: ${error.message}`)
    return facts
  }
}

/** Parses a map. @throws ActionError if the JSON is none, or another map */
function parseMap({ mapFile, map }: Inputs, json: string): MapContent {
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch (cause) {
    throw new ActionError(`map-file: ${mapFile} of the base branch is not JSON.`, { cause })
  }
  const fault = contentFault(content)
  if (fault !== undefined) throw new ActionError(`map-file: ${mapFile} of the base branch is no map: ${fault}.`)
  const earlier = content as MapContent & { id?: unknown }
  if (earlier.id !== undefined && earlier.id !== map) throw new ActionError(`map-file: ${mapFile} is of another map.`)
  return earlier
}

function compareWith(facts: Facts, before: string | undefined, name: string): Facts {
  if (before === undefined) return facts
  return { ...facts, comparison: { name, ...compare(readDocument(before), facts.document) } }
}
