import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import test from 'node:test'

/** Lower first. A part may import parts of the rows above it in this list, and itself, and nothing else. */
const ROWS = [
  ['kernel'],
  ['evidence', 'imaging', 'net'],
  ['measure', 'perceive', 'earth', 'external'],
  ['store', 'work'],
  ['ledger'],
  ['world', 'accounts', 'partner', 'probes'],
  ['config'],
  ['context', 'stores'],
  ['open-context'],
  ['operation'],
  ['routes', 'http', 'agents'],
  ['service'],
  ['commands'],
  ['main', 'cli'],
]

const root = resolve(import.meta.dirname, '..', 'src')

function rankOf(part: string): number {
  const rank = ROWS.findIndex((row) => row.includes(part))
  assert.notEqual(rank, -1, `src/${part} has no row: give it one in test/layers.test.ts`)
  return rank
}

/** The first folder below src, or the name of a file that stands directly in it. */
function partOf(path: string): string {
  return relative(root, path).split(/[/\\]/)[0]!.replace(/\.ts$/, '')
}

function violations(files: Map<string, string>): string[] {
  const found: string[] = []
  for (const [path, text] of files) {
    const from = partOf(path)
    for (const [, specifier] of text.matchAll(/(?:from|import|import\(|new URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
      const target = resolve(dirname(path), specifier!)
      if (!target.startsWith(root)) continue
      const to = partOf(target)
      const allowed = to === from || rankOf(to) < rankOf(from)
      if (!allowed) found.push(`${relative(root, path)} imports ${specifier}: ${from} may not look at ${to}`)
    }
  }
  return found
}

function sources(): Map<string, string> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  return new Map(paths.map((name) => [join(root, name), readFileSync(join(root, name), 'utf8')]))
}

test('imports point one way only', () => {
  const files = sources()
  assert.ok(files.size > 0)
  assert.deepEqual(violations(files), [])
})

test('an import against the order is caught', () => {
  const upward = new Map([[join(root, 'kernel/broken.ts'), `import { x } from '../store/database.ts'`]])
  assert.equal(violations(upward).length, 1)
  const sideways = new Map([[join(root, 'evidence/broken.ts'), `import type { x } from '../net/fetch.ts'`]])
  assert.equal(violations(sideways).length, 1)
})
