import { setFlagsFromString } from 'node:v8'

/** From the end of one sweep of everything to the next, what is not young may grow by so much. */
const GROWTH_PERCENT = 300

/**
 * Has V8 sweep everything more rarely, and keep what it has learnt (decision 13). Both flags are read where they are used, so they
 * hold for a process that runs.
 */
export function tuneHeap(): void {
  // The bytes of buffers count as old from the start. After a rest, those of some hundred requests would be reason enough, where most
  // are gone with the next sweep of the young.
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  // Such sweeps still come when a process is at rest, but leave what its functions were compiled for, and room for new objects.
  setFlagsFromString('--no-memory-reducer-favors-memory')
}
