import { registerHooks } from 'node:module'

/** Preloaded into a gateway with `--import`: removes its limit of unsent response bytes. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = specifier.endsWith('/response-memory.ts')
      ? new URL('unlimited-response-memory.ts', import.meta.url).href
      : specifier
    return nextResolve(resolved, context)
  },
})
