import type { z } from 'zod'
import { type Fix, Refusal } from '../kernel/refusal.ts'
import { acceptOf } from './accept.ts'
import { type AnyRoute, bodyOf, pathParameters } from './route.ts'

/** The input as the schema has it, or a refusal that names the member and what was expected there. */
export function validate(route: AnyRoute, input: Record<string, unknown>): Record<string, unknown> {
  const accepted = acceptOf(route.input)(input)
  if (accepted !== undefined) return accepted
  const result = route.input.safeParse(input)
  if (result.success) return result.data as Record<string, unknown>
  const problems = result.error.issues.flatMap((issue: z.core.$ZodIssue) => describe(issue, route))
  throw new Refusal('invalid_input', sentence(problems), {
    detail: { problems: problems.slice(0, 50) },
    fix: exampleFix(route),
  })
}

interface Problem {
  member: string
  problem: string
}

function sentence(problems: Problem[]): string {
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see detail)` : ''
  return `${first!.member}: ${first!.problem}${more}`
}

function describe(issue: z.core.$ZodIssue, route: AnyRoute): Problem[] {
  const member = memberName(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = issue.path.length === 0 ? `; known here: ${Object.keys(route.input.shape).join(', ') || 'none'}` : ''
    return issue.keys.map((key) => ({ member: memberName([...issue.path, key]), problem: `no such member${known}` }))
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('undefined'))
    return [{ member, problem: `missing: ${expected(issue.expected)} was expected` }]
  return [{ member, problem: issue.message.replace(/^Invalid input: /, '').replace(/^Too (big|small): /, '') }]
}

function expected(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`
}

function memberName(path: PropertyKey[]): string {
  if (path.length === 0) return 'body'
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? shown(part) : `.${shown(part)}`))
    .join('')
}

const LONGEST_SHOWN = 100

/** A caller's own word, short enough to stand in a sentence. */
export function shown(word: PropertyKey): string {
  const text = String(word)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

/** A body and a call that work, taken from the route's own first example, which the tests execute. */
export function exampleFix(route: AnyRoute): Fix {
  const example = route.examples?.[0]
  const call = exampleCall(route)
  if (example === undefined) return { do: `See ${route.method} ${route.path} at /docs.`, ...(call && { call }) }
  return bodyOf(route) === 'none'
    ? { do: 'Send a call like this one.', ...(call && { call }) }
    : { do: 'Send a body like this one.', body: example.input, ...(call && { call }) }
}

/** The address stands for itself: `$BASE` is the service's own, named in the document. */
function exampleCall(route: AnyRoute): string | undefined {
  const example = route.examples?.[0]
  if (example === undefined) return undefined
  const input = example.input as Record<string, unknown>
  const inPath = new Set(pathParameters(route.path))
  const path = route.path.replace(/\{([^}*]+)\*?\}/g, (_, name) => encodeURIComponent(String(input[name])))
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name))
  const key = route.auth === 'key' ? " -H 'Authorization: Bearer on_…'" : ''
  if (bodyOf(route) === 'none') {
    const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString()
    return `curl${key} "$BASE${path}${query && `?${query}`}"`
  }
  if (bodyOf(route) !== 'json') {
    const type = bodyOf(route) === 'image' ? " -H 'Content-Type: image/jpeg'" : ''
    const needed = rest.filter(([name]) => !route.input.shape[name].safeParse(undefined).success)
    const query = new URLSearchParams(needed.map(([name, value]): [string, string] => [name, String(value)])).toString()
    return `curl${key}${type} --data-binary @FILE "$BASE${path}${query && `?${query}`}"`
  }
  const body = JSON.stringify(Object.fromEntries(rest)).replaceAll("'", "'\\''")
  return `curl${key} "$BASE${path}" -H 'Content-Type: application/json' -d '${body}'`
}
