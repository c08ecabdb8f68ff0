import type { KeyRecord } from '../accounts/keys.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { AnyRoute } from './route.ts'

/** The ladder of a metered route: no key or a wrong one 401, the wrong scope 403, a full quota 402. */
export async function authorise(route: AnyRoute, authorization: string[], context: Context): Promise<KeyRecord | null> {
  if (route.auth === 'none') return null
  const key = await authenticate(authorization, context)
  if (route.refusesAdminKeys && key.scope === 'admin') {
    throw new Refusal('key_scope', 'this key has admin scope, and this route takes keys of the public API only', {
      fix: { do: 'Mint a key with public scope and use that.', call: MINT },
    })
  }
  if (route.metered !== undefined) await refuseAtQuota(key.owner, context)
  return key
}

const MINT = 'npm run -s cli -- keys mint --owner you@example.com --name my-key'

async function authenticate(authorization: string[], context: Context): Promise<KeyRecord> {
  if (authorization.length === 0)
    throw unauthorised('key_required', 'this route needs a key, and the request carries none', context)
  if (authorization.length > 1)
    throw unauthorised('key_invalid', 'the request carries more than one Authorization header', context)
  const token = /^Bearer +(\S+) *$/i.exec(authorization[0]!)?.[1]
  if (token === undefined)
    throw unauthorised('key_invalid', 'the Authorization header is not of the form: Bearer on_…', context)
  const result = await context.accounts.authenticate(token)
  if (result.ok) return result.key
  throw unauthorised('key_invalid', WHY[result.why], context)
}

const WHY = {
  malformed: 'this is no key of this service: keys begin with on_',
  checksum: 'this key has a typing error: its check characters do not fit the rest',
  unknown: 'this key is not known here',
  revoked: 'this key was revoked',
  expired: 'this key has expired',
} as const

function unauthorised(code: 'key_required' | 'key_invalid', reason: string, { config }: Context): Refusal {
  const metadata = `${config.baseUrl}/.well-known/oauth-protected-resource`
  return new Refusal(code, reason, {
    detail: {
      ways: [
        {
          way: 'bearer key',
          how: 'Send the header Authorization: Bearer on_… with a key of this service.',
          url: metadata,
        },
        { way: 'mint a key', how: `On the machine that runs the service: ${MINT}`, url: `${config.baseUrl}/docs#keys` },
        {
          way: 'keyless routes',
          how: 'Every measuring and verification route needs no key, and never will.',
          url: `${config.baseUrl}/docs`,
        },
      ],
    },
    fix: { do: 'Mint a key and send it as a bearer token.', call: MINT },
    headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` },
  })
}

async function refuseAtQuota(owner: string, { storage, config }: Context): Promise<void> {
  const { used_bytes, quota_bytes } = await storage.usage(owner)
  if (used_bytes < quota_bytes) return
  throw new Refusal(
    'quota_reached',
    `the storage of this key's owner is full: ${used_bytes} of ${quota_bytes} bytes are used`,
    {
      detail: { used_bytes, quota_bytes, list: `${config.baseUrl}/api/account/storage` },
      fix: {
        do: 'List what is stored with GET /api/account/storage and free some of it with DELETE /api/account/storage/{id}; deleting frees at once.',
        call: `curl -H 'Authorization: Bearer on_…' "${config.baseUrl}/api/account/storage"`,
      },
    },
  )
}
