import { fileFormatTable } from '@maps/shared/file-formats'

/** Loaded into a gateway before its program: no export is heavy. */
for (const entry of Object.values(fileFormatTable))
  Object.assign(entry, { heavyFrom: Infinity, heavyFromEdges: Infinity })
