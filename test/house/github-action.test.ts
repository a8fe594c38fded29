import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = 'clients/github-action'

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

interface Step {
  uses?: string
  run?: string
  with?: Record<string, string>
  env?: Record<string, string>
  [key: string]: unknown
}

/** https://docs.github.com/actions/reference/workflows-and-actions/metadata-syntax */
interface Action {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>
  outputs: Record<string, { description: string; value: string }>
  runs: { using: string; steps: Step[] }
}

const action = parse(read(`${folder}/action.yml`)) as Action
const sources = ['inputs.ts', 'run.ts', 'publish.ts'].map((it) => read(`${folder}/${it}`)).join('\n')

/** What `${{ … }}` names. */
function namesIn(text: string, context: string): string[] {
  return Array.from(text.matchAll(new RegExp(`\\$\\{\\{ *${context}\\.([\\w.-]+) *\\}\\}`, 'g')), ([, name]) => name!)
}

describe('the GitHub Action', () => {
  it('has the keys of a composite action and no other', () => {
    expect(Object.keys(action).toSorted()).toEqual([
      ...['author', 'branding', 'description', 'inputs', 'name', 'outputs', 'runs'],
    ])
    expect(action.runs.using).toBe('composite')
    for (const it of Object.values(action.inputs)) {
      expect(it.description).toMatch(/\w/)
      expect(it.required === true, JSON.stringify(it)).toBe(it.default === undefined)
      expect(['string', 'undefined']).toContain(typeof it.default)
    }
    for (const step of action.runs.steps) {
      expect(step).toMatchObject({ shell: 'bash', run: expect.any(String) })
      // An expression there would be run as a program: a map's id or a file's name is not ours.
      expect(step.run).not.toContain('${{')
    }
  })

  it('hands each input on by the name that the script reads, and no other', () => {
    const env = Object.assign({}, ...action.runs.steps.map((it) => it.env)) as Record<string, string>
    const declared = Object.keys(action.inputs)
    const handed = Object.fromEntries(
      declared.map((it) => [`INPUT_${it.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${it} }}`]),
    )
    expect(env).toEqual(handed)
    const readNames = Array.from(sources.matchAll(/(?:readValid|readOneOf)\('([\w-]+)'/g), ([, name]) => name!)
    expect(readNames.toSorted()).toEqual(declared.toSorted())
  })

  it('declares each output that the script sets, and no other', () => {
    const set = Array.from(sources.matchAll(/setOutput\('([\w-]+)'/g), ([, name]) => name!)
    expect(set.toSorted()).toEqual(Object.keys(action.outputs).toSorted())
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(namesIn(value, 'steps')).toEqual([`${action.runs.steps[0]!['id'] as string}.outputs.${name}`])
    }
  })

  it('is what its sources make, without a package: run with -u to bundle it anew', async () => {
    const bundle = await rolldown({ input: `${folder}/main.ts`, cwd: root, platform: 'node' })
    const { output } = await bundle.generate({ format: 'esm', banner: '// Bundled from main.ts: change that.' })
    expect(output).toHaveLength(1)
    expect(output[0].imports.filter((it) => !it.startsWith('node:'))).toEqual([])
    await expect(output[0].code).toMatchFileSnapshot(`${root}/${folder}/action.mjs`)
  })

  it('is used in its README with inputs and outputs that it has', () => {
    const workflows = Array.from(read(`${folder}/README.md`).matchAll(/```yaml\n(.*?)```/gs), ([, text]) => text!)
    expect(workflows.length).toBeGreaterThan(0)
    for (const text of workflows) {
      const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> }
      const uses = Object.values(jobs).flatMap((it) => it.steps.filter(({ uses }) => uses?.includes(folder)))
      expect(uses.length).toBeGreaterThan(0)
      const required = Object.keys(action.inputs).filter((it) => action.inputs[it]!.required)
      for (const it of uses) {
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(it.with!)))
        expect(Object.keys(it.with!)).toEqual(expect.arrayContaining(required))
      }
      const outputs = namesIn(text, 'steps').concat(Array.from(text.matchAll(/\bsteps\.([\w.-]+)/g), ([, it]) => it!))
      for (const it of outputs) expect(Object.keys(action.outputs)).toContain(it.split('.').at(-1))
    }
  })
})
