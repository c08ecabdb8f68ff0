import type { z } from 'zod'
import { Refusal } from '../kernel/refusal.ts'

/** Query and path members arrive as text; the schema says what they mean. What cannot be meant is left for it to refuse. */
export function fromText(schema: z.ZodObject, name: string, values: string[]): unknown {
  const member = schema.shape[name] as z.core.$ZodType | undefined
  if (member === undefined) return values[0]
  const { type, element } = meaning(member)
  if (type === 'array')
    return values.flatMap((value) => value.split(',')).map((value) => scalar(element ?? 'string', value))
  if (values.length > 1) {
    throw new Refusal('invalid_input', `${name} is given ${values.length} times in the query: once was expected`, {
      detail: { member: name },
      fix: { do: `Give ${name} once.` },
    })
  }
  return scalar(type, values[0]!)
}

function scalar(type: string, value: string): unknown {
  if (type === 'number' && /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return Number(value)
  if (type === 'boolean' && /^(true|1)$/.test(value)) return true
  if (type === 'boolean' && /^(false|0)$/.test(value)) return false
  return value
}

function meaning(schema: z.core.$ZodType): { type: string; element?: string } {
  const def = schema._zod.def as {
    type: string
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    in?: z.core.$ZodType
  }
  if (def.innerType !== undefined) return meaning(def.innerType)
  if (def.type === 'pipe' && def.in !== undefined) return meaning(def.in)
  if (def.type === 'array') return { type: 'array', element: meaning(def.element!).type }
  return { type: def.type }
}
