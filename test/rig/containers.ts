import { SetupError } from '@maps/shared/config'
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'

/** Whether the run takes PostgreSQL and Redis from Docker instead of this machine. */
export const usesContainers = process.env.TEST_STACK === 'containers'

/** A database server in a Docker container, stopped on disposal. */
export interface ServerContainer extends AsyncDisposable {
  url: string
}

/** Starts PostgreSQL 18 with an empty database. @throws SetupError where Docker does not run */
export async function startPostgresContainer(): Promise<ServerContainer> {
  const definition = new GenericContainer('postgres:18-alpine')
    .withEnvironment({ POSTGRES_PASSWORD: 'test', POSTGRES_DB: 'maps' })
    .withCommand(['-c', 'fsync=off', '-c', 'max_connections=400'])
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    // The image starts the server twice: the first start only sets the cluster up.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
  return start(definition, 5432, (address) => `postgres://postgres:test@${address}/maps`)
}

/** Starts Redis 8. @throws SetupError where Docker does not run */
export async function startRedisContainer(): Promise<ServerContainer> {
  const definition = new GenericContainer('redis:8-alpine').withWaitStrategy(
    Wait.forLogMessage('Ready to accept connections'),
  )
  return start(definition, 6379, (address) => `redis://${address}`)
}

async function start(
  definition: GenericContainer,
  port: number,
  urlAt: (address: string) => string,
): Promise<ServerContainer> {
  const container = await definition.withExposedPorts(port).start().catch(throwSetupError)
  return {
    url: urlAt(`${container.getHost()}:${container.getMappedPort(port)}`),
    [Symbol.asyncDispose]: async () => void (await container.stop()),
  }
}

function throwSetupError(cause: Error): StartedTestContainer {
  if (!cause.message.includes('container runtime')) throw cause
  throw new SetupError('There is no Docker to be reached, which these tests need: npm test does without.', { cause })
}
