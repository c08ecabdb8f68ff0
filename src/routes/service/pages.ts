import { z } from 'zod'
import { html } from '../../operation/answer.ts'
import { type AnyRoute, defineRoute } from '../../operation/route.ts'

/** A page for people: kept out of the interface's document. */
export function pageRoute(path: string, summary: string, render: () => string | Promise<string>): AnyRoute {
  return defineRoute({
    method: 'GET',
    path,
    group: 'service',
    summary,
    auth: 'none',
    undocumented: true,
    cache: { maxAgeS: 60 },
    input: z.strictObject({}),
    output: { type: 'text/html', description: summary },
    handle: async () => html(await render()),
  })
}
