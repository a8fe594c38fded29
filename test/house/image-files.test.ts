import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageSources } from '../../services/gateway/docs/pages.ts'

it('each image has the lockfile, which is a part of the id of its build', () => {
  for (const service of ['gateway', 'render-worker']) {
    const copied = readLines(`services/${service}/Dockerfile`).filter((it) => /^COPY .*\bpackage-lock\.json\b/.test(it))
    expect(copied, service).toHaveLength(2)
  }
})

function readLines(file: string): string[] {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').split('\n')
}

it('the image of the gateway has each page that the gateway serves', () => {
  const included = readLines('.dockerignore')
  const copied = readLines('services/gateway/Dockerfile')
    .map((it) => /^COPY (?!--)(\S+) \S+$/.exec(it)?.[1])
    .filter((it) => it !== undefined)
  for (const source of Object.keys(pageSources)) {
    expect(included, source).toContain(`!${source}`)
    const isCopied = copied.some((it) => source === it || source.startsWith(`${it}/`))
    expect(isCopied, source).toBe(true)
  }
})
