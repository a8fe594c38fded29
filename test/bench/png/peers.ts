import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installTools } from '../../rig/installed-tools.ts'

/** As much of Puppeteer as the benchmark uses. */
export interface Puppeteer {
  launch(options: object): Promise<PeerBrowser>
}

export interface PeerBrowser {
  newPage(): Promise<PeerPage>
  version(): Promise<string>
  close(): Promise<void>
}

export interface PeerPage {
  setViewport(viewport: { width: number; height: number; deviceScaleFactor: number }): Promise<void>
  setContent(html: string): Promise<void>
  goto(url: string): Promise<unknown>
  evaluate(expression: string): Promise<unknown>
  screenshot(): Promise<Uint8Array>
  createCDPSession(): Promise<PeerSession>
  close(): Promise<void>
}

export interface PeerSession {
  send<Answer>(method: string, parameters?: object): Promise<Answer>
  on<Event>(method: string, listener: (event: Event) => void): unknown
}

/** As much of `@mermaid-js/mermaid-cli` as the benchmark uses. */
export interface MermaidCli {
  renderMermaid(browser: PeerBrowser, definition: string, format: 'png', options: object): Promise<{ data: Uint8Array }>
}

/** As much of `@hpcc-js/wasm-graphviz` as the benchmark uses. */
export interface GraphvizModule {
  Graphviz: { load(): Promise<{ layout(dot: string, format: 'svg', engine: 'dot'): string }> }
}

/** As much of `@resvg/resvg-js` as the benchmark uses. */
export interface Resvg {
  renderAsync(svg: string, options: object): Promise<{ asPng(): Buffer }>
}

interface PeerModules {
  puppeteer: { default: Puppeteer }
  '@mermaid-js/mermaid-cli': MermaidCli
  '@hpcc-js/wasm-graphviz': GraphvizModule
  '@resvg/resvg-js': Resvg
}

const folder = fileURLToPath(new URL('../peers', import.meta.url))
const require = createRequire(`${folder}/package.json`)

/** A program that we are compared with. It is none of the project's packages, so it has no types here. */
export async function loadPeer<Name extends keyof PeerModules>(name: Name): Promise<PeerModules[Name]> {
  return (await import(pathToFileURL(require.resolve(name)).href)) as PeerModules[Name]
}

/** Where a file of a peer lies. */
export function peerFile(path: string): string {
  return require.resolve(path)
}

/** Installs the peers where that has not happened yet. @throws Error where npm fails */
export function installPeers(): Promise<void> {
  return installTools(folder)
}
