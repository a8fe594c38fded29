/** Creates a map, renames it at its version, and downloads its picture, with a generated client. */
export type Run = (baseUrl: string, token: string) => Promise<{ id: string; name: string; png: Uint8Array }>
