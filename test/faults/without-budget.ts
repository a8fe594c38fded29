import { registerHooks } from 'node:module'

/** Loaded into a gateway before its own modules: has it answer without a budget of unsent bytes. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const replaced = specifier.endsWith('/unsent-bytes.ts') ? new URL('no-budget.ts', import.meta.url).href : specifier
    return nextResolve(replaced, context)
  },
})
