/** Prints the commands of package.json and what they do: `npm run help`. */

const commands = {
  start: 'runs the whole service on this machine: needs only Node and npm',
  dev: 'the same, restarted when a file of the services changes',
  admin: 'workspaces, tokens, backup, doctor: npm run --silent admin -- --help',
  test: 'runs all tests; takes paths and the options of vitest',
  check: 'checks types, lint, import rules, format and dead code',
  format: 'formats all files',
  'test:long': 'runs faults and attacks in full, and writes docs/reliability.md: an hour',
  'test:compose': 'runs the compose stack, backup and restore: needs Docker',
  'test:containers': 'runs the tests of the whole service on containers: needs Docker',
  'bench:api': 'measures the API beside a bare server',
  'bench:dev': 'measures `maps dev` from a save to the picture',
  'bench:png': 'measures pictures beside other ways to draw them',
  'bench:svg': 'measures SVG pictures',
  'bench:text': 'measures text files',
  'bench:scale': 'measures more workers and gateways',
  'bench:worst': 'measures the stages of the most expensive maps',
  gallery: 'draws the gallery of maps as pictures',
  'docs:pictures': 'writes the pictures and sample files in docs/',
  'build:page': "bundles the page that draws pictures, and compiles its encoder's loops",
  'build:downloads': 'packs the command line and the TypeScript client, which the gateway serves',
  'build:fonts': 'makes the subsets of common characters that SVG pictures embed',
  'build:icons': 'collects the marks of technologies',
}

const width = Math.max(...Object.keys(commands).map((name) => name.length))
for (const [name, text] of Object.entries(commands)) console.log(`npm run ${name.padEnd(width)}  ${text}`)
