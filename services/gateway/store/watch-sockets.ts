import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** postgres.js has no time limit of its own: a query on a half-open connection would hang for ever. */
export const ANSWER_TIMEOUT_MS = 3_000
/** How often it is looked whether anything has come back. */
export const LOOK_INTERVAL_MS = 250
/** Such a connection ends before whoever asked is told that there is no answer: asked again, it is not taken again. */
const SILENCE_MS = ANSWER_TIMEOUT_MS - LOOK_INTERVAL_MS

/** Of several hosts, the next is tried where one does not take a connection in this time. */
const HOST_TIMEOUT_MS = 1_000
/** A host that ends a connection so soon refuses it: it starts, stops, or is no primary. */
const REFUSES_WITHIN_MS = 1_000

export type OpenSocket = (address: Address) => Socket | Promise<Socket>

/**
 * Opens sockets for one pool. One on which nothing comes back is half-open: it ends, and so do those that nobody has heard from since
 * it was asked, unless they were asked later, since each of them would cost its next user as much time. Under TLS, postgres.js
 * takes the socket over, and nobody watches.
 */
export function watchSockets(): OpenSocket {
  const watched = new Map<Socket, Talk>()

  function endSilentSince(time: number): void {
    for (const [socket, { heardAt, askedAt = time }] of watched) {
      if (heardAt <= time && askedAt <= time) end(socket)
    }
  }

  const hosts = chooseHosts()
  return async (address) => {
    const { host, port, path, ssl } = address
    if (host.length > 1) return watch(await hosts.connect(address), ssl)
    return watch(path ? connect(path) : connect(port[0]!, host[0]), ssl)
  }

  function watch(socket: Socket, ssl: unknown): Socket {
    // One that fails at once does so before postgres.js listens.
    socket.on('error', () => {})
    if (ssl) return socket
    const talk: Talk = { heardAt: performance.now(), askedAt: undefined }
    const write = socket.write.bind(socket)
    socket.write = ((...args: Parameters<typeof write>) => {
      talk.askedAt ??= performance.now()
      return write(...args)
    }) as typeof socket.write
    socket.on('data', () => {
      talk.heardAt = performance.now()
      talk.askedAt = undefined
    })
    watched.set(socket, talk)
    // One timer for each time it is asked would cost more than all else here.
    const looks = setInterval(() => {
      const { askedAt } = talk
      if (askedAt !== undefined && performance.now() - askedAt > SILENCE_MS) endSilentSince(askedAt)
    }, LOOK_INTERVAL_MS).unref()
    return socket.on('close', () => {
      clearInterval(looks)
      watched.delete(socket)
    })
  }
}

/** Connects to one of several hosts: to the same as long as it takes connections, else to the next that does. */
function chooseHosts() {
  let chosen = 0

  return {
    async connect({ host, port }: Address): Promise<Socket> {
      let fault: unknown
      for (let tried = 0; tried < host.length; tried++) {
        const at = chosen % host.length
        const socket = connect(port[at]!, host[at])
        const late = Object.assign(new Error(`no connection to ${host[at]}:${port[at]}`), { code: 'ETIMEDOUT' })
        const timer = setTimeout(() => socket.destroy(late), HOST_TIMEOUT_MS)
        try {
          await once(socket, 'connect')
          const openedAt = performance.now()
          return socket.once('close', () => {
            if (performance.now() - openedAt < REFUSES_WITHIN_MS && chosen % host.length === at) chosen = at + 1
          })
        } catch (error) {
          fault = error
          if (chosen % host.length === at) chosen = at + 1
        } finally {
          clearTimeout(timer)
        }
      }
      throw fault
    },
  }
}

/** Ends a connection now: until Node tells of the close by itself, postgres.js would hand it out to queries. */
function end(socket: Socket): void {
  socket.destroy()
  socket.emit('close', false)
}

/** Times by `performance.now()`. */
interface Talk {
  heardAt: number
  /** When it was first asked since. */
  askedAt: number | undefined
}

/** Of the options of postgres.js. */
export interface Address {
  host: string[]
  port: number[]
  path?: string | false
  ssl?: unknown
}
