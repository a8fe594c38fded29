import { registerHooks } from 'node:module'

/** Preloaded into a gateway with `--import`: edit_map applies its operations one at a time. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isReplaced = specifier.endsWith('/apply-operations.ts') && !context.parentURL?.includes('/test/')
    return nextResolve(isReplaced ? new URL('one-operation-at-a-time.ts', import.meta.url).href : specifier, context)
  },
})
