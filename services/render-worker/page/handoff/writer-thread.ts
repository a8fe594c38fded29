import { type Bytes, createWriter, type Opening } from './writer.ts'

// The script of the dedicated worker in which the writer runs.

const respond = createWriter(async (name) => {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle(name, { create: true })
  return handle.createSyncAccessHandle()
})

addEventListener('message', ({ data }: MessageEvent<Opening | readonly Bytes[]>) => void respond(data))
