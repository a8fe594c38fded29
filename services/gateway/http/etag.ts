import { z } from 'zod'
import type { HttpResponse } from './response.ts'

/** Response headers for resources with an ETag: a client may cache them, and revalidates them each time. */
export const REVALIDATE = { 'Cache-Control': 'private, no-cache' } as const

/** Request headers of routes that read something with an ETag. */
export const readConditions = z.strictObject({
  'If-None-Match': z.string().optional().describe('The ETag of a copy: 304 where it is current'),
})
/** Request headers of routes that change something with an ETag. */
export const writeConditions = z.strictObject({
  'If-Match': z
    .string()
    .optional()
    .describe('The ETag of the version to change, strong or weak: 412 where it is another by now'),
})

/** 304: the client's copy is current. */
export function notModified(tag: string): HttpResponse {
  return { status: 304, headers: { ETag: tag, ...REVALIDATE } }
}

/** The strong tag of a map's version. */
export function versionTag(version: number): string {
  return `"v${version}"`
}

/** The strong tag of a file, made of the SHA-256 of its bytes. */
export function fileTag(sha256: string): string {
  return `"${sha256}"`
}

/**
 * Whether the client's copy is the current one: `If-None-Match` by weak comparison (RFC 9110 §13.1.2). The package `fresh` compares header
 * objects, and has no types.
 */
export function isCurrent(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return listedTags(ifNoneMatch).some((it) => it === '*' || it.replace(/^W\//, '') === tag)
}

/**
 * The map versions that `If-Match` allows, or undefined where it allows every one. RFC 9110 §13.1.1 compares strong tags alone; a weak one
 * is allowed too, since a compressed response has no other and it names the same version.
 */
export function allowedVersions(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return listedTags(ifMatch).flatMap((tag) => {
    const version = /^(?:W\/)?"v(\d{1,9})"$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

function listedTags(header: string): string[] {
  return header.split(',').map((it) => it.trim())
}
