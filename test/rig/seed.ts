import fc from 'fast-check'

/** Properties try the same values in every run, so that a red build can be repeated; `SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_121) })
