import fc from 'fast-check'

/** Gives all property tests the same seed in every run, so that a failure can be reproduced; `SEED` sets another. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121) })
