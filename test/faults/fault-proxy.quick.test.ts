import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startFaultProxy } from '../rig/fault-proxy.ts'

/** Starts an echo server behind a proxy. */
async function startEchoServer() {
  await using parts = new AsyncDisposableStack()
  const server = createServer((socket) => void socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  parts.defer(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const proxy = parts.use(await startFaultProxy(`tcp://127.0.0.1:${port}`))
  const sockets = parts.adopt(new Set<Socket>(), (all) => all.forEach((it) => it.destroy()))
  const owned = parts.move()
  return {
    proxy,
    async connect(): Promise<Socket> {
      const socket = connect(proxy.port, proxy.host)
      sockets.add(socket)
      await once(socket, 'connect')
      return socket.on('error', () => {})
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function receive(socket: Socket, byteCount: number): Promise<Buffer> {
  const received: Buffer[] = []
  let missing = byteCount
  const { promise, resolve } = Promise.withResolvers<void>()
  const onData = (chunk: Buffer): void => {
    received.push(chunk)
    missing -= chunk.length
    if (missing <= 0) resolve()
  }
  socket.on('data', onData)
  await promise
  socket.off('data', onData)
  return Buffer.concat(received)
}

/** Sends bytes and waits until as many have been received. */
async function echo(socket: Socket, bytes: Buffer): Promise<Buffer> {
  socket.write(bytes)
  return receive(socket, bytes.length)
}

async function measureMs(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work
  return performance.now() - started
}

/** Whether a promise is still pending after 300 ms. */
function isPending(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => false), sleep(300, true)])
}

const ping = Buffer.from('ping')
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe('the fault proxy', () => {
  it('changes nothing of what passes', async () => {
    await using server = await startEchoServer()
    const [one, other] = await Promise.all([server.connect(), server.connect()])
    expect(await Promise.all([echo(one, large), echo(other, ping)])).toEqual([large, ping])
  })

  it('delays each direction, without holding up what comes behind', async () => {
    await using server = await startEchoServer()
    const socket = await server.connect()
    server.proxy.delay({ toServer: 200, toClient: 300 })
    const elapsed = measureMs(receive(socket, 10 * ping.length))
    for (let count = 0; count < 10; count++) {
      socket.write(ping)
      await sleep(20)
    }
    const took = await elapsed
    expect(took).toBeGreaterThan(490)
    expect(took).toBeLessThan(10 * 490)
    await server.proxy.restore()
    expect(await echo(socket, large)).toEqual(large)
  })

  it('keeps the order of what was under way when the delay ends', async () => {
    await using server = await startEchoServer()
    const socket = await server.connect()
    server.proxy.delay({ toServer: 60_000 })
    const echoed = echo(socket, large)
    await sleep(50)
    await server.proxy.restore()
    expect(await echoed).toEqual(large)
  })

  it('lets only so many bytes pass in a second', async () => {
    await using server = await startEchoServer()
    const [one, other] = await Promise.all([server.connect(), server.connect()])
    server.proxy.throttle(100_000)
    const half = large.subarray(0, 50_000)
    expect(await measureMs(Promise.all([echo(one, half), echo(other, half)]))).toBeGreaterThan(950)
  })

  it('swallows what is sent on old connections and on new ones, until it is restored', async () => {
    await using server = await startEchoServer()
    const old = await server.connect()
    expect(await echo(old, ping)).toEqual(ping)
    server.proxy.stall()
    const late = await server.connect()
    const echoes = [echo(old, ping), echo(late, ping)]
    expect(await Promise.all(echoes.map(isPending))).toEqual([true, true])
    await server.proxy.restore()
    expect(await Promise.all(echoes)).toEqual([ping, ping])
  })

  it('deafens the connections that are for good, and leaves new ones alone', async () => {
    await using server = await startEchoServer()
    const old = await server.connect()
    expect(await echo(old, ping)).toEqual(ping)
    server.proxy.blackhole()
    expect(await isPending(echo(old, ping))).toBe(true)
    expect(await echo(await server.connect(), ping)).toEqual(ping)
    await server.proxy.restore()
    expect(await isPending(echo(old, ping))).toBe(true)
  })

  it('resets the connections that are', async () => {
    await using server = await startEchoServer()
    const old = await server.connect()
    expect(await echo(old, ping)).toEqual(ping)
    const error = once(old, 'error')
    server.proxy.resetConnections()
    expect(await error).toMatchObject([{ code: 'ECONNRESET' }])
    expect(await echo(await server.connect(), ping)).toEqual(ping)
  })

  it('refuses new connections, keeps the old ones, and takes them again', async () => {
    await using server = await startEchoServer()
    const old = await server.connect()
    expect(await echo(old, ping)).toEqual(ping)
    server.proxy.refuseConnections()
    await expect(server.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await echo(old, ping)).toEqual(ping)
    await server.proxy.restore()
    expect(await echo(await server.connect(), ping)).toEqual(ping)
  })
})
