import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

const gzip = promisify(gzipCallback)
/** Below one packet, compressing costs more than it saves. */
export const WORTH_COMPRESSING = 1400

export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  return acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';')
    return (name === 'gzip' || name === '*') && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
  })
}

export function isCompressible(type: string | undefined): boolean {
  return /^(application\/(json|javascript|[a-z.+-]*\+json)|text\/|image\/svg)/.test(type ?? '')
}

export function compress(body: string | Uint8Array): Promise<Buffer> {
  return gzip(body, { level: 4 })
}
