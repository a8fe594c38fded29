import { registerHooks } from 'node:module'

/** Imported into a render thread before its modules: it does not warm up. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isWarmUp = specifier.endsWith('/warm-up.ts')
    return nextResolve(isWarmUp ? new URL('no-warm-up.ts', import.meta.url).href : specifier, context)
  },
})
