import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseLoopbackAddress } from './loopback-address.ts'

const directions = ['toServer', 'toClient'] as const
type Direction = (typeof directions)[number]

/** A TCP proxy in front of a server that injects network faults. */
export interface FaultProxy extends AsyncDisposable {
  /** Its address, at which no other server takes its port while it refuses connections. */
  host: string
  port: number
  /** Delays all bytes by `ms` milliseconds, per direction. */
  delay(ms: Partial<Record<Direction, number>>): void
  /** Limits the bandwidth of each direction, shared by all connections. */
  throttle(bytesPerSecond: number): void
  /** Holds back all bytes of open and new connections until `restore`. */
  stall(): void
  /** Drops all further bytes of the open connections, and their end too, for good; new connections work. */
  blackhole(): void
  /** Sends a TCP reset on open connections. */
  resetConnections(): void
  /** Refuses new connections until `restore`. */
  refuseConnections(): void
  /** Leads new connections to another server; open ones stay. */
  switchTo(url: string): void
  /** Ends all faults. Connections hit by `blackhole` or `resetConnections` stay broken. */
  restore(): Promise<void>
}

/** The URL of a server with host and port of its proxy; the URL itself where there is no proxy. */
export function throughProxy(url: string, proxy: FaultProxy | undefined): string {
  if (!proxy) return url
  const address = new URL(url)
  address.hostname = proxy.host
  address.port = String(proxy.port)
  return address.href
}

/** Starts a fault proxy on a free port. @param url URL of any TCP server */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  let target = new URL(url)
  const host = chooseLoopbackAddress()
  const network = createNetwork()
  const tunnels = new Set<Tunnel>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const tunnel: Tunnel = { sockets: [client, upstream], isBlackhole: false }
    tunnels.add(tunnel)
    for (const socket of tunnel.sockets) socket.on('error', () => {}).setNoDelay(true)
    const toServer = pipe(client, upstream, tunnel, (it) => network.transmit('toServer', it))
    const toClient = pipe(upstream, client, tunnel, (it) => network.transmit('toClient', it))
    void Promise.all([toServer, toClient]).then(() => tunnels.delete(tunnel))
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, host)
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    host,
    port,
    delay: (ms) => network.change({ delays: { toServer: 0, toClient: 0, ...ms } }),
    throttle: (bytesPerSecond) => network.change({ bytesPerSecond }),
    stall: () => network.change({ isOpen: false }),
    blackhole() {
      for (const tunnel of tunnels) tunnel.isBlackhole = true
    },
    resetConnections: () => resetAll(tunnels),
    refuseConnections: () => void server.close(),
    switchTo: (url) => void (target = new URL(url)),
    async restore() {
      network.change(noFaults)
      if (!server.listening) await listen(port)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      network.change(noFaults)
      resetAll(tunnels)
    },
  }
}

/** A client's connection and its upstream connection. */
interface Tunnel {
  sockets: [client: Socket, upstream: Socket]
  isBlackhole: boolean
}

function resetAll(tunnels: Iterable<Tunnel>): void {
  for (const { sockets } of tunnels) for (const socket of sockets) socket.resetAndDestroy()
}

interface Chunk {
  bytes: Buffer
  arrivedAt: number
}

/** Pipes the bytes of one socket to another, chunk by chunk, then its end. */
async function pipe(from: Socket, to: Socket, tunnel: Tunnel, send: (chunk: Chunk) => Promise<void>): Promise<void> {
  const stamped = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: 1_024,
    transform: (bytes: Buffer, _encoding, done) => done(null, { bytes, arrivedAt: performance.now() } satisfies Chunk),
  })
  from.pipe(stamped)
  from.on('close', () => stamped.end())
  for await (const chunk of split(stamped as AsyncIterable<Chunk>)) {
    await send(chunk)
    if (to.destroyed || tunnel.isBlackhole) continue
    if (!to.write(chunk.bytes)) await waitForDrain(to)
  }
  await send({ bytes: Buffer.alloc(0), arrivedAt: performance.now() })
  if (!tunnel.isBlackhole) to.destroySoon()
}

function waitForDrain(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.on('drain', go).on('close', go)
  })
}

const MAX_CHUNK_BYTES = 4_096

/** Splits chunks, so that connections alternate where the bandwidth is low. */
async function* split(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk> {
  for await (const { bytes, arrivedAt } of chunks) {
    for (let at = 0; at < bytes.length; at += MAX_CHUNK_BYTES) {
      yield { bytes: bytes.subarray(at, at + MAX_CHUNK_BYTES), arrivedAt }
    }
  }
}

interface Conditions {
  /** In ms. */
  delays: Record<Direction, number>
  bytesPerSecond: number
  isOpen: boolean
}

const noFaults: Conditions = { delays: { toServer: 0, toClient: 0 }, bytesPerSecond: Infinity, isOpen: true }

/** Creates the network that all connections share. */
function createNetwork() {
  let conditions = noFaults
  let changed = Promise.withResolvers<void>()
  const busyUntil = { toServer: 0, toClient: 0 }

  /** Waits for `ms` milliseconds, or until conditions change. */
  async function pause(ms?: number): Promise<void> {
    const woken = new AbortController()
    const timer = ms === undefined ? [] : [sleep(Math.max(0, ms), undefined, { signal: woken.signal }).catch(() => {})]
    await Promise.race([changed.promise, ...timer])
    woken.abort()
  }

  return {
    change(change: Partial<Conditions>): void {
      conditions = { ...conditions, ...change }
      busyUntil.toServer = busyUntil.toClient = 0
      changed.resolve()
      changed = Promise.withResolvers()
    },

    /** Resolves when a chunk has reached the other end. */
    async transmit(direction: Direction, { bytes, arrivedAt }: Chunk): Promise<void> {
      for (;;) {
        const { isOpen, delays, bytesPerSecond } = conditions
        const wait = arrivedAt + delays[direction] - performance.now()
        if (!isOpen) await pause()
        else if (wait > 0) await pause(wait)
        else if (bytesPerSecond === Infinity) return
        else {
          const start = Math.max(performance.now(), busyUntil[direction])
          busyUntil[direction] = start + (bytes.length / bytesPerSecond) * 1_000
          return pause(busyUntil[direction] - performance.now())
        }
      }
    },
  }
}
