import type { ServerResponse } from 'node:http'

/** What a request is about, for its log line: a worker's line of the same export has the same two. */
export interface Subject {
  mapId: string
  /** Of a public map, whose readers have none of their own. */
  workspaceId?: string
  /** Of the file that was asked for: see `artifactKey`. */
  key?: string
}

const subjects = new WeakMap<ServerResponse, Subject>()

/** Notes what the request that this response answers is about. */
export function setSubject(response: ServerResponse, subject: Subject): void {
  subjects.set(response, subject)
}

/** What was noted, if anything was. */
export function findSubject(response: ServerResponse): Subject | undefined {
  return subjects.get(response)
}
