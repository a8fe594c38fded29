import { createMap, openService } from '../service.ts'
import type { VariantContext, Variant } from './variant.ts'

/** Opens the whole service, with a client that exports each map once over HTTP. */
export async function openOurService({ chromium }: VariantContext): Promise<Variant> {
  const service = await openService(chromium)
  return {
    prepare: async (spec) => {
      const id = await createMap(service.client, spec)
      return async () => {
        const { status, body } = await service.client.send('GET', `/maps/${id}/export/png`)
        if (status !== 200) throw new Error(`the export answered ${status}: ${body.toString()}`)
        return body
      }
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
