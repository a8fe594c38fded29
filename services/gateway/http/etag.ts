import { MAX_VERSION } from '@maps/shared/map'
import { z } from 'zod'
import type { HttpResponse } from './response.ts'

/** Response headers of resources with an ETag: a client may cache a resource, and must revalidate it at each use. */
export const REVALIDATE_HEADERS = { 'Cache-Control': 'private, no-cache' } as const

/** Request headers of routes that read a resource with an ETag. */
export const ifNoneMatchHeader = z.strictObject({
  'If-None-Match': z.string().optional().describe('The ETag of a copy: 304 where it is current'),
})
/** Request headers of routes that change a resource with an ETag. */
export const ifMatchHeader = z.strictObject({
  'If-Match': z
    .string()
    .optional()
    .describe('The ETag of the version to change, strong or weak: 412 where it is another by now'),
})

/** Digits of a map's version, as a part of a regular expression. */
const versionDigits = `\\d{1,${String(MAX_VERSION).length}}`
const versionTag = new RegExp(`^(?:W/)?"v(${versionDigits})"$`)
const layoutTag = new RegExp(String.raw`^(?:W/)?"v(${versionDigits}(?:\.[0-9a-f]{1,16}(?=\.))?)(?:\.[0-9a-f]+)?"$`)

/** 304: the client's copy is current. */
export function notModified(tag: string): HttpResponse {
  return { status: 304, headers: { ETag: tag, ...REVALIDATE_HEADERS } }
}

/** The strong ETag of a map's version. */
export function versionETag(version: number): string {
  return `"v${version}"`
}

/** The strong ETag of a layout: its state, as the store writes it, and the beginning of the SHA-256 of the file that has its positions. */
export function layoutETag(state: string, sha256: string): string {
  return `"v${state}.${sha256.slice(0, 32)}"`
}

/** The strong ETag of a file: the SHA-256 of its bytes. */
export function fileETag(sha256: string): string {
  return `"${sha256}"`
}

/**
 * Matches what a proxy that compresses a response appends to its ETag: `"v1-gzip"` (Apache, https://bz.apache.org/bugzilla/show_bug.cgi?id=45023)
 * or `"v1--gzip"` (Jetty, https://github.com/jetty/jetty.project/issues/1416). Our own tags have no hyphen.
 */
const encodingSuffix = /--?(?:gzip|br|deflate|zstd)(?="$)/

/**
 * Whether a client's copy is current: compares `If-None-Match` weakly (RFC 9110 §13.1.2). The package `fresh` compares header objects,
 * and has no types.
 */
export function matchesETag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return listedTags(ifNoneMatch).some((it) => it === '*' || it.replace(/^W\//, '') === tag)
}

/**
 * The map versions that `If-Match` allows; undefined if it allows all. RFC 9110 §13.1.1 compares only strong ETags. Weak ones are
 * accepted too: a compressed response has only a weak ETag, which names the same version.
 */
export function allowedVersions(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return listedTags(ifMatch).flatMap((tag) => {
    const version = versionTag.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/**
 * The states of a layout that `If-Match` allows, without the hashes of files; undefined if it allows all. The ETag of the map allows any pin.
 */
export function allowedStates(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return listedTags(ifMatch).flatMap((tag) => layoutTag.exec(tag)?.[1] ?? [])
}

function listedTags(header: string): string[] {
  return header.split(',').map((it) => it.trim().replace(encodingSuffix, ''))
}
