import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // A type that an exported function takes or gives is part of what it exports.
  ignoreExportsUsedInFile: { interface: true, type: true },
  workspaces: {
    '.': {
      // Started by their path.
      entry: [
        'infra/{setup.mjs,check-machine.mjs,build-downloads.ts,build-fonts.ts,build-icons.ts,build-page.ts}',
        'test/compose/{smoke,s3-server}.ts',
        'test/gallery/{gallery,docs-pictures}.ts',
        'test/bench/{png,svg,text,api,scale,dev,worst}.ts',
        'test/bench/api/bare-server.ts',
        'test/security/live-ping.ts',
        'test/bench/png/floor-page.ts',
        'test/bench/text/echo-worker.ts',
        'test/bench/worst/stages-thread.ts',
        'test/faults/{costly-thread,loop-watch,one-operation-at-a-time,replace-held-bytes,replace-operations,unlimited-held-bytes}.ts',
        'clients/figjam-importer/code.js',
        'clients/github-action/main.ts',
        'test/rig/{global-setup,reporter,print-logs-on-failure,curl}.ts',
      ],
      project: ['{infra,clients,test}/**/*.{ts,mjs,js}', '*.config.ts'],
      // Their types are generated.
      ignore: ['test/clients/programs/*.ts', 'clients/github-action/action.mjs'],
      // What `test/clients` has in a package.json of its own.
      ignoreDependencies: [/^@stoplight\/spectral-/, '@redocly/openapi-core'],
      ignoreBinaries: ['apt-get', 'script'],
    },
    'infra/local': {
      entry: ['{start,admin}.ts', 'reaper/*-process.ts'],
      project: '**/*.ts',
      // What `infra` has in a package.json of its own.
      ignoreDependencies: ['@sparticuz/chromium'],
    },
    shared: { project: '**/*.ts', includeEntryExports: true },
    'clients/typescript': { project: '**/*.ts' },
    'clients/cli': { entry: 'main.ts', project: '**/*.ts' },
    'services/gateway': {
      entry: ['main.ts', 'admin/cli.ts', 'docs/page/page.js'],
      project: '**/*.ts',
      // Its files are served, not imported.
      ignoreDependencies: ['swagger-ui-dist', /^@fontsource/],
    },
    'services/render-worker': {
      entry: ['main.ts', 'threads/render-thread.ts', 'page/main.ts', 'page/handoff/writer-thread.ts'],
      project: ['**/*.ts', '!**/*.as.ts'],
      // Files of theirs are handed to Chromium, not imported.
      ignoreDependencies: [/^@fontsource/],
    },
  },
}

export default config
