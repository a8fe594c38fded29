import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtempDisposable, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Imports that the linter must refuse, by importing file. */
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
  'services/gateway/exports/queue.ts': ['postgres', '../app.ts', '../routes/maps.ts'],
  'services/gateway/operations/queue-page.ts': ['bullmq', 'postgres', '../app.ts'],
  'services/gateway/routes/maps.ts': ['../app.ts', '../mcp/tool.ts', 'postgres'],
  'services/gateway/mcp/tools/get-map.ts': ['../../routes/maps.ts', '../../auth/token.ts'],
  'services/gateway/maps/map-json.ts': ['../routes/maps.ts', '../exports/exporter.ts'],
  'services/gateway/auth/token.ts': ['../maps/map-json.ts'],
  'services/gateway/http/route.ts': ['../app.ts', '../auth/token.ts', '../maps/map-json.ts', '../store/maps.ts'],
  'services/gateway/validation/check.ts': ['../http/route.ts'],
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
  'services/render-worker/scene/scene.ts': ['../renderers/png.ts', '../browser.ts', 'puppeteer-core'],
  'services/render-worker/scene/draw/card.ts': ['../scene.ts', '../../renderers/png.ts'],
  'services/render-worker/scene/route/route.ts': ['../draw/card.ts', '../scene.ts', 'puppeteer-core'],
  'services/render-worker/scene/layout/layout.ts': ['../route/edge.ts', '../draw/card.ts', '../../browser.ts'],
  'services/render-worker/scene/technology/technologies.ts': ['../layout/box.ts', '../draw/theme.ts'],
  'services/render-worker/scene/text/measure.ts': ['../technology/technologies.ts', '../draw/theme.ts'],
  'services/render-worker/scene/geometry/path.ts': ['../layout/box.ts', '../route/edge.ts', '../draw/display-list.ts'],
  'services/render-worker/page/painter.ts': [
    'node:fs',
    '@maps/shared/map',
    '../fonts/faces.ts',
    '../browser/launch.ts',
  ],
  'clients/cli/main.ts': [
    '@maps/shared/map',
    '../../shared/map.ts',
    '../../services/gateway/app.ts',
    '../../infra/local/redis.ts',
  ],
  'clients/typescript/client.ts': [
    '../../shared/map.ts',
    '../../shared/diff/map-diff.ts',
    '@maps/shared/map',
    'node:crypto',
    'zod',
  ],
}

/** Control: allowed imports of the same modules. */
const allowed = {
  'services/gateway/main.ts': ['./app.ts', './store/maps.ts'],
  'services/gateway/app.ts': ['./routes/maps.ts', './http/route.ts'],
  'services/gateway/routes/maps.ts': ['../store/maps.ts', '../maps/map-json.ts', '../http/route.ts'],
  'services/gateway/store/maps.ts': ['./postgres.ts', './map-lists.ts'],
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
  'services/render-worker/scene/draw/card.ts': ['../route/route.ts', '../layout/box.ts', '../text/text.ts'],
  'services/render-worker/scene/route/route.ts': ['../layout/box.ts', '../geometry/rect.ts'],
  'services/render-worker/scene/layout/layout.ts': ['../technology/technologies.ts', '../geometry/rect.ts'],
  'services/render-worker/page/painter.ts': ['../fonts/families.ts', '../scene/draw/display-list.ts', './strips.ts'],
  'clients/cli/main.ts': ['../typescript/index.ts', '../../shared/diff/map-diff.ts', 'node:fs'],
  'clients/typescript/client.ts': ['./send.ts'],
  'clients/typescript/client.test.ts': ['../../test/rig/system.ts', '@maps/shared/map'],
}

describe('the linter', () => {
  it('refuses every import against the direction of dependencies', async () => {
    expect(await refusedImports(forbidden)).toEqual(forbidden)
  })

  it('allows the same modules where they belong', async () => {
    expect(await refusedImports(allowed)).toEqual({})
  })

  it.each([
    ['imports', '{ b }', 'const a = (): unknown => b', '{ a }', 'const b = (): unknown => a'],
    ['imports of types', 'type { B }', 'type A = B | 1', 'type { A }', 'type B = { a: A }'],
  ])('refuses %s in a circle', async (_kind, plansImport, mapExport, mapImport, plansExport) => {
    const problems = await lint({
      'shared/map.ts': `import ${plansImport} from './plans.ts'\nexport ${mapExport}\n`,
      'shared/plans.ts': `import ${mapImport} from './map.ts'\nexport ${plansExport}\n`,
    })
    expect(problems.map((it) => it.rule)).toEqual(['import(no-cycle)', 'import(no-cycle)'])
  })

  it('refuses the environment outside of the files that start a program', async () => {
    const text = 'export const home = process.env.HOME\n'
    const problems = await lint({
      'shared/a.ts': text,
      'services/gateway/b.ts': text,
      'services/gateway/main.ts': text,
    })
    expect(problems).toMatchObject([
      { file: 'services/gateway/b.ts', rule: 'node(no-process-env)' },
      { file: 'shared/a.ts', rule: 'node(no-process-env)' },
    ])
  })

  it('refuses a promise that is not awaited', async () => {
    const problems = await lint({ 'shared/a.ts': 'export function forget(): void {\n  Promise.resolve(1)\n}\n' })
    expect(problems).toMatchObject([{ rule: 'typescript(no-floating-promises)' }])
  })
})

// oxlint sees no dynamic import: https://github.com/oxc-project/oxc/issues/25555, still so in 1.94. These tests show it static ones.
describe('dynamic imports', () => {
  it('are refused against the direction of dependencies, and in a circle', async () => {
    const problems = await lintAllImports({
      'services/gateway/http/route.ts': "const load = async () => (await import('../store/maps.ts')).get()",
      'shared/map.ts': "const { plan } = await import('./plans.ts')",
      'shared/plans.ts': "import type {\n  Map,\n} from './map.ts'",
    })
    expect(problems).toMatchObject([
      { file: 'services/gateway/http/route.ts', rule: 'eslint(no-restricted-imports)' },
      { file: 'shared/map.ts', rule: 'import(no-cycle)' },
      { file: 'shared/plans.ts', rule: 'import(no-cycle)' },
    ])
  })

  it('follow the rules in our sources', async () => {
    const sources = await Array.fromAsync(readSources(['shared', 'services', 'clients']))
    expect(await lintAllImports(Object.fromEntries(sources))).toEqual([])
  })
})

/** Entry points of packages may re-export. */
const entryPoints = ['clients/typescript/index.ts']

it('no file re-exports from another file', async () => {
  const reExporting: string[] = []
  for await (const [file, text] of readSources(['shared', 'services', 'infra', 'clients', 'test'])) {
    if (/^export (type )?(\*|\{[^}]*\}) from /m.test(text)) reExporting.push(file)
  }
  expect(reExporting).toEqual(entryPoints)
})

/** Reads our sources in these folders. @returns each file's name and text */
async function* readSources(folders: readonly string[]): AsyncGenerator<[file: string, text: string]> {
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const file = join(folder, name)
      if (!name.endsWith('.ts') || /node_modules|\/dist\//.test(file)) continue
      yield [file, await readFile(join(root, file), 'utf8')]
    }
  }
}

/** Lints the imports of these files, dynamic ones as if they were static. @param files text by name */
async function lintAllImports(files: Record<string, string>): Promise<Problem[]> {
  const stubs = Object.entries(files).map(([file, text]) => {
    const imports = [...text.matchAll(/\b(?:from|import)[\s(]*'([\w@./:-]+)'/g)]
    const lines = imports.map(([, specifier], index) => `export * as it${index} from '${specifier}'\n`)
    return [file, [...lines, 'export const isStub = true\n'].join('')]
  })
  return lint(Object.fromEntries(stubs))
}

type Imports = Record<string, string[]>

/** Lints these imports. @returns the refused ones */
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

interface Problem {
  file: string
  rule: string
  line: number
}

/** Lints files with our rules. @param files text by name */
async function lint(files: Record<string, string>): Promise<Problem[]> {
  await using disposable = await mkdtempDisposable(join(tmpdir(), 'maps-lint-'))
  const folder = disposable.path
  for (const name of ['oxlint.config.ts', 'tsconfig.json']) await copyFile(join(root, name), join(folder, name))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const { diagnostics } = JSON.parse(await runOxlint(folder)) as { diagnostics: Diagnostic[] }
  const problems = diagnostics.map(({ filename, code, labels }) => {
    return { file: filename, rule: code, line: labels[0]!.span.line }
  })
  return problems.toSorted((a, b) => a.file.localeCompare(b.file))
}

interface Diagnostic {
  filename: string
  code: string
  labels: { span: { line: number } }[]
}

/** Runs oxlint. @returns its JSON; the exit code does not matter */
function runOxlint(folder: string): Promise<string> {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json', 'shared', 'services', 'clients']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
}
