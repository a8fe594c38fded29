import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { z } from 'zod'
import { Unavailable } from './errors.ts'

/** The settings of a bucket. Without BUCKET_URL there is no bucket. */
export const bucketSettings = {
  BUCKET_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example.com/maps' })
    .refine((it) => !/[?#@]/.test(it), 'must have neither a query nor a password')
    .transform((it) => it.replace(/\/+$/, ''))
    .optional()
    .describe('Bucket of the finished files, of any storage with the S3 API. Default: Redis'),
  BUCKET_REGION: z.string().optional().describe('Region of the bucket. Default: that of the address, or us-east-1'),
  BUCKET_ACCESS_KEY_ID: z.string().optional().describe('Whose bucket it is: may read and write objects in it'),
  BUCKET_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that access key'),
}
/** Rules of a schema with these settings. They report their faults beside those of single settings. */
export const bucketRules = (['BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY'] as const).map((name) =>
  z.refine<BucketSettings>((it) => !it.BUCKET_URL || it[name], {
    path: [name],
    error: 'must be set, since BUCKET_URL is',
    when: () => true,
  }),
)
/** The settings of a bucket, checked. */
export type BucketSettings = z.infer<z.ZodObject<typeof bucketSettings>>

/** A bucket in S3-compatible storage. Its methods throw for unexpected responses. */
export interface Bucket {
  put(name: string, bytes: Buffer): Promise<void>
  /** Whether the bucket answers. It does not find a key that may not read or write: see `checkWrites`. */
  isReachable(): Promise<boolean>
  /** Rejects if the bucket does not take a small object and give it back. The object stays: the key may lack the right to delete it. */
  checkWrites(): Promise<void>
  /** Whether the bucket has an object of that name and length. */
  has(name: string, length: number): Promise<boolean>
  /**
   * Reads an object in chunks, at the pace of the reader.
   * @throws Unavailable if the bucket fails, or has no object of that name and length
   */
  read(name: string, length: number): AsyncGenerator<Uint8Array>
}

/** Timeout of a response, and between chunks of an object. */
const TIMEOUT_MS = 3_000
/** Timeout of an upload: the largest objects have tens of megabytes. */
const UPLOAD_TIMEOUT_MS = 10_000
/** Number of consecutive failures that opens the circuit breaker, which then rejects requests at once. */
const MAX_FAILURES = 3
/** Time from a failure to the next request that the open circuit breaker lets through. */
const COOLDOWN_MS = 1_000

/** The object that a check writes and reads, and its bytes. */
const TRIAL = { name: 'trial', bytes: Buffer.from('trial') } as const

type Method = 'PUT' | 'HEAD' | 'GET'

/** Creates a bucket if BUCKET_URL is set. @param settings that follow `bucketRules` */
export function createBucket(settings: BucketSettings): Bucket | undefined {
  const {
    BUCKET_URL: address,
    BUCKET_REGION: region,
    BUCKET_ACCESS_KEY_ID: id,
    BUCKET_SECRET_ACCESS_KEY: secret,
  } = settings
  if (address === undefined) return undefined
  const credentials = {
    accessKeyId: id!,
    secretAccessKey: secret!,
    service: 's3',
    cache: new Map(),
    ...(region && { region }),
  }
  const withBreaker = createBreaker()

  /** Sends a signed request. Redirects are refused: the signature is valid for this URL only. */
  async function request(method: Method, name: string, signal: AbortSignal, bytes?: Buffer): Promise<Response> {
    const url = `${address}/${name}`
    // The storage compares the body with this hash.
    const headers = { 'X-Amz-Content-Sha256': hash('sha256', bytes ?? '') }
    const signed = await new AwsV4Signer({ ...credentials, method, url, headers }).sign()
    // Objects must arrive uncompressed, with their length.
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

  /** Sends a signed request. @throws Error for an unexpected response */
  async function send(method: Method, name: string, signal: AbortSignal, bytes?: Buffer): Promise<Response> {
    const response = await request(method, name, signal, bytes)
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response
    throw new Error(`the bucket answered ${method} with ${response.status} ${errorCodeOf(await response.text())}`)
  }

  async function put(name: string, bytes: Buffer): Promise<void> {
    const response = await send('PUT', name, AbortSignal.timeout(UPLOAD_TIMEOUT_MS), bytes)
    await response.text()
  }

  return {
    put: (name, bytes) => withBreaker(() => put(name, bytes)),
    async checkWrites() {
      await put(TRIAL.name, TRIAL.bytes)
      const response = await send('GET', TRIAL.name, AbortSignal.timeout(TIMEOUT_MS))
      const isSame = TRIAL.bytes.equals(Buffer.from(await response.arrayBuffer()))
      if (!isSame) throw new Error('the bucket does not give back what it has taken')
    },
    // By GET, since a response to HEAD has no error code. Without the right to list, the code for a missing object is AccessDenied.
    async isReachable() {
      try {
        const response = await request('GET', 'none', AbortSignal.timeout(TIMEOUT_MS))
        if (!response.ok) return /^(NoSuchKey|AccessDenied)$/.test(errorCodeOf(await response.text()))
        await response.body?.cancel()
        return true
      } catch {
        return false
      }
    },
    has: (name, length) =>
      withBreaker(async () => isWhole(await send('HEAD', name, AbortSignal.timeout(TIMEOUT_MS)), length)),
    async *read(name, length) {
      const controller = new AbortController()
      const startTimer = (): NodeJS.Timeout =>
        setTimeout(() => controller.abort(new Error(`nothing came from the bucket for ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
      let timer = startTimer()
      try {
        const response = await withBreaker(() => send('GET', name, controller.signal))
        if (!isWhole(response, length)) {
          // An unread body would hold its connection.
          await response.body?.cancel()
          throw new Error('the object has gone, or has become another one')
        }
        for await (const chunk of response.body!) {
          // The timer stops while the reader handles a chunk: it measures only the bucket's response time.
          clearTimeout(timer)
          yield chunk
          timer = startTimer()
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
function errorCodeOf(xml: string): string {
  return /<Code>(\w+)<\/Code>/.exec(xml)?.[1] ?? ''
}

/** Creates a circuit breaker: a function that runs work unless MAX_FAILURES calls in a row have failed. */
function createBreaker() {
  let failures = 0
  let retryAt = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failures >= MAX_FAILURES) {
      if (performance.now() < retryAt) throw new Error('the bucket has failed several times in a row')
      retryAt = performance.now() + COOLDOWN_MS
    }
    try {
      const result = await work()
      failures = 0
      return result
    } catch (error) {
      failures++
      retryAt = performance.now() + COOLDOWN_MS
      throw error
    }
  }
}
