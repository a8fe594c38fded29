import type { OxlintConfig, OxlintOverride } from 'oxlint'

type ImportBan = { message: string } & ({ regex: string } | { group: string[] })

const ours: ImportBan = {
  regex: '^@maps/|(^|/)(services|infra|test)/',
  message: 'shared imports nothing of ours.',
}
const otherParts: ImportBan = {
  regex: '(^|/)(infra|test)/',
  message: 'A service is complete without infra and test.',
}
const gateway: ImportBan = {
  regex: '(^|/)gateway/|^@maps/gateway',
  message: 'Services never import each other: they meet in shared.',
}
const renderWorker: ImportBan = {
  regex: '(^|/)render-worker/|^@maps/render-worker',
  message: 'Services never import each other: they meet in shared.',
}
const postgres: ImportBan = { regex: '^postgres$', message: 'All SQL is in services/gateway/store/.' }
const bullmq: ImportBan = {
  regex: '^bullmq$',
  message: 'The queue has two ends: gateway/exports/queue.ts and render-worker/queue-consumer.ts.',
}
const puppeteer: ImportBan = { regex: '^puppeteer', message: 'Chromium is driven in render-worker/browser/ alone.' }
const drivers = [postgres, bullmq, puppeteer]

const service: ImportBan = {
  regex: '^@maps/(gateway|render-worker|shared)|(^|/)(services|infra|test)/',
  message: 'A client knows the service by its API alone.',
}
const sharedByServices: ImportBan = {
  group: [
    '**/shared/*.ts',
    '!**/shared/text.ts',
    '**/shared/formats/*.ts',
    '**/shared/view/*.ts',
    '!**/shared/view/pattern.ts',
  ],
  message: 'Of shared/, clients take diff/, documents/, text.ts and view/pattern.ts alone, which are pure.',
}
const packages: ImportBan = { regex: '^[^.]', message: 'It has no dependency, and runs in browsers too.' }

const pageMessage = 'A page of Chromium has neither Node nor packages.'
const outsidePages: ImportBan[] = [
  { regex: '^[^.]', message: pageMessage },
  { group: ['**/fonts/*', '!**/fonts/families.ts'], message: pageMessage },
]

/** Bans the modules of these names, from wherever they are imported. */
function above(names: string, flow: string): ImportBan {
  return { regex: `(^|/)(${names})(\\.ts$|/)`, message: `Imports flow ${flow}.` }
}

const gatewayFlow = 'main → app → rooms'

/** The rooms of the gateway, from the ground up, each with the rooms that it may import. */
const gatewayRooms: Record<string, readonly string[]> = {
  validation: [],
  http: ['validation'],
  store: [],
  auth: ['http', 'store'],
  maps: ['http', 'store'],
  exports: ['http', 'store', 'maps'],
  operations: ['http', 'exports'],
  docs: ['http'],
  routes: ['validation', 'http', 'store', 'maps', 'exports'],
  mcp: ['validation', 'http', 'store', 'maps', 'exports'],
  admin: ['validation', 'store', 'auth', 'exports', 'operations'],
}

/** @param driver the driver that these files may import */
function gatewayRoom(room: string, files: string, driver?: ImportBan): [files: string, ...ImportBan[]] {
  const reachable = gatewayRooms[room]!
  const others = Object.keys(gatewayRooms).filter((it) => it !== room && !reachable.includes(it))
  return [
    files,
    ...[renderWorker, otherParts, ...drivers.filter((it) => it !== driver)],
    above('main|app', gatewayFlow),
    {
      regex: `^(\\.\\./)+(${others.join('|')})/`,
      message: `${room}/ imports from ${reachable.join(', ') || 'no room of the gateway'}.`,
    },
  ]
}

const workerFlow = 'main → worker → threads → renderers/index → renderer files → scene'

/** Folders of the scene from the ground up. A folder imports from its own floor and from those below. */
const sceneFloors = ['{geometry,text}', 'technology', 'layout', 'route', 'draw']
const sceneFlow = 'scene.ts → draw → route → layout → technology → text and geometry'

function sceneFloor(folder: string, floor: number): [files: string, ...ImportBan[]] {
  const higher = [...sceneFloors.slice(floor + 1), 'scene'].join('|')
  return [
    `services/render-worker/scene/${folder}/**`,
    ...[gateway, otherParts, ...drivers],
    above(`main|worker|renderers|browser|page|${higher}`, sceneFlow),
  ]
}

/** What the files of each pattern must not import. Of several patterns that match, only the last one counts. */
const bans: [files: string, ...ImportBan[]][] = [
  ['shared/**', ours, ...drivers],

  ['services/gateway/**', renderWorker, otherParts, ...drivers, above('main|app', gatewayFlow)],
  ['services/gateway/main.ts', renderWorker, otherParts, ...drivers],
  ...Object.keys(gatewayRooms).map((room) => gatewayRoom(room, `services/gateway/${room}/**`)),
  gatewayRoom('store', 'services/gateway/store/**', postgres),
  gatewayRoom('exports', 'services/gateway/exports/queue.ts', bullmq),

  ['services/render-worker/**', gateway, otherParts, ...drivers, above('main|worker|renderers', workerFlow)],
  ['services/render-worker/main.ts', gateway, otherParts, ...drivers],
  [
    'services/render-worker/queue-consumer.ts',
    ...[gateway, otherParts, postgres, puppeteer],
    above('main|worker|renderers', workerFlow),
  ],
  [
    'services/render-worker/worker.ts',
    ...[gateway, otherParts, ...drivers],
    above('main', workerFlow),
    {
      group: ['**/renderers/*', '!**/renderers/index.ts', '!**/renderers/renderer.ts'],
      message: `Imports flow ${workerFlow}.`,
    },
  ],
  [
    'services/render-worker/browser/{launch,painter-page}.ts',
    ...[gateway, otherParts, postgres, bullmq],
    above('main|worker|renderers', workerFlow),
  ],
  ['services/render-worker/threads/**', gateway, otherParts, ...drivers, above('main|worker', workerFlow)],
  ['services/render-worker/renderers/**', gateway, otherParts, ...drivers, above('main|worker|index', workerFlow)],
  [
    'services/render-worker/scene/**',
    ...[gateway, otherParts, ...drivers],
    above('main|worker|renderers|browser|page', `${workerFlow}, which is pure`),
  ],
  ...sceneFloors.map(sceneFloor),
  [
    'services/render-worker/page/**',
    ...[gateway, otherParts, ...outsidePages],
    above('main|worker|threads|renderers|browser', workerFlow),
  ],

  ['clients/**', service, sharedByServices],
  ['clients/typescript/**', { ...service, regex: '^\\..*/(services|shared|infra|test)/' }, packages],
]

/** Tests of a unit may use the rig, and the parts that a service's own code must not reach. */
const testBans: [files: string, ...ImportBan[]][] = [
  ['shared/**/*.test.ts', { ...ours, regex: '^@maps/|(^|/)(services|infra)/' }],
  ['services/gateway/**/*.test.ts', renderWorker],
  ['services/render-worker/**/*.test.ts', gateway],
  [
    'clients/**/*.test.ts',
    { regex: '(^|/)services/gateway/', message: 'A client is tested against the running service.' },
  ],
]

const importRules = [...bans, ...testBans].map(([files, ...patterns]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
}))

const config: OxlintConfig = {
  // AssemblyScript, programs whose types are generated, and what is bundled.
  ignorePatterns: [
    '**/*.as.ts',
    'test/clients/programs',
    'clients/github-action/action.mjs',
    'services/render-worker/page/bundle.js',
  ],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, node: true },
  rules: {
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-console': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'node/no-process-env': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/return-await': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // Assertions that stand in a function of the test's, in a property, or in a loop over cases are assertions too.
    'vitest/expect-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    // Express 5 takes a rejected promise for an error, and worker threads have no origin.
    'oxc/no-async-endpoint-handlers': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    // Matters of taste, on which the house differs.
    'no-shadow': 'off',
    'import/no-named-as-default-member': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-useless-spread': 'off',
  },
  overrides: [
    ...importRules,
    {
      files: [
        'services/*/main.ts',
        'services/gateway/admin/cli.ts',
        'clients/cli/main.ts',
        'clients/github-action/main.ts',
        '{infra,test}/**',
        '**/*.test.ts',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    { files: ['services/gateway/admin/cli.ts', '{infra,test}/**'], rules: { 'no-console': 'off' } },
    {
      // Numbers and characters that no program should have are what many a test is about.
      files: ['**/*.test.ts', 'test/**'],
      rules: { 'no-loss-of-precision': 'off', 'no-control-regex': 'off', 'no-misleading-character-class': 'off' },
    },
    { files: ['*.config.ts', 'test/rig/{global-setup,reporter}.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
}

export default config
