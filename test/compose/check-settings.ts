import assert from 'node:assert/strict'
import type { Checks } from './checks.ts'
import { docker } from './docker.ts'
import type { Handbook } from './handbook.ts'
import { serviceNames, type Stack } from './stack.ts'

/** Checks that the shipped settings need no change, and that logs are bounded. */
export async function checkSettings(stack: Stack, handbook: Handbook, { check }: Checks): Promise<void> {
  await check('needs nothing else for a workspace', () => handbook.run('Create a workspace and a token'))
  await check('has nothing that the doctor warns of', async () => {
    assert.deepEqual(
      (await stack.admin('doctor')).split('\n').filter((it) => !it.startsWith('ok')),
      [],
    )
  })
  await check('bounds the logs of every container', async () => {
    for (const service of serviceNames) {
      for (const name of await stack.containerNames(service)) {
        const { Config } = JSON.parse(
          await docker(['inspect', '--format', '{{json .HostConfig.LogConfig}}', name]),
        ) as {
          Config: Record<string, string>
        }
        assert.deepEqual(Config, { 'max-size': '100m', 'max-file': '10' }, name)
      }
    }
  })
}
