import { registerHooks } from 'node:module'

/** Preloaded into a gateway with `--import`: removes its limit of held bytes. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = specifier.endsWith('/held-bytes.ts')
      ? new URL('unlimited-held-bytes.ts', import.meta.url).href
      : specifier
    return nextResolve(resolved, context)
  },
})
