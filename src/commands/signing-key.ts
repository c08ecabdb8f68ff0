import { systemClock } from '../kernel/clock.ts'
import { publishedKeys, publishKey } from '../ledger/published-keys.ts'
import { loadSigningKey, newPem, replaceKeyFile, signingKeyOf } from '../ledger/signing-key.ts'
import { keySource } from '../stores.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'
import { withStores } from './with-stores.ts'

export const rotate = defineCommand({
  name: 'signing-key rotate',
  summary: 'Sign with a new key from now on. Old public keys stay published, so what they signed still verifies.',
  run: (_args, io) =>
    withStores(io, async ({ database }) => {
      const source = keySource(io.config())
      if (source.from === 'environment') {
        io.err(
          'SIGNING_KEY is set in the environment: put the new key there, or unset it; this command only replaces a key file',
        )
        return 1
      }
      const old = await loadSigningKey(source)
      await publishKey(database, old.publicKey, systemClock)
      const next = signingKeyOf(newPem(), 'the new key')
      const { kid } = await publishKey(database, next.publicKey, systemClock)
      await replaceKeyFile(source.path, next.pem)
      io.out(`${kid} signs from now on; a running service takes it up within ten seconds`)
      return 0
    }),
})

export const list = defineCommand({
  name: 'signing-key list',
  summary: 'List every public key that ever signed here.',
  run: (_args, io) =>
    withStores(io, async ({ database }) => {
      const rows = (await publishedKeys(database)).map((key) => [
        key.kid,
        key.pubkey_b64,
        key.published_from,
        key.published_until ?? 'in force',
      ])
      for (const line of table(['KID', 'PUBLIC KEY', 'FROM', 'UNTIL'], rows)) io.out(line)
      return 0
    }),
})
