import { Refusal } from '../kernel/refusal.ts'
import { type AnyRoute, pathParameters } from '../operation/route.ts'
import { fromText } from '../operation/text-input.ts'
import { exampleFix, shown } from '../operation/validate.ts'

type Texts = Record<string, string | string[] | undefined>

/** Path, query and body are one input. A member given twice, or a query member nobody knows, is a mistake to name. */
export function gatherInput(
  route: AnyRoute,
  params: Texts,
  query: Texts,
  body: Record<string, unknown>,
): Record<string, unknown> {
  if (isEmpty(params) && isEmpty(query)) return body
  const inPath = pathParameters(route.path)
  const input: Record<string, unknown> = {}
  for (const name of inPath) input[name] = fromText(route.input, name, [(params[name] ?? params['*']) as string])
  for (const [name, value] of Object.entries(query)) {
    if (!Object.hasOwn(route.input.shape, name) || inPath.includes(name)) throw unknownQuery(route, name)
    input[name] = fromText(route.input, name, [value].flat() as string[])
  }
  const given = Object.keys(input)
  const twice = given.find((name) => Object.hasOwn(body, name))
  if (twice !== undefined)
    throw new Refusal(
      'invalid_input',
      `${twice}: given both in the ${inPath.includes(twice) ? 'path' : 'query'} and in the body`,
      {
        detail: { member: twice },
        fix: { do: `Give ${twice} once.` },
      },
    )
  return given.length === 0 ? body : { ...body, ...input }
}

function isEmpty(texts: Texts): boolean {
  for (const _ in texts) return false
  return true
}

function unknownQuery(route: AnyRoute, name: string): Refusal {
  const known = Object.keys(route.input.shape).filter((member) => !pathParameters(route.path).includes(member))
  return new Refusal(
    'invalid_input',
    `${shown(name)}: no such query member; known here: ${known.join(', ') || 'none'}`,
    {
      detail: { member: shown(name), known },
      fix: exampleFix(route),
    },
  )
}
