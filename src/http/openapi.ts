import { z } from 'zod'
import { REFUSALS } from '../kernel/refusal.ts'
import { replySchema } from '../operation/reply-schema.ts'
import { type AnyRoute, bodyOf, GROUPS, isMedia, pathParameters } from '../operation/route.ts'

type Schema = Record<string, unknown>

export interface OpenApiDocument {
  openapi: string
  info: Schema
  paths: Record<string, Record<string, Schema>>
  [member: string]: unknown
}

/** The OpenAPI 3.1 document of exactly the routes that are served; there is no second description of them anywhere. */
export function openApiDocument(routes: AnyRoute[], baseUrl: string, version: string): OpenApiDocument {
  const documented = routes.filter((route) => !route.undocumented)
  const paths: OpenApiDocument['paths'] = {}
  for (const route of documented) {
    const path = route.path.replace('*}', '}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Witnessmark',
      version,
      description:
        'Measures things in photographs and at coordinates, and signs what it says. A refusal is a 4xx with `fix`; an abstention is a 200 that says why nothing was read.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(GROUPS)
      .filter(([name]) => documented.some(({ group }) => group === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key of this service: on_…' } },
      schemas: { Refusal: REFUSAL_SCHEMA },
    },
  }
}

const REFUSAL_SCHEMA = jsonSchema(
  z.object({
    error: z
      .enum(Object.keys(REFUSALS) as [string, ...string[]])
      .describe('A closed code; docs/errors lists every one.'),
    reason: z.string(),
    detail: z.looseObject({}).nullable(),
    fix: z.looseObject({ do: z.string() }).nullable(),
    request_id: z.string(),
  }),
  'output',
)

/** Stable for as long as method and path are: clients generate names from it. */
export function operationId({ method, path }: Pick<AnyRoute, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api/, '')
    .replace(/[{}*]/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  return [method.toLowerCase(), ...words].join('_')
}

function operation(route: AnyRoute): Schema {
  const input = jsonSchema(route.input, 'input') as { properties?: Record<string, Schema>; required?: string[] }
  const body = bodyOf(route)
  const inPath = pathParameters(route.path)
  const inQuery =
    body === 'json' || body === 'image'
      ? []
      : Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
  const options =
    body === 'image'
      ? Object.keys(input.properties ?? {}).filter((name) => !['image_base64', 'image_url', ...inPath].includes(name))
      : []
  const parameter = (name: string, where: string, required: boolean) => ({
    name,
    in: where,
    required,
    schema: input.properties![name]!,
    ...exampleOf(route, name),
  })
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path', true)),
    ...inQuery.map((name) => parameter(name, 'query', input.required?.includes(name) ?? false)),
    ...options.map((name) => ({
      ...parameter(name, 'query', false),
      description: 'With a raw image/* body; in a JSON body otherwise.',
    })),
  ]
  return {
    operationId: operationId(route),
    tags: [route.group],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    ...(route.auth === 'none' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== 'none' && { requestBody: { required: true, content: requestContent(route, input, inPath) } }),
    responses: responses(route),
  }
}

function requestContent(route: AnyRoute, input: Schema, inPath: string[]): Schema {
  const body = bodyOf(route)
  if (body === 'bytes') return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const properties = Object.fromEntries(
    Object.entries(input.properties as Schema).filter(([name]) => !inPath.includes(name)),
  )
  const required = (input.required as string[] | undefined)?.filter((name) => !inPath.includes(name))
  const json = { schema: { ...input, properties, ...(required && { required }) }, ...namedExamples(route, 'input') }
  if (body === 'image') return { 'application/json': json, 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': json }
}

function responses(route: AnyRoute): Schema {
  const ok = isMedia(route.output)
    ? { description: route.output.description, content: { [route.output.type]: { schema: { type: 'string' } } } }
    : {
        description: 'The reply.',
        content: {
          'application/json': { schema: jsonSchema(replySchema(route), 'output'), ...namedExamples(route, 'output') },
        },
      }
  const refused = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  })
  const also = Object.entries(route.alsoAnswers ?? {}).map(([status, { description, schema }]) => [
    status,
    { description, content: { 'application/json': { schema: jsonSchema(schema, 'output') } } },
  ])
  const takesInput = bodyOf(route) !== 'none' || Object.keys(route.input.shape).length > 0
  return {
    200: ok,
    ...(takesInput && { 400: refused('The request cannot be meant; `fix` says how to mend it.') }),
    ...(route.auth === 'key' && { 401: refused('No key, or a wrong one; `detail.ways` lists every way in.') }),
    ...(route.metered && { 402: refused("The owner's storage is full.") }),
    ...(route.refusesAdminKeys && { 403: refused('An admin key, where a public one is needed.') }),
    ...(bodyOf(route) !== 'none' && { 413: refused('Larger than this route reads.') }),
    ...((bodyOf(route) === 'json' || bodyOf(route) === 'image') && {
      415: refused('A body of a type that is not read here.'),
    }),
    ...(route.limit && { 429: refused('The limit of this address is used up; Retry-After says until when.') }),
    ...Object.fromEntries(also),
    default: refused('Any other refusal, in the same shape.'),
  }
}

function namedExamples(route: AnyRoute, side: 'input' | 'output'): Schema {
  if (!route.examples?.length) return {}
  return {
    examples: Object.fromEntries(
      route.examples.map((example, index) => [`example_${index + 1}`, { summary: example.name, value: example[side] }]),
    ),
  }
}

function exampleOf(route: AnyRoute, name: string): Schema {
  const input = route.examples?.[0]?.input as Schema | undefined
  return input !== undefined && name in input ? { example: input[name] } : {}
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return rest
}
