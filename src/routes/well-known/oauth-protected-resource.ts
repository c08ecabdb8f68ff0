import { z } from 'zod'
import { defineRoute } from '../../operation/route.ts'

/** RFC 9728. There is no authorisation server: keys are minted by the operator, and this says where to read how. */
export default defineRoute({
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  group: 'well-known',
  summary: 'How the metered routes are protected (RFC 9728).',
  auth: 'none',
  cache: { maxAgeS: 300 },
  input: z.strictObject({}),
  output: z.object({
    resource: z.string(),
    resource_name: z.string(),
    bearer_methods_supported: z.array(z.string()),
    resource_documentation: z.string(),
    authorization_servers: z.array(z.string()).optional(),
  }),
  examples: [
    {
      name: 'the metadata',
      input: {},
      output: {
        resource: 'http://localhost:8080/api',
        resource_name: 'Witnessmark metered tools',
        bearer_methods_supported: ['header'],
        resource_documentation: 'http://localhost:8080/docs#keys',
      },
    },
  ],
  handle: (_input, { context }) => ({
    resource: `${context.config.baseUrl}/api`,
    resource_name: 'Witnessmark metered tools',
    bearer_methods_supported: ['header'],
    resource_documentation: `${context.config.baseUrl}/docs#keys`,
  }),
})
