import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Package } from './packages.ts'

/** `isHost`: it would be the same for every other package. */
export class NotFetched extends Error {
  override readonly name = 'NotFetched'
  readonly isHost: boolean

  constructor(message: string, isHost: boolean) {
    super(message)
    this.isHost = isHost
  }
}

const PROJECT = resolve(import.meta.dirname, '..', '..', '..')
/** Said by npm of one package; every other failure is the network's, the registry's or this machine's. */
const OF_ONE_PACKAGE = new Set(['E404', 'ETARGET', 'EINTEGRITY'])

/** The tarball, by the npm client as the operator has configured it, and by its pinned hash: nothing is read before. */
export async function fetchPackage(wanted: Package, into: string, signal: AbortSignal): Promise<string> {
  const spec = `${wanted.name}@${wanted.version}`
  await npmPack(spec, into, signal)
  const tarball = (await readdir(into)).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new NotFetched(`npm pack ${spec} left no tarball`, false)
  const path = join(into, tarball)
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('base64') !== wanted.sha512)
    throw new NotFetched(`${spec} came with another SHA-512 than the pinned one, and was not opened`, false)
  return path
}

function npmPack(spec: string, into: string, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const npm = spawn('npm', ['pack', spec, '--pack-destination', into, '--ignore-scripts', '--loglevel=error'], {
      cwd: PROJECT,
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    })
    let said = ''
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000)
    })
    npm.on('error', (error: NodeJS.ErrnoException) => {
      if (error.name === 'AbortError') fail(error)
      else fail(new NotFetched(`npm cannot be run: ${error.code}`, true))
    })
    npm.on('close', (status) => {
      if (status === 0) return done()
      const code = /npm err(?:or|!) code (\S+)/i.exec(said)?.[1] ?? `exit ${status}`
      fail(new NotFetched(`npm pack ${spec} failed: ${code}`, !OF_ONE_PACKAGE.has(code)))
    })
  })
}
