import { execFile } from 'node:child_process'
import { mkdtempDisposable, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { installWithApt } from '../../infra/local/apt.ts'
import { findErrors, parseManifests } from './kubernetes-schema.ts'

const example = fileURLToPath(new URL('../../infra/kubernetes/example', import.meta.url))
const kubectl = (...args: string[]) => promisify(execFile)('kubectl', args).then((it) => it.stdout)

beforeAll(async () => {
  const isInstalled = () => kubectl('version', '--client').then(Boolean, () => false)
  if ((await isInstalled()) || ((await installWithApt('kubernetes-client')) && (await isInstalled()))) return
  throw new Error('kubectl is missing: apt-get install kubernetes-client')
}, 120_000)

it('kubectl renders the example with only fields that Kubernetes and KEDA know', async () => {
  const rendered = await kubectl('kustomize', example)
  const manifests = parseManifests(rendered)
  expect(manifests.length).toBeGreaterThan(10)
  expect(await findErrors(manifests)).toEqual([])
  expect(rendered).not.toContain('image: maps/')
  expect(manifests.filter((it) => it.metadata.namespace !== 'maps')).toEqual([])
  // No alert leads to an address that only an external label of Prometheus would complete.
  expect(rendered).toContain('runbook_url: https://wiki.example.com/maps/runbook#nogateway')
  expect(rendered).not.toContain('$externalLabels')
  for (const name of ['CORS_ORIGINS', 'BUCKET_SECRET_ACCESS_KEY_FILE', 'QUEUE_PAGE_PASSWORD_FILE']) {
    expect(rendered).toContain(name)
  }
})

it('control: a patch with a misspelt field is found', async () => {
  await using disposable = await mkdtempDisposable(join(tmpdir(), 'maps-kustomize-'))
  const folder = await realpath(disposable.path)
  const patch = '[{"op":"add","path":"/spec/minReadySecond","value":5}]'
  const lines = [
    'apiVersion: kustomize.config.k8s.io/v1beta1',
    'kind: Kustomization',
    `resources: [${relative(folder, example)}]`,
    `patches: [{ target: { kind: Deployment, name: maps-gateway }, patch: '${patch}' }]`,
  ]
  await writeFile(join(folder, 'kustomization.yaml'), lines.join('\n'))
  expect(await findErrors(parseManifests(await kubectl('kustomize', folder)))).toHaveLength(1)
})
