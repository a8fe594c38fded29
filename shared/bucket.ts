import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { z } from 'zod'
import { SetupError } from './config.ts'
import { Unavailable } from './errors.ts'

/** The settings of a bucket; without an address there is none. */
export const bucketSettings = {
  BUCKET_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com/maps' })
    .refine((it) => !/[?#@]/.test(it), 'must have neither a query nor a password')
    .transform((it) => it.replace(/\/+$/, ''))
    .optional()
    .describe('Bucket of the finished files, of any storage with the S3 API. In Redis where not set'),
  BUCKET_REGION: z.string().optional().describe("Region of the bucket. The address's own, or us-east-1, where not set"),
  BUCKET_ACCESS_KEY_ID: z.string().optional().describe('Whose bucket it is: may read and write objects in it'),
  BUCKET_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that access key'),
}
/** The settings of a bucket, checked. */
export type BucketSettings = z.infer<z.ZodObject<typeof bucketSettings>>

/** A bucket in S3-compatible storage. Unexpected responses are thrown. */
export interface Bucket {
  put(name: string, bytes: Buffer): Promise<void>
  /** Whether the bucket can be used. */
  isReachable(): Promise<boolean>
  /** Whether the bucket has an object of that name and length. */
  has(name: string, length: number): Promise<boolean>
  /**
   * Reads an object in chunks, as fast as the reader takes them.
   * @throws Unavailable
   */
  read(name: string, length: number): AsyncGenerator<Uint8Array>
}

/** Timeout of a response, and between chunks of an object. */
const SILENCE_MS = 3_000
/** Timeout of an upload: the largest objects have tens of megabytes. */
const PUT_MS = 10_000
/** Faults in a row after which the circuit breaker fails requests at once. */
const MAX_FAULTS = 3
/** Time from a fault to the next request that the open circuit breaker lets through. */
const REST_MS = 1_000

type Method = 'PUT' | 'HEAD' | 'GET'

/** Makes a bucket, where BUCKET_URL is set. @throws SetupError where its access key is missing */
export function createBucket(settings: BucketSettings): Bucket | undefined {
  const {
    BUCKET_URL: address,
    BUCKET_REGION: region,
    BUCKET_ACCESS_KEY_ID: id,
    BUCKET_SECRET_ACCESS_KEY: secret,
  } = settings
  if (address === undefined) return undefined
  if (!id || !secret) throw new SetupError('BUCKET_ACCESS_KEY_ID, BUCKET_SECRET_ACCESS_KEY: BUCKET_URL needs both')
  const credentials = {
    accessKeyId: id,
    secretAccessKey: secret,
    service: 's3',
    cache: new Map(),
    ...(region && { region }),
  }
  const unlessBroken = createBreaker()

  /** Sends a signed request. Redirects are refused: the signature is valid for this URL only. */
  async function request(method: Method, name: string, signal: AbortSignal, bytes?: Buffer): Promise<Response> {
    const url = `${address}/${name}`
    // The storage refuses a body that was damaged on its way.
    const headers = { 'X-Amz-Content-Sha256': hash('sha256', bytes ?? '') }
    const signed = await new AwsV4Signer({ ...credentials, method, url, headers }).sign()
    // Objects are wanted as they are stored, with their length.
    signed.headers.set('Accept-Encoding', 'identity')
    const init = {
      method,
      headers: signed.headers,
      signal,
      redirect: 'error',
      ...(bytes && { body: bytes }),
    } as const
    return fetch(url, init).catch((cause: unknown) => {
      throw new Error('the bucket of BUCKET_URL does not answer', { cause })
    })
  }

  /** Sends a request, and throws for unexpected responses. */
  async function send(method: Method, name: string, signal: AbortSignal, bytes?: Buffer): Promise<Response> {
    const response = await request(method, name, signal, bytes)
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    throw new Error(`the bucket answered ${method} with ${response.status} ${faultOf(await response.text())}`)
  }

  return {
    put: (name, bytes) =>
      unlessBroken(async () => {
        const response = await send('PUT', name, AbortSignal.timeout(PUT_MS), bytes)
        await response.text()
      }),
    // By GET, since a response to HEAD has no error code. A key without the right to list is denied absent objects.
    async isReachable() {
      try {
        const response = await request('GET', 'none', AbortSignal.timeout(SILENCE_MS))
        if (!response.ok) return /^(NoSuchKey|AccessDenied)$/.test(faultOf(await response.text()))
        await response.body?.cancel()
        return true
      } catch {
        return false
      }
    },
    has: (name, length) =>
      unlessBroken(async () => isWhole(await send('HEAD', name, AbortSignal.timeout(SILENCE_MS)), length)),
    async *read(name, length) {
      const silence = new AbortController()
      const wait = (): NodeJS.Timeout =>
        setTimeout(() => silence.abort(new Error(`nothing came from the bucket for ${SILENCE_MS} ms`)), SILENCE_MS)
      let timer = wait()
      try {
        const response = await unlessBroken(() => send('GET', name, silence.signal))
        if (!isWhole(response, length)) {
          // An unread body would hold its connection.
          await response.body?.cancel()
          throw new Error('the object has gone, or has become another one')
        }
        for await (const chunk of response.body!) {
          // Only the bucket's silence counts: the next chunk is asked for when this one has been taken.
          clearTimeout(timer)
          yield chunk
          timer = wait()
        }
      } catch (cause) {
        throw new Unavailable('The file cannot be fetched right now. Try again shortly.', 5, { cause })
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

function isWhole({ status, headers }: Response, length: number): boolean {
  return status === 200 && Number(headers.get('content-length')) === length
}

/** The S3 error code, such as AccessDenied. */
function faultOf(xml: string): string {
  return /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? ''
}

function createBreaker() {
  let faults = 0
  let retryAt = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (faults >= MAX_FAULTS) {
      if (performance.now() < retryAt) throw new Error('the bucket has failed several times in a row')
      retryAt = performance.now() + REST_MS
    }
    try {
      const result = await work()
      faults = 0
      return result
    } catch (error) {
      faults++
      retryAt = performance.now() + REST_MS
      throw error
    }
  }
}
