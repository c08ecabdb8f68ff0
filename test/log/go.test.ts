import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../src/store/log/log.ts'
import { formatTilePath, TILE_WIDTH, type TilePath } from '../../src/store/log/tile-path.ts'
import { freshFolder, freshOptions } from '../store/fresh.ts'
import { type Need, needsCommand } from '../support/needs.ts'
import { openHere } from './fixture.ts'
import { cidOf } from './naive-tree.ts'

const GOPATH = '/usr/share/gocode'
const needsGo: Need = existsSync(`${GOPATH}/src/golang.org/x/mod/sumdb/tlog`)
  ? needsCommand('go', 'version')
  : { skip: 'needs golang.org/x/mod in /usr/share/gocode (Debian: golang-golang-x-mod-dev)' }

function build(folder: string): string {
  const program = join(folder, 'read-log')
  const source = fileURLToPath(new URL('./go/main.go', import.meta.url))
  const env = { ...process.env, GO111MODULE: 'off', GOPATH, GOFLAGS: '', CGO_ENABLED: '0' }
  const built = spawnSync('go', ['build', '-o', program, source], { env, encoding: 'utf8' })
  assert.equal(built.status, 0, built.stderr)
  return program
}

/** The log's public files, as a mirror would hold them. */
async function publish(log: Log, size: number, folder: string): Promise<void> {
  const write = (path: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  write('checkpoint', await log.checkpoint())
  for (let [level, hashes] = [0, size]; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < hashes; index += 1) {
      const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH)
      const paths: TilePath[] = [{ kind: 'hashes', level, index, width }]
      if (level === 0) paths.push({ kind: 'entries', index, width })
      for (const tile of paths) {
        const bytes = tile.kind === 'hashes' ? await log.tile(level, index, width) : await log.entries(index, width)
        write(formatTilePath(tile).replace('/log/', ''), bytes!)
      }
    }
  }
}

test(
  'Go reads the log: signature, every leaf, and consistency with an earlier checkpoint',
  needsGo,
  async (t: TestContext) => {
    const { log, published } = await openHere(t, freshOptions(t, 'sqlite'))
    const folder = freshFolder(t)
    const program = build(freshFolder(t))
    const older = join(folder, 'older')
    await Promise.all(Array.from({ length: 300 }, (_, at) => log.append(cidOf(at), null)))
    writeFileSync(older, await log.checkpoint())
    await Promise.all(Array.from({ length: 1000 }, (_, at) => log.append(cidOf(300 + at), null)))
    await publish(log, 1300, folder)

    const read = () => spawnSync(program, [folder, published.log.vkey, older], { encoding: 'utf8' })
    const good = read()
    assert.equal(good.stderr, '')
    assert.equal(good.stdout, '1300 leaves included, consistent with 300\n')

    const spoil = (path: string, edit: (bytes: Buffer) => Buffer) => {
      const before = readFileSync(join(folder, path))
      writeFileSync(join(folder, path), edit(Buffer.from(before)))
      const { status } = read()
      writeFileSync(join(folder, path), before)
      return status
    }
    const flip = (bytes: Buffer) => {
      bytes[bytes.length >> 1]! ^= 1
      return bytes
    }
    for (const path of ['tile/0/002', 'tile/1/000.p/5', 'tile/entries/003', 'checkpoint', 'older'])
      assert.equal(spoil(path, flip), 1, `${path} may not be changed unseen`)
    assert.equal(read().status, 0)
  },
)
