/** Creates a map with a name alone, changes it where it is as it was, and downloads its picture, by a generated client. */
export type Run = (baseUrl: string, token: string) => Promise<{ id: string; name: string; png: Uint8Array }>
