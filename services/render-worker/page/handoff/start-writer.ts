/** Source text of writer-thread.ts. The bundler inserts it: a page can start a thread only from a file or a blob, and has no files. */
declare const WRITER_SCRIPT: string

/** Starts the thread of the writer. */
export function startWriter(): Worker {
  return new Worker(URL.createObjectURL(new Blob([WRITER_SCRIPT])))
}
