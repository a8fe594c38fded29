import { setFlagsFromString } from 'node:v8'

/** From the end of one sweep of everything to the next, what is not young may grow by so much. */
const GROWTH_PERCENT = 300

/**
 * Has V8 sweep everything, and forget what it has learnt, more rarely (decision 13). Both flags are read where they are used,
 * so they hold for a process that runs.
 */
export function tuneHeap(): void {
  // The bytes of buffers count as old from the start. With live data as few as ours, those of some hundred requests would be reason
  // enough, and mostly gone by themselves with the next sweep of the young.
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  // Such sweeps still come when a process is at rest, but leave what its functions were compiled for, and room for new objects.
  setFlagsFromString('--no-memory-reducer-favors-memory')
}
