import { hash } from 'node:crypto'
import type { AnyRoute } from '../operation/route.ts'

export function cacheControl(cache: AnyRoute['cache']): string {
  if (cache === undefined) return 'no-store'
  if (cache === 'immutable') return 'public, max-age=31536000, immutable'
  return `public, max-age=${cache.maxAgeS}`
}

/** Weak, since the same reply may travel compressed. */
export function etagOf(body: string | Uint8Array): string {
  return `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}
