import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { installWithApt } from '../../infra/local/apt.ts'
import { findFaults, parseManifests } from './kubernetes-schema.ts'

const example = fileURLToPath(new URL('../../infra/kubernetes/example', import.meta.url))
const kubectl = (...args: string[]) => promisify(execFile)('kubectl', args).then((it) => it.stdout)

beforeAll(async () => {
  const isThere = () => kubectl('version', '--client').then(Boolean, () => false)
  if ((await isThere()) || ((await installWithApt('kubernetes-client')) && (await isThere()))) return
  throw new Error('kubectl is missing: apt-get install kubernetes-client')
}, 120_000)

it('kubectl renders the example with only fields that Kubernetes and KEDA know', async () => {
  const rendered = await kubectl('kustomize', example)
  const manifests = parseManifests(rendered)
  expect(manifests.length).toBeGreaterThan(10)
  expect(await findFaults(manifests)).toEqual([])
  expect(rendered).not.toContain('image: maps/')
  expect(manifests.filter((it) => it.metadata.namespace !== 'maps')).toEqual([])
  for (const name of ['CORS_ORIGINS', 'BUCKET_SECRET_ACCESS_KEY_FILE', 'QUEUE_PAGE_PASSWORD_FILE']) {
    expect(rendered).toContain(name)
  }
})

it('control: a patch with a misspelt field is found', async () => {
  await using parts = new AsyncDisposableStack()
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'maps-kustomize-')))
  parts.defer(() => rm(folder, { recursive: true }))
  const patch = '[{"op":"add","path":"/spec/minReadySecond","value":5}]'
  const lines = [
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'kind: Kustomization',
    `resources: [${relative(folder, example)}]`,
    `patches: [{ target: { kind: Deployment, name: maps-gateway }, patch: '${patch}' }]`,
  ]
  await writeFile(join(folder, 'kustomization.yaml'), lines.join('\n'))
  expect(await findFaults(parseManifests(await kubectl('kustomize', folder)))).toHaveLength(1)
})
