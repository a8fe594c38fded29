import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  version?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const manifest = read('package.json') as { allowScripts: Record<string, boolean> }
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> }

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
}

/** A package's name, of where it lies in the tree. */
function nameOf(path: string): string {
  return path.split('node_modules/').at(-1)!
}

/** Whether a package finds another one, in its own folder or in one above. */
function finds(from: string, name: string): boolean {
  const own = `${from}${from && '/'}node_modules/${name}`
  if (packages[own]) return true
  return from !== '' && finds(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

describe('the lockfile', () => {
  it('names no registry, so that it works with whichever one a machine has', () => {
    const remote = Object.values(packages).filter((it) => it.resolved && !it.link)
    expect(remote).toEqual([])
  })

  it('is complete for every platform, which npm ci insists on', () => {
    const missing = Object.entries(packages).flatMap(([path, it]) => {
      const wanted = Object.keys({ ...it.dependencies, ...it.optionalDependencies })
      return wanted.filter((name) => !finds(path, name)).map((name) => `${path} wants ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('has no install script that the manifest neither allows nor refuses', () => {
    const scripted = Object.entries(packages).filter(([, it]) => it.hasInstallScript)
    const undecided = scripted.map(([path]) => nameOf(path)).filter((name) => !(name in manifest.allowScripts))
    expect(undecided).toEqual([])
  })
})

it('every version is exact', () => {
  const files = [
    'package.json',
    'shared/package.json',
    'services/gateway/package.json',
    'services/render-worker/package.json',
  ]
  for (const file of files) {
    const { dependencies, devDependencies, optionalDependencies } = read(file) as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      expect(version, `${name} in ${file}`).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  }
})
