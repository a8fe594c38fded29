import type { MapsClient } from '../../typescript/index.ts'
import type { Context } from '../context.ts'
import { describeError } from '../describe-error.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeSaved } from '../save-map.ts'
import { createFileChanges, type FileChanges, hashOf } from './file-changes.ts'
import { followFiles } from './follow-files.ts'
import { type Problem, problemsOf } from './problems.ts'
import { readSource, type Source, SourceFault } from './source.ts'

/** What a page shows of a file. */
export interface LiveState {
  name: string
  /** Number of the picture; 0 while there is none. */
  version: number
  /** Hash of the text that the picture shows; undefined while there is no picture. */
  textHash?: string | undefined
  /** What keeps the file, as it is now, from being drawn. */
  problems: Problem[]
  /** Ids of the services that can be dragged. */
  ids: string[]
  /** Why no service can be dragged. */
  fixedBecause?: string | undefined
  canUndo: boolean
}

/** A file and its picture, which follows each save. */
export interface LiveMap extends Pick<FileChanges, 'arrange' | 'undo'> {
  state(): LiveState
  /** The last picture, as SVG. */
  picture(): Uint8Array | undefined
  /** Calls back after each change of the state. @returns a function that ends this */
  onChange(listener: () => void): () => void
  /** Creates or updates the map in the service; while it does, another call waits for the same. @returns a sentence about it */
  push(): Promise<string>
}

/** Time in ms after a change in which an editor may still write: less than between two looks at a file. */
const SETTLE_MS = 15
/** Time in ms to the next try, after a file that could not be read, or a picture that the service could not draw. */
const RETRY_MS = 2_000

/** Draws a file now, and again after each change of it or of a file that it names, until the signal of the context is aborted. */
export async function watchFile(maps: MapsClient, file: string, context: Context): Promise<LiveMap> {
  const { signal } = context
  const listeners = new Set<() => void>()
  const changes = createFileChanges(context, file)
  const follow = followFiles(() => drawAfter(SETTLE_MS), signal)
  let source: Source | undefined
  /** What the last drawing was made of, or is being made of. */
  let drawn: string | undefined
  let pushing: Promise<string> | undefined
  let picture: Uint8Array | undefined
  let version = 0
  let told: string | undefined
  let problems: Problem[] = []
  let drawing = new AbortController()
  let reads = 0
  let timer: NodeJS.Timeout | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  const drawAfter = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void draw(), ms).unref()
  }

  /** Draws the file as it is now, unless it has the content that is drawn. A later call takes over. */
  async function draw(): Promise<void> {
    const own = new AbortController()
    const turn = ++reads
    const files = new Set([file])
    let read: Source | undefined
    try {
      read = await readSource(context, file, files).finally(() => {
        if (turn === reads && !signal.aborted) follow(files)
      })
      if (turn !== reads) return
      // A Compose file includes others, so its own text does not tell.
      const content = read.fixedBecause === undefined ? read.text : JSON.stringify(read.map)
      if (content === drawn) return
      drawing.abort()
      ;[drawing, drawn] = [own, content]
      const options = { theme: 'auto', signal: AbortSignal.any([signal, own.signal]) } as const
      const { bytes } = await maps.preview(read.map, 'svg', options)
      if (own.signal.aborted) return
      source = read
      problems = []
      picture = bytes
      version++
    } catch (error) {
      if (own.signal.aborted || signal.aborted || (!read && turn !== reads)) return
      drawing.abort()
      problems = problemsOf(error, read?.fixedBecause === undefined ? read?.text : undefined)
      const isUnread = !read && !(error instanceof SourceFault)
      const { exitCode } = describeError(error)
      const mayPass = isUnread || exitCode === exitCodes.undecided
      // What the service refuses is not sent again until it changes.
      if (!read || mayPass || exitCode === exitCodes.notAllowed) drawn = undefined
      if (mayPass) drawAfter(RETRY_MS)
    }
    notify()
  }

  function state(): LiveState {
    return {
      name: source?.map.name ?? file,
      version,
      textHash: source && hashOf(source.text),
      problems,
      ids: source?.fixedBecause === undefined ? (source?.map.nodes ?? []).map((it) => it.id) : [],
      fixedBecause: source?.fixedBecause,
      canUndo: changes.canUndo(),
    }
  }

  /** Tells of the state, unless it has been told: a problem that stays would be read out again and again. */
  function notify(): void {
    const now = JSON.stringify(state())
    if (now === told) return
    told = now
    for (const listener of listeners) listener()
  }

  /** Tells of a change of ours, and draws it without waiting for its event. */
  function showChange(): void {
    notify()
    void draw()
  }

  async function push(): Promise<string> {
    return describeSaved(await (await readSource(context, file)).push(maps))
  }

  await draw()
  return {
    state,
    picture: () => picture,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async arrange(drag) {
      if (source?.fixedBecause !== undefined) throw new Failure(source.fixedBecause)
      const textHash = await changes.arrange(drag)
      showChange()
      return textHash
    },
    async undo() {
      await changes.undo()
      showChange()
    },
    push() {
      pushing ??= push().finally(() => (pushing = undefined))
      return pushing
    },
  }
}
