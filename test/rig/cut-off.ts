import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Stands before a server, and cuts it off in the ways that networks have. */
export interface CutOff extends AsyncDisposable {
  port: number
  /** Refuses new connections and breaks those that are. */
  refuse(): void
  /** Lets connections pass again. */
  restore(): Promise<void>
  /** Keeps the connections that are, and lets nothing through them; new ones work. */
  deafen(): void
}

export async function startCutOff(target: { host: string; port: number }): Promise<CutOff> {
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far).pipe(near)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        for (const it of pair) it.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const breakAll = (): void => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    port,
    refuse() {
      server.close()
      breakAll()
    },
    async restore() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    deafen() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
        far.resume()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      breakAll()
    },
  }
}
