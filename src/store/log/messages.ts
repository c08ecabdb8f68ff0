import { Refusal } from '../../kernel/refusal.ts'
import { type DamageCode, LogDamaged } from './damage.ts'
import type { EngineMethod } from './engine.ts'

export interface Call {
  id: number
  method: EngineMethod | 'close'
  args: unknown[]
}

export type Answer = { id: number; result: unknown } | { id: number; problem: CopiedError }

/** The thread's first word, once it has recovered the log or refused to. */
export type Started = { started: true } | { started: false; problem: CopiedError }

/** Copying between threads strips an error of its class, so what the other side has to know travels as values. */
export interface CopiedError {
  name: string
  message: string
  code?: string
  detail?: Record<string, unknown> | null
  fix?: Refusal['fix']
}

export function copyError(problem: unknown): CopiedError {
  if (problem instanceof Refusal) {
    const { name, message, code, detail, fix } = problem
    return { name, message, code, detail, fix }
  }
  if (problem instanceof LogDamaged) return { name: problem.name, message: problem.message, code: problem.code }
  return problem instanceof Error
    ? { name: problem.name, message: problem.message }
    : { name: 'Error', message: String(problem) }
}

export function reviveError({ name, message, code, detail, fix }: CopiedError): Error {
  if (name === 'Refusal') return new Refusal(code as Refusal['code'], message, { detail, fix })
  if (name === 'LogDamaged') return new LogDamaged(code as DamageCode, message)
  return Object.assign(new Error(message), { name })
}
