import { isMarkedAsUntransferable } from 'node:worker_threads'
import { type Fix, Refusal, type RefusalCode } from '../kernel/refusal.ts'
import type { Gate } from '../kernel/unbroken.ts'

/** What goes to a worker. */
export interface Task {
  job: string
  input: unknown
  gate: Gate
}

/** What comes back: errors lose their class on the way between threads, so a refusal travels in parts. */
export type Parcel =
  | { kind: 'output'; output: unknown }
  | { kind: 'refused'; refusal: RefusalParts }
  | { kind: 'failed'; message: string; stack: string | undefined }

interface RefusalParts {
  code: RefusalCode
  reason: string
  detail: Record<string, unknown> | null
  fix: Fix | null
  retryAfterS: number | undefined
  headers: Record<string, string>
}

export function packError(error: unknown): Parcel {
  if (error instanceof Refusal) {
    const { code, reason, detail, fix, retryAfterS, headers } = error
    return { kind: 'refused', refusal: { code, reason, detail, fix, retryAfterS, headers } }
  }
  return error instanceof Error
    ? { kind: 'failed', message: error.message, stack: error.stack }
    : { kind: 'failed', message: String(error), stack: undefined }
}

export function unpack(parcel: Parcel): unknown {
  if (parcel.kind === 'output') return parcel.output
  if (parcel.kind === 'refused') throw new Refusal(parcel.refusal.code, parcel.refusal.reason, parcel.refusal)
  throw Object.assign(new Error(parcel.message), { stack: parcel.stack })
}

/** The buffers of a value, each once, that can change hands; pooled and native ones cannot and are copied instead. */
export function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (value instanceof ArrayBuffer) add(value, found)
  else if (ArrayBuffer.isView(value)) add(value.buffer, found)
  else if (Array.isArray(value) || isPlain(value)) for (const part of Object.values(value)) buffersOf(part, found)
  return [...found]
}

function add(buffer: ArrayBufferLike, found: Set<ArrayBuffer>): void {
  if (buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)) found.add(buffer)
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
