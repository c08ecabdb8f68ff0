import { defineCommand, UsageError } from './command.ts'
import { table } from './table.ts'
import { withStores } from './with-stores.ts'

export const mint = defineCommand({
  name: 'keys mint',
  summary: 'Mint a key; it is shown once, alone on the last line.',
  options: {
    owner: { type: 'string', value: 'EMAIL', help: 'whose key it is, and whose quota it uses', required: true },
    name: { type: 'string', value: 'NAME', help: 'what the key is for', required: true },
    scope: { type: 'string', value: 'public|admin', help: 'public by default' },
    quota: { type: 'string', value: 'BYTES', help: "the owner's storage quota from now on" },
    expires: { type: 'string', value: 'DATE', help: 'when it ends, such as 2030-01-31T00:00:00Z; never by default' },
  },
  run: (args, io) =>
    withStores(io, async ({ accounts }) => {
      const scope = args.text('scope') ?? 'public'
      if (scope !== 'public' && scope !== 'admin')
        throw new UsageError(`--scope is ${JSON.stringify(scope)}: public or admin was expected`)
      const quota = args.text('quota')
      if (quota !== undefined && !/^\d+$/.test(quota)) throw new UsageError('--quota takes a whole number of bytes')
      const minted = await accounts.mint({
        owner: args.text('owner')!,
        name: args.text('name')!,
        scope,
        quotaBytes: quota === undefined ? undefined : Number(quota),
        expiresAt: args.text('expires'),
      })
      io.out(
        `${minted.id}: a ${minted.scope} key of ${minted.owner}, ${minted.expiresAt === null ? 'without end' : `until ${minted.expiresAt}`}. It is shown once:`,
      )
      io.out(minted.key)
      return 0
    }),
})

export const list = defineCommand({
  name: 'keys list',
  summary: 'List the keys, without their secrets.',
  options: { owner: { type: 'string', value: 'EMAIL', help: 'of this owner only' } },
  run: (args, io) =>
    withStores(io, async ({ accounts }) => {
      const rows: string[][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await accounts.list({ owner: args.text('owner'), cursor })
        for (const key of page.items) {
          const state =
            key.revokedAt !== null
              ? `revoked ${key.revokedAt}`
              : key.expiresAt === null
                ? 'in force'
                : `until ${key.expiresAt}`
          rows.push([key.id, key.owner, key.name, key.scope, state, key.lastUsedAt ?? 'never'])
        }
        cursor = page.next
      }
      for (const line of table(['ID', 'OWNER', 'NAME', 'SCOPE', 'STATE', 'LAST USED'], rows)) io.out(line)
      return 0
    }),
})

export const revoke = defineCommand({
  name: 'keys revoke',
  operands: 'ID',
  summary: 'Revoke a key: it is refused from the next request on.',
  run: (args, io) =>
    withStores(io, async ({ accounts }) => {
      const revoked = await accounts.revoke(args.operands[0]!)
      if (revoked === undefined) {
        io.err(`there is no key ${args.operands[0]}: \`keys list\` shows the ids`)
        return 1
      }
      io.out(`${revoked.id} of ${revoked.owner} is revoked since ${revoked.revokedAt}`)
      return 0
    }),
})
