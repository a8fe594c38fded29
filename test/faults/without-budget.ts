import { registerHooks } from 'node:module'

/** Loaded into a gateway before its own modules: has it respond without a memory budget. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const replaced = specifier.endsWith('/response-memory.ts')
      ? new URL('no-budget.ts', import.meta.url).href
      : specifier
    return nextResolve(replaced, context)
  },
})
