import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ActionError } from './inputs.ts'
import { type PullRequest, readPullRequest } from './workflow.ts'

/** Reads the pull request from an event file with this text. */
async function readFrom(text: string): Promise<PullRequest | undefined> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-action-'))
  const file = join(folder.path, 'event.json')
  await writeFile(file, text)
  return await readPullRequest({ GITHUB_EVENT_PATH: file })
}

describe('the pull request of a run', () => {
  it('is read from the event file', async () => {
    const pullRequest = { number: 7, base: { sha: 'b45e', ref: 'main' } }
    expect(await readFrom(JSON.stringify({ pull_request: pullRequest }))).toEqual(pullRequest)
  })

  it.each(['{}', '{"schedule":"0 6 * * 1-5"}', '{"pull_request":null}'])(
    'is undefined for another event: %s',
    async (text) => {
      expect(await readFrom(text)).toBeUndefined()
    },
  )

  it('is undefined without an event file', async () => {
    expect(await readPullRequest({})).toBeUndefined()
  })

  it.each(['', '{"pull_request":', 'null', '{"pull_request":{"number":7}}'])(
    'is an error that names the setting, for the text %j',
    async (text) => {
      const reading = readFrom(text)
      await expect(reading).rejects.toThrow(ActionError)
      await expect(reading).rejects.toThrow(/^GITHUB_EVENT_PATH: .*event\.json must be the JSON of an event of GitHub/)
    },
  )

  it('is an error where the file is missing', async () => {
    await expect(readPullRequest({ GITHUB_EVENT_PATH: '/nowhere/event.json' })).rejects.toThrow(ActionError)
  })
})
