import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startChild } from '../store/child.ts'
import { freshFolder, freshOptions, KINDS } from '../store/fresh.ts'
import { rounds } from '../support/rounds.ts'
import { assertBooksAgree } from './books.ts'
import { openPlace } from './fresh.ts'

const MINTS = 1_000

/** Repeatable: the round's number decides at which acknowledgement the process is killed. */
function killAfter(round: number): number {
  return 1 + (createHash('sha256').update(`kill ${round}`).digest().readUInt32BE() % (MINTS - 1))
}

for (const { kind, need } of KINDS) {
  describe(`kill -9 over ${kind}`, need, () => {
    for (let round = 0; round < rounds(3, 20); round += 1) {
      test(`in the middle of ${MINTS} mints and blob writes, every acknowledged one is there (${round + 1})`, async (t) => {
        const options = freshOptions(t, kind)
        const folder = freshFolder(t)
        const seed = randomBytes(4).toString('hex')
        const child = startChild(new URL('./mint-and-store.ts', import.meta.url), {
          options,
          folder,
          seed,
          rounds: MINTS,
        })
        const said: string[] = []
        for await (const line of child.lines) {
          said.push(line)
          if (said.length === killAfter(round)) child.process.kill('SIGKILL')
        }
        assert.equal(await child.ended, 'SIGKILL')
        assert.ok(said.length >= killAfter(round))

        const place = await openPlace(t, options, folder)
        await place.blobs.sweep()
        await place.storage.reconcile()
        for (const line of said) {
          const [what, name, id, sha256] = line.split(' ') as [string, string, string, string]
          if (what === 'key') assert.equal((await place.accounts.authenticate(name)).ok, true)
          if (what === 'blob') {
            const bytes = await place.blobs.get(sha256)
            assert.ok(bytes && Buffer.from(bytes).subarray(0, seed.length).toString() === seed)
          }
          if (what === 'gone') {
            assert.equal(await place.blobs.has(sha256), false)
            assert.equal(await place.storage.remove(name, id), false)
          }
        }
        await assertBooksAgree(place)
        assert.deepEqual(readdirSync(join(folder, 'incoming')), [])
      })
    }
  })
}
