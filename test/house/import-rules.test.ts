import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Imports that must be refused, by the file that holds them. */
const forbidden = {
  'shared/map.ts': [
    '../services/gateway/app.ts',
    '@maps/gateway',
    '../infra/local/redis.ts',
    '../test/rig/system.ts',
    'postgres',
  ],
  'shared/map.test.ts': ['../services/gateway/app.ts'],
  'services/gateway/exports/exporter.ts': [
    '../../render-worker/worker.ts',
    '../../../infra/local/redis.ts',
    '../app.ts',
    'bullmq',
    'postgres',
  ],
  'services/gateway/exports/queue.ts': ['postgres', '../app.ts'],
  'services/gateway/operations/queue-page.ts': ['bullmq', 'postgres', '../app.ts'],
  'services/gateway/routes/maps.ts': ['../app.ts', 'postgres'],
  'services/gateway/http/route.ts': ['../app.ts', '../routes/maps.ts', '../store/maps.ts'],
  'services/gateway/store/maps.ts': ['../routes/maps.ts', '../http/route.ts', 'bullmq'],
  'services/gateway/store/maps.test.ts': ['../../render-worker/worker.ts'],
  'services/render-worker/health.ts': [
    '../gateway/app.ts',
    '../../test/rig/system.ts',
    './worker.ts',
    'puppeteer-core',
  ],
  'services/render-worker/worker.ts': ['./main.ts', './renderers/png.ts', 'bullmq', 'puppeteer-core'],
  'services/render-worker/queue-consumer.ts': ['./worker.ts', 'puppeteer-core'],
  'services/render-worker/browser.ts': ['./renderers/png.ts', './worker.ts', 'bullmq', 'puppeteer-core'],
  'services/render-worker/browser/launch.ts': ['../renderers/png.ts', '../worker.ts', 'bullmq'],
  'services/render-worker/renderers/png.ts': ['../worker.ts', './index.ts', 'puppeteer-core'],
  'services/render-worker/scene/layout/layout.ts': ['../../renderers/png.ts', '../../browser.ts', 'puppeteer-core'],
  'clients/cli/main.ts': ['@maps/shared/map', '../../services/gateway/app.ts', '../../infra/local/redis.ts'],
  'clients/typescript/client.ts': ['../../shared/map.ts', '@maps/shared/map', 'node:crypto', 'zod'],
}

/** The same modules from where they belong: the control. */
const allowed = {
  'services/gateway/main.ts': ['./app.ts', './store/maps.ts'],
  'services/gateway/app.ts': ['./routes/maps.ts', './http/route.ts'],
  'services/gateway/routes/maps.ts': ['../store/maps.ts', '../http/route.ts'],
  'services/gateway/store/postgres.ts': ['postgres'],
  'services/gateway/store/maps.test.ts': ['../../../test/rig/database.ts'],
  'services/gateway/exports/queue.ts': ['bullmq'],
  'services/gateway/operations/queue-page.ts': ['../exports/queue.ts'],
  'services/render-worker/main.ts': ['./worker.ts'],
  'services/render-worker/worker.ts': ['./renderers/index.ts', './renderers/renderer.ts'],
  'services/render-worker/queue-consumer.ts': ['bullmq'],
  'services/render-worker/browser/launch.ts': ['puppeteer-core'],
  'services/render-worker/renderers/index.ts': ['./png.ts'],
  'services/render-worker/renderers/png.ts': ['../scene/layout/layout.ts', '../browser.ts'],
  'services/render-worker/scene/layout/layout.ts': ['../route/crossings.ts'],
  'clients/cli/main.ts': ['../typescript/index.ts', 'node:fs'],
  'clients/typescript/client.ts': ['./send.ts'],
  'clients/typescript/client.test.ts': ['../../test/rig/system.ts', '@maps/shared/map'],
}

describe('the linter', () => {
  it('refuses every import that goes against the flow', async () => {
    expect(await refusedImports(forbidden)).toEqual(forbidden)
  })

  it('takes the same modules where they belong', async () => {
    expect(await refusedImports(allowed)).toEqual({})
  })

  it('refuses imports in a circle', async () => {
    const faults = await lint({
      'shared/map.ts': `import { b } from './plans.ts'\nexport const a = (): unknown => b\n`,
      'shared/plans.ts': `import { a } from './map.ts'\nexport const b = (): unknown => a\n`,
    })
    expect(faults.map((it) => it.rule)).toEqual(['import(no-cycle)', 'import(no-cycle)'])
  })

  it('refuses imports of types in a circle', async () => {
    const faults = await lint({
      'shared/map.ts': `import type { B } from './plans.ts'\nexport type A = B | 1\n`,
      'shared/plans.ts': `import type { A } from './map.ts'\nexport type B = { a: A }\n`,
    })
    expect(faults.map((it) => it.rule)).toEqual(['import(no-cycle)', 'import(no-cycle)'])
  })

  it('refuses the environment outside of the files that start a program', async () => {
    const text = 'export const home = process.env.HOME\n'
    const faults = await lint({ 'shared/a.ts': text, 'services/gateway/b.ts': text, 'services/gateway/main.ts': text })
    expect(faults).toMatchObject([
      { file: 'services/gateway/b.ts', rule: 'node(no-process-env)' },
      { file: 'shared/a.ts', rule: 'node(no-process-env)' },
    ])
  })

  it('refuses a promise that is not awaited', async () => {
    const faults = await lint({ 'shared/a.ts': 'export function forget(): void {\n  Promise.resolve(1)\n}\n' })
    expect(faults).toMatchObject([{ rule: 'typescript(no-floating-promises)' }])
  })
})

/** The front of a package passes on what the package exports. */
const fronts = ['clients/typescript/index.ts']

it('no file only passes on what others export', async () => {
  const folders = ['shared', 'services', 'infra', 'clients', 'test']
  const passedOn: string[] = []
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const file = join(folder, name)
      if (!name.endsWith('.ts') || /node_modules|\/dist\//.test(file)) continue
      if (/^export (type )?(\*|\{[^}]*\}) from /m.test(await readFile(join(root, file), 'utf8'))) passedOn.push(file)
    }
  }
  expect(passedOn).toEqual(fronts)
})

type Imports = Record<string, string[]>

/** Which of these imports the linter refuses. */
async function refusedImports(imports: Imports): Promise<Imports> {
  const texts = Object.entries(imports).map(([file, specifiers]) => {
    const lines = specifiers.map((it, index) => `import { it${index} } from '${it}'\n`)
    const uses = specifiers.map((_, index) => `export const use${index} = (): unknown => it${index}\n`)
    return [file, [...lines, ...uses].join('')]
  })
  const refused: Imports = {}
  for (const { file, rule, line } of await lint(Object.fromEntries(texts))) {
    if (rule !== 'eslint(no-restricted-imports)') continue
    refused[file] ??= []
    refused[file].push(imports[file]![line - 1]!)
  }
  for (const [file, specifiers] of Object.entries(refused)) {
    specifiers.sort((a, b) => imports[file]!.indexOf(a) - imports[file]!.indexOf(b))
  }
  return refused
}

interface Fault {
  file: string
  rule: string
  line: number
}

/** What the linter, with our rules, finds in these files: name → text. */
async function lint(files: Record<string, string>): Promise<Fault[]> {
  const folder = await mkdtemp(join(tmpdir(), 'maps-lint-'))
  try {
    for (const name of ['oxlint.config.ts', 'tsconfig.json']) await copyFile(join(root, name), join(folder, name))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    const { diagnostics } = JSON.parse(await runOxlint(folder)) as { diagnostics: Diagnostic[] }
    const faults = diagnostics.map(({ filename, code, labels }) => {
      return { file: filename, rule: code, line: labels[0]!.span.line }
    })
    return faults.toSorted((a, b) => a.file.localeCompare(b.file))
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Diagnostic {
  filename: string
  code: string
  labels: { span: { line: number } }[]
}

/** It fails where it finds something, which is what we want of it. */
function runOxlint(folder: string): Promise<string> {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', 'shared', 'services', 'clients']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
}
