import { z } from 'zod'
import { type AnyRoute, defineRoute } from '../../operation/route.ts'

/** `document` is a function since it describes the list this route itself stands in. */
export function openApiRoute(document: () => Record<string, unknown>): AnyRoute {
  return defineRoute({
    method: 'GET',
    path: '/api/public-docs/openapi',
    group: 'service',
    summary: 'This interface as an OpenAPI 3.1 document.',
    auth: 'none',
    cache: { maxAgeS: 300 },
    input: z.strictObject({}),
    output: z.looseObject({
      openapi: z.string(),
      info: z.looseObject({ version: z.string() }),
      paths: z.record(z.string(), z.unknown()),
    }),
    handle: () => document() as { openapi: string; info: { version: string }; paths: Record<string, unknown> },
  })
}
