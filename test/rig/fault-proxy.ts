import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

const directions = ['toServer', 'toClient'] as const
type Direction = (typeof directions)[number]

/** A proxy in front of a server, which delays, holds back and breaks connections as networks do. */
export interface FaultProxy extends AsyncDisposable {
  port: number
  /** Delays every byte by so many ms in each direction. */
  delay(ms: Partial<Record<Direction, number>>): void
  /** Limits the bandwidth in each direction, for all connections together. */
  throttle(bytesPerSecond: number): void
  /** Holds all bytes back, on open connections and new ones, until the proxy is restored. */
  swallow(): void
  /** Keeps open connections, and lets nothing through them for good, not even their end; new ones work. */
  deafen(): void
  /** Resets open connections. */
  reset(): void
  /** Refuses new connections. */
  refuse(): void
  /** Ends all faults, apart from connections that `deafen` or `reset` have hit. */
  restore(): Promise<void>
}

/** The address of a server with the proxy in its place. */
export function throughProxy(url: string, { port }: FaultProxy): string {
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return address.href
}

/** @param url of the server, of any kind that listens on TCP */
export async function startFaultProxy(url: string): Promise<FaultProxy> {
  const target = new URL(url)
  const network = createNetwork()
  const pairs = new Set<Pair>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair: Pair = { sockets: [client, upstream], isDeaf: false }
    pairs.add(pair)
    for (const it of pair.sockets) it.on('error', () => {}).setNoDelay(true)
    const toServer = carry(client, upstream, pair, (it) => network.pass('toServer', it))
    const toClient = carry(upstream, client, pair, (it) => network.pass('toClient', it))
    void Promise.all([toServer, toClient]).then(() => pairs.delete(pair))
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as { port: number }
  return {
    port,
    delay: (ms) => network.change({ delays: { toServer: 0, toClient: 0, ...ms } }),
    throttle: (bytesPerSecond) => network.change({ bytesPerSecond }),
    swallow: () => network.change({ isOpen: false }),
    deafen() {
      for (const it of pairs) it.isDeaf = true
    },
    reset: () => resetAll(pairs),
    refuse: () => void server.close(),
    async restore() {
      network.change(clear)
      if (!server.listening) await listen(port)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      network.change(clear)
      resetAll(pairs)
    },
  }
}

/** A client's connection and the one to the server that stands behind it. */
interface Pair {
  sockets: [client: Socket, upstream: Socket]
  isDeaf: boolean
}

function resetAll(pairs: Iterable<Pair>): void {
  for (const { sockets } of pairs) for (const it of sockets) it.resetAndDestroy()
}

interface Piece {
  bytes: Buffer
  arrivedAt: number
}

/** Carries what comes on one socket to the other, piece by piece and its end last. */
async function carry(from: Socket, to: Socket, pair: Pair, pass: (piece: Piece) => Promise<void>): Promise<void> {
  const stamped = new Transform({
    readableObjectMode: true,
    readableHighWaterMark: 1_024,
    transform: (bytes: Buffer, _encoding, done) => done(null, { bytes, arrivedAt: performance.now() } satisfies Piece),
  })
  from.pipe(stamped)
  from.on('close', () => stamped.end())
  for await (const piece of cut(stamped as AsyncIterable<Piece>)) {
    await pass(piece)
    if (to.destroyed || pair.isDeaf) continue
    if (!to.write(piece.bytes)) await untilDrained(to)
  }
  await pass({ bytes: Buffer.alloc(0), arrivedAt: performance.now() })
  if (!pair.isDeaf) to.destroySoon()
}

function untilDrained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.on('drain', go).on('close', go)
  })
}

const PIECE_BYTES = 4_096

/** Cuts pieces, so that connections take turns where the bandwidth is low. */
async function* cut(pieces: AsyncIterable<Piece>): AsyncIterable<Piece> {
  for await (const { bytes, arrivedAt } of pieces) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield { bytes: bytes.subarray(at, at + PIECE_BYTES), arrivedAt }
    }
  }
}

interface Conditions {
  delays: Record<Direction, number>
  bytesPerSecond: number
  isOpen: boolean
}

const clear: Conditions = { delays: { toServer: 0, toClient: 0 }, bytesPerSecond: Infinity, isOpen: true }

/** The delays, bandwidth and closure that all connections share. */
function createNetwork() {
  let conditions = clear
  let changed = Promise.withResolvers<void>()
  const freeAt = { toServer: 0, toClient: 0 }

  /** Ends early when conditions change, after which the wait is another. */
  async function rest(ms?: number): Promise<void> {
    const woken = new AbortController()
    const rested = ms === undefined ? [] : [sleep(Math.max(0, ms), undefined, { signal: woken.signal }).catch(() => {})]
    await Promise.race([changed.promise, ...rested])
    woken.abort()
  }

  return {
    change(change: Partial<Conditions>): void {
      conditions = { ...conditions, ...change }
      freeAt.toServer = freeAt.toClient = 0
      changed.resolve()
      changed = Promise.withResolvers()
    },

    /** Resolves when a piece has come to the other end. */
    async pass(direction: Direction, { bytes, arrivedAt }: Piece): Promise<void> {
      for (;;) {
        const { isOpen, delays, bytesPerSecond } = conditions
        const wait = arrivedAt + delays[direction] - performance.now()
        if (!isOpen) await rest()
        else if (wait > 0) await rest(wait)
        else if (bytesPerSecond === Infinity) return
        else {
          const start = Math.max(performance.now(), freeAt[direction])
          freeAt[direction] = start + (bytes.length / bytesPerSecond) * 1_000
          return rest(freeAt[direction] - performance.now())
        }
      }
    },
  }
}
