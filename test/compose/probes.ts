import type { ServiceName, Stack } from './stack.ts'

/** Runs a function inside a container with Node. It arrives as its own text, so all that it uses stands inside it. */
export async function runIn<Args extends readonly unknown[], Result>(
  stack: Stack,
  service: ServiceName,
  probe: (...args: Args) => Promise<Result>,
  args: Args,
  settings?: { user?: string },
): Promise<Result> {
  const script = `(${probe.toString()})(...${JSON.stringify(args)}).then((it) => console.log(JSON.stringify(it)))`
  return JSON.parse(await stack.exec(service, ['node', '--eval', script], settings)) as Result
}

export interface ProcessFacts {
  command: string
  /** How many PID namespaces it is in, one inside the other. */
  depth: number
  /** Seccomp filters that its system calls pass. */
  filters: number
}

/** Every process of the container. */
export async function listProcesses(): Promise<ProcessFacts[]> {
  const { readdir, readFile } = await import('node:fs/promises')
  const ids = (await readdir('/proc')).filter((it) => /^\d+$/.test(it))
  const all = ids.map(async (id) => {
    const [command, status] = await Promise.all([
      readFile(`/proc/${id}/cmdline`, 'utf8'),
      readFile(`/proc/${id}/status`, 'utf8'),
    ])
    const field = (name: string): string[] => new RegExp(`^${name}:\\s*(.*)`, 'm').exec(status)?.[1]?.split(/\s+/) ?? []
    return {
      command: command.replaceAll('\0', ' '),
      depth: field('NSpid').length,
      filters: Number(field('Seccomp_filters')[0]),
    }
  })
  // One that has ended meanwhile has no files any more.
  const settled = await Promise.allSettled(all)
  return settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
}

/** Writes a file. Answers `written`, or the code of what kept it from that. */
export async function tryToWrite(path: string): Promise<string> {
  const { rm, writeFile } = await import('node:fs/promises')
  try {
    await writeFile(path, 'x')
    await rm(path)
    return 'written'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'failed'
  }
}

/** Connects over TCP. Answers `connected`, or the code of what kept it from that. */
export async function tryToConnect(host: string, port: number): Promise<string> {
  const { connect } = await import('node:net')
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    const answer = (text: string): void => {
      socket.destroy()
      resolve(text)
    }
    socket.on('connect', () => answer('connected'))
    socket.on('timeout', () => answer('timeout'))
    socket.on('error', (error: NodeJS.ErrnoException) => answer(error.code ?? 'failed'))
  })
}

/** Whether there is a route to an address of the outside. Connecting UDP asks for one and sends nothing. */
export async function findWayOut(): Promise<'found' | 'none'> {
  const { createSocket } = await import('node:dgram')
  const socket = createSocket('udp4')
  return new Promise((resolve) => {
    const answer = (found: 'found' | 'none'): void => {
      socket.close()
      resolve(found)
    }
    socket.on('connect', () => answer('found'))
    socket.on('error', () => answer('none'))
    // An address that is reserved for documents: no host has it.
    socket.connect(9, '192.0.2.1')
  })
}
