import { registerHooks } from 'node:module'

/** Preloaded into a render worker with `--import`: its threads are cold, and its time limits begin with the hand-over. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isReplaced = specifier.endsWith('/warm-threads.ts')
    return nextResolve(isReplaced ? new URL('cold-threads.ts', import.meta.url).href : specifier, context)
  },
})
