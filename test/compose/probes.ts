import type { ServiceName, Stack } from './stack.ts'

/** Runs a function with Node inside a container. It is sent as source text, so it must not use anything outside of itself. */
export async function runInContainer<Args extends readonly unknown[], Result>(
  stack: Stack,
  service: ServiceName,
  probe: (...args: Args) => Promise<Result>,
  args: Args,
  settings?: { user?: string },
): Promise<Result> {
  const script = `(${probe.toString()})(...${JSON.stringify(args)}).then((it) => console.log(JSON.stringify(it)))`
  return JSON.parse(await stack.exec(service, ['node', '--eval', script], settings)) as Result
}

/** A process and its confinement. */
export interface ProcessInfo {
  command: string
  /** Number of nested PID namespaces. */
  depth: number
  /** Number of seccomp filters. */
  filters: number
}

/** A probe: lists the processes of the container. */
export async function listProcesses(): Promise<ProcessInfo[]> {
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
  // A process that has ended meanwhile has no files any more.
  const settled = await Promise.allSettled(all)
  return settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
}

/** A probe: writes a file. @returns `written`, or the error code */
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

/** A probe: connects over TCP. @returns `connected`, `timeout`, or the error code */
export async function tryToConnect(host: string, port: number): Promise<string> {
  const { connect } = await import('node:net')
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 3_000 })
    const finish = (outcome: string): void => {
      socket.destroy()
      resolve(outcome)
    }
    socket.on('connect', () => finish('connected'))
    socket.on('timeout', () => finish('timeout'))
    socket.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'failed'))
  })
}

/** A probe: whether the container has a route to the internet. A UDP connect needs a route and sends no packet. */
export async function findEgressRoute(): Promise<'found' | 'none'> {
  const { createSocket } = await import('node:dgram')
  const socket = createSocket('udp4')
  return new Promise((resolve) => {
    const finish = (outcome: 'found' | 'none'): void => {
      socket.close()
      resolve(outcome)
    }
    socket.on('connect', () => finish('found'))
    socket.on('error', () => finish('none'))
    // TEST-NET-1 is reserved for documentation: no host has this address.
    socket.connect(9, '192.0.2.1')
  })
}

/** A probe: stops the program with this argument by SIGSTOP, as if it hung. @returns how many processes it has stopped */
export async function freezeProgram(argument: string): Promise<number> {
  const { readdir, readFile } = await import('node:fs/promises')
  let frozen = 0
  for (const id of (await readdir('/proc')).filter((it) => /^\d+$/.test(it))) {
    const [program, first] = (await readFile(`/proc/${id}/cmdline`, 'utf8')).split('\0')
    if (program !== 'node' || first !== argument) continue
    process.kill(Number(id), 'SIGSTOP')
    frozen++
  }
  return frozen
}
