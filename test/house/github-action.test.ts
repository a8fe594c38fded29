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

/** Names in expressions such as `${{ inputs.name }}`. */
function namesIn(text: string, context: string): string[] {
  return Array.from(text.matchAll(new RegExp(`\\$\\{\\{ *${context}\\.([\\w.-]+) *\\}\\}`, 'g')), ([, name]) => name!)
}

describe('the GitHub Action', () => {
  it('has the keys of a composite action and no other', () => {
    expect(Object.keys(action).toSorted()).toEqual([
      ...['author', 'branding', 'description', 'inputs', 'name', 'outputs', 'runs'],
    ])
    expect(action.runs.using).toBe('composite')
    for (const input of Object.values(action.inputs)) {
      expect(input.description).toMatch(/\w/)
      expect(input.required === true, JSON.stringify(input)).toBe(input.default === undefined)
      expect(['string', 'undefined']).toContain(typeof input.default)
    }
    for (const step of action.runs.steps) {
      expect(step).toMatchObject({ shell: 'bash', run: expect.any(String) })
      // An expression in a script would be an injection: inputs such as a file name are not trusted.
      expect(step.run).not.toContain('${{')
    }
  })

  it('passes each input by the name that the script reads, and no other', () => {
    const env = Object.assign({}, ...action.runs.steps.map((it) => it.env)) as Record<string, string>
    const declared = Object.keys(action.inputs)
    const expected = Object.fromEntries(
      declared.map((it) => [`INPUT_${it.toUpperCase().replaceAll('-', '_')}`, `\${{ inputs.${it} }}`]),
    )
    expect(env).toEqual(expected)
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

  it('is up to date with its sources, without a package: run with -u to bundle it again', async () => {
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
      for (const step of uses) {
        expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with!)))
        expect(Object.keys(step.with!)).toEqual(expect.arrayContaining(required))
      }
      const outputs = namesIn(text, 'steps').concat(Array.from(text.matchAll(/\bsteps\.([\w.-]+)/g), ([, it]) => it!))
      for (const output of outputs) expect(Object.keys(action.outputs)).toContain(output.split('.').at(-1))
    }
  })
})
