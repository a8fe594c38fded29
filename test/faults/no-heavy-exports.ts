import { fileFormatTable } from '@maps/shared/file-formats'

/** Preloaded into a gateway with `--import`: no export counts as heavy, so that all share one queue. */
for (const entry of Object.values(fileFormatTable))
  Object.assign(entry, { heavyFrom: Infinity, heavyFromEdges: Infinity })
