import { describe, expect, it } from 'vitest'
import { parseTemplates } from './helm-template.ts'

function render(text: string, context: Record<string, unknown> = {}): string {
  return parseTemplates({ text }).render('text', context)
}

/** Go's text/template prints the same, with Helm's functions. */
describe('templates of the chart', () => {
  it.each([
    ['{{ .a.b }}', { a: { b: 1 } }, '1'],
    ['[{{ .missing }}]', {}, '[]'],
    ['a  {{- .x }}  b', { x: 1 }, 'a1  b'],
    ['a  {{ .x -}}\n\n b', { x: 1 }, 'a  1b'],
    ['{{ .x | default "none" | quote }}', { x: '' }, '"none"'],
    ['{{ .x | default .y }}', { x: 'x', y: 'y' }, 'x'],
    ['{{ .x | quote }}', { x: 'say "no"\n' }, '"say \\"no\\"\\n"'],
    ['{{ (.x | default "a") | quote }}', {}, '"a"'],
    ['k:{{ toYaml .x | nindent 2 }}', { x: { b: 1, a: [] } }, 'k:\n  a: []\n  b: 1'],
    ['{{ if .x }}yes{{ end }}', { x: {} }, ''],
    ['{{ if .x }}yes{{ end }}', { x: [0] }, 'yes'],
    ['{{ range $k, $v := .x }}{{ $k }}={{ $v.n }};{{ end }}', { x: { b: { n: 2 }, a: { n: 1 } } }, 'a=1;b=2;'],
    ['{{ define "d" }}<{{ .n }}>{{ end }}{{ include "d" .x }}', { x: { n: 1 } }, '<1>'],
    ['{{ .Get "name" }}', { Get: (name: string) => `the ${name}` }, 'the name'],
  ])('%s', (text, context, printed) => {
    expect(render(text, context)).toBe(printed)
  })

  it.each([
    ['{{ with .x }}', 'no with'],
    ['{{ .missing.too }}', 'no way to too'],
    ['{{ end }}', 'no end without its block'],
    ['{{ if .x }}', 'no block without its end'],
    ['{{ upper .x }}', 'no upper'],
    ['{{ .x ! }}', 'no .x !'],
    ['{{ include "other" . }}', 'no template is named other'],
  ])('refuses %s', (text, reason) => {
    expect(() => render(text, { x: 'x' })).toThrow(reason)
  })
})
