import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** Files that one worker on two cores makes in a second, of maps of 50 services, as the README tells them. */
export const filesPerSecond = {
  picture: read(/\| the render worker +\| ([\d.]+)/),
  text: read(/(\d+) a second of markdown/),
  figma: read(/and (\d+) of\s+Figma/),
}

function read(figure: RegExp): number {
  const found = figure.exec(readme)
  if (found === null) throw new Error(`the README has no figure ${figure.source}`)
  return Number(found[1])
}
