import type { z } from 'zod'
import { isObject } from '../kernel/json.ts'

/**
 * Whether zod would hand this very value back: valid, and nothing of it changed on the way. False is no refusal, it
 * says that zod has to look; so only zod ever refuses.
 */
type Accepts = (value: unknown) => boolean

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypes['_zod']['def']
type Members = Record<string, unknown>

/** The input as zod would have it, where that takes no more than looking and filling in defaults; otherwise undefined. */
export type Accept = (input: Members) => Members | undefined

const known = new WeakMap<z.ZodObject, Accept>()

/** Derived from the schema itself, once. Zod makes a new object of every part of an input; most inputs are good as they are. */
export function acceptOf(schema: z.ZodObject): Accept {
  const found = known.get(schema)
  if (found !== undefined) return found
  const accept = compile(schema)
  known.set(schema, accept)
  return accept
}

function compile(schema: z.ZodObject): Accept {
  const accepts = acceptsOf(schema)
  if (accepts === undefined) return () => undefined
  const defaulted = Object.entries(schema.shape)
    .map(([name, member]) => ({ name, def: (member as Schema)._zod.def as z.core.$ZodDefaultDef }))
    .filter(({ def }) => def.type === 'default')
  return (input) => {
    let filled = input
    for (const { name, def } of defaulted)
      if (input[name] === undefined) {
        if (filled === input) filled = { ...input }
        filled[name] = def.defaultValue
      }
    try {
      return accepts(filled) ? filled : undefined
    } catch {
      // A check may throw its refusal; which one is to be heard first is for zod to say.
      return undefined
    }
  }
}

/** Undefined for a schema that may change what it is given, or that nobody has needed here yet. */
function acceptsOf(schema: Schema): Accepts | undefined {
  const checks = checksOf(schema)
  const accepts = typeAccepts(schema)
  if (accepts === undefined || checks.length === 0) return accepts
  return (value) => accepts(value) && passes(checks, value)
}

function typeAccepts({ _zod }: Schema): Accepts | undefined {
  const def = _zod.def as Def
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string'
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'number':
      return Number.isFinite
    case 'unknown':
      return () => true
    case 'never':
      return () => false
    case 'enum':
    case 'literal':
      return (value) => _zod.values!.has(value as string)
    case 'array':
      return arrayAccepts(def)
    case 'object':
      return objectAccepts(def)
    case 'optional':
      return optionalAccepts(def)
    case 'nullable':
      return orElse(null, acceptsOf(def.innerType))
    case 'default':
      return orElse(undefined, acceptsOf(def.innerType), false)
    default:
      return undefined
  }
}

function orElse(special: unknown, inner: Accepts | undefined, isAccepted = true): Accepts | undefined {
  return inner && ((value) => (value === special ? isAccepted : inner(value)))
}

function optionalAccepts({ innerType }: z.core.$ZodOptionalDef): Accepts | undefined {
  // Around a default, absence is filled in.
  return innerType._zod.optin === 'defaulted' ? undefined : orElse(undefined, acceptsOf(innerType))
}

function arrayAccepts({ element }: z.core.$ZodArrayDef): Accepts | undefined {
  const accepts = acceptsOf(element)
  if (accepts === undefined) return undefined
  return (value) => {
    if (!Array.isArray(value)) return false
    for (let at = 0; at < value.length; at++) if (!accepts(value[at])) return false
    return true
  }
}

function objectAccepts({ shape, catchall }: z.core.$ZodObjectDef): Accepts | undefined {
  const members = new Map<string, { accepts: Accepts; isRequired: boolean }>()
  let required = 0
  for (const [name, member] of Object.entries(shape)) {
    const accepts = acceptsOf(member)
    // A name that every object inherits is not absent where it is not given.
    if (accepts === undefined || name in {}) return undefined
    const isRequired = !mayBeAbsent(member)
    members.set(name, { accepts, isRequired })
    if (isRequired) required += 1
  }
  // Without a catchall, zod leaves out what it does not know.
  const others = catchall === undefined ? () => false : acceptsOf(catchall)
  if (others === undefined) return undefined
  return (value) => {
    if (!isObject(value)) return false
    let missing = required
    for (const name in value) {
      if (name === '__proto__') return false
      const member = members.get(name)
      if (!(member?.accepts ?? others)(value[name])) return false
      if (member?.isRequired) missing -= 1
    }
    return missing === 0
  }
}

function mayBeAbsent(schema: Schema): boolean {
  const def = schema._zod.def as Def
  return def.type === 'optional' || (def.type === 'nullable' && mayBeAbsent(def.innerType))
}

interface Check {
  when: z.core.$ZodCheckDef['when']
  check: (payload: z.core.ParsePayload) => unknown
}

/** Zod's own. A format is a schema and its own check. */
function checksOf(schema: Schema): Check[] {
  const { traits, def } = schema._zod
  const own = traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : []
  return [...own, ...(def.checks ?? [])].map(({ _zod }) => ({
    when: _zod.def.when,
    check: _zod.check as Check['check'],
  }))
}

/** A check that changes the value, or waits, is for zod to run. */
function passes(checks: Check[], value: unknown): boolean {
  const payload: z.core.ParsePayload = { value, issues: [] }
  for (let at = 0; at < checks.length; at++) {
    const { when, check } = checks[at]!
    if (when !== undefined && !when(payload)) continue
    if (check(payload) instanceof Promise || payload.issues.length > 0 || payload.value !== value) return false
  }
  return true
}
