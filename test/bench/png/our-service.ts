import { createMap, openService } from '../service.ts'
import type { Surroundings, Variant } from './variant.ts'

/** The whole service, and a client over HTTP that exports each map once. */
export async function openOurService({ chromium }: Surroundings): Promise<Variant> {
  const service = await openService(chromium)
  return {
    prepare: async (sample) => {
      const id = await createMap(service.client, sample)
      return async () => {
        const { status, body } = await service.client.send('GET', `/maps/${id}/export/png`)
        if (status !== 200) throw new Error(`the export answered ${status}: ${body.toString()}`)
        return body
      }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
