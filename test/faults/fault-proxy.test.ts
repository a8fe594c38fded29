import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../rig/fault-proxy.ts'

interface Line extends AsyncDisposable {
  proxy: FaultProxy
  call(): Promise<Socket>
}

/** A server that sends back what it is sent, behind a proxy. */
async function openLine(): Promise<Line> {
  await using parts = new AsyncDisposableStack()
  const server = createServer((socket) => void socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
  parts.defer(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const proxy = parts.use(await startFaultProxy(`tcp://127.0.0.1:${port}`))
  const calls = parts.adopt(new Set<Socket>(), (all) => all.forEach((it) => it.destroy()))
  const owned = parts.move()
  return {
    proxy,
    async call() {
      const socket = connect(proxy.port, '127.0.0.1')
      calls.add(socket)
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
  const take = (chunk: Buffer): void => {
    received.push(chunk)
    missing -= chunk.length
    if (missing <= 0) resolve()
  }
  socket.on('data', take)
  await promise
  socket.off('data', take)
  return Buffer.concat(received)
}

/** Sends bytes and waits until as many have come back. */
async function echo(socket: Socket, bytes: Buffer): Promise<Buffer> {
  socket.write(bytes)
  return receive(socket, bytes.length)
}

async function timeOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work
  return performance.now() - started
}

function isSilent(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => false), sleep(300, true)])
}

const ping = Buffer.from('ping')
const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe('the fault proxy', () => {
  it('changes nothing of what passes', async () => {
    await using line = await openLine()
    const [one, other] = await Promise.all([line.call(), line.call()])
    expect(await Promise.all([echo(one, large), echo(other, ping)])).toEqual([large, ping])
  })

  it('delays each direction, without holding up what comes behind', async () => {
    await using line = await openLine()
    const socket = await line.call()
    line.proxy.delay({ toServer: 200, toClient: 300 })
    const answers = timeOf(receive(socket, 10 * ping.length))
    for (let count = 0; count < 10; count++) {
      socket.write(ping)
      await sleep(20)
    }
    const took = await answers
    expect(took).toBeGreaterThan(490)
    expect(took).toBeLessThan(10 * 490)
    await line.proxy.restore()
    expect(await echo(socket, large)).toEqual(large)
  })

  it('keeps the order of what was under way when the delay ends', async () => {
    await using line = await openLine()
    const socket = await line.call()
    line.proxy.delay({ toServer: 60_000 })
    const answer = echo(socket, large)
    await sleep(50)
    await line.proxy.restore()
    expect(await answer).toEqual(large)
  })

  it('lets only so many bytes pass in a second', async () => {
    await using line = await openLine()
    const [one, other] = await Promise.all([line.call(), line.call()])
    line.proxy.throttle(100_000)
    const half = large.subarray(0, 50_000)
    expect(await timeOf(Promise.all([echo(one, half), echo(other, half)]))).toBeGreaterThan(950)
  })

  it('swallows what is sent on old connections and on new ones, until it is restored', async () => {
    await using line = await openLine()
    const old = await line.call()
    expect(await echo(old, ping)).toEqual(ping)
    line.proxy.swallow()
    const young = await line.call()
    const answers = [echo(old, ping), echo(young, ping)]
    expect(await Promise.all(answers.map(isSilent))).toEqual([true, true])
    await line.proxy.restore()
    expect(await Promise.all(answers)).toEqual([ping, ping])
  })

  it('deafens the connections that are for good, and leaves new ones alone', async () => {
    await using line = await openLine()
    const old = await line.call()
    expect(await echo(old, ping)).toEqual(ping)
    line.proxy.deafen()
    expect(await isSilent(echo(old, ping))).toBe(true)
    expect(await echo(await line.call(), ping)).toEqual(ping)
    await line.proxy.restore()
    expect(await isSilent(echo(old, ping))).toBe(true)
  })

  it('resets the connections that are', async () => {
    await using line = await openLine()
    const old = await line.call()
    expect(await echo(old, ping)).toEqual(ping)
    const error = once(old, 'error')
    line.proxy.reset()
    expect(await error).toMatchObject([{ code: 'ECONNRESET' }])
    expect(await echo(await line.call(), ping)).toEqual(ping)
  })

  it('refuses new connections, keeps the old ones, and takes them again', async () => {
    await using line = await openLine()
    const old = await line.call()
    expect(await echo(old, ping)).toEqual(ping)
    line.proxy.refuse()
    await expect(line.call()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await echo(old, ping)).toEqual(ping)
    await line.proxy.restore()
    expect(await echo(await line.call(), ping)).toEqual(ping)
  })
})
