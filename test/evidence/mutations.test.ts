import assert from 'node:assert/strict'
import test from 'node:test'
import { NotCanonical, rfc8785 } from '../../src/evidence/canonical.ts'
import { signCard, verifyCard } from '../../src/evidence/card.ts'
import { checkLeafProof } from '../../src/evidence/log-proof.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { parseStrict, SIGNING_RULES } from '../../src/evidence/strict-json.ts'
import { verifyTreeHead } from '../../src/evidence/tree-head.ts'
import { verifyReceipt } from '../../src/evidence/verify-receipt.ts'
import { rounds } from '../support/rounds.ts'
import { loggedReceipts, ours, published } from './witness.ts'

/** A small seeded generator (mulberry32): a failing round can be run again by its number. */
function dice(seed: number) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: <T>(choices: readonly T[]): T => choices[below(choices.length)]! }
}
type Dice = ReturnType<typeof dice>

const receipts = loggedReceipts(9)
const card = signCard(
  {
    name: 'Witnessmark',
    version: '2.1.0',
    url: 'https://svc.example/a2a',
    protocolVersion: '0.3.0',
    skills: [{ id: 'decide', name: 'Entscheiden ½', tags: ['rank', '🍌'] }],
    capabilities: { streaming: false },
  },
  ours,
)

/** Each kind of signed thing, and whether a value of that kind holds in all that it claims. */
const SUBJECTS: { name: string; value: unknown; holds: (value: unknown) => Promise<boolean> }[] = [
  {
    name: 'receipt',
    value: receipts[4],
    // A receipt whose proof was taken off stays valid and claims less, so it does not hold in all that this one claims.
    holds: async (value) => {
      const { valid, checks } = await verifyReceipt(value, { keys: published }, {}, sodiumPrimitives)
      return valid === true && checks[5]!.result === true
    },
  },
  {
    name: 'proof',
    value: receipts[7]!.log,
    holds: async (value) => (await checkLeafProof(value, published, sodiumPrimitives)).result === true,
  },
  {
    name: 'head',
    value: receipts[0]!.log!.sth,
    holds: async (value) => (await verifyTreeHead(value, published, sodiumPrimitives)).valid === true,
  },
  {
    name: 'card',
    value: card,
    // A second signature may be taken off or repeated: what holds is the card and one signature over the whole of it.
    holds: async (value) => (await verifyCard(value, published, sodiumPrimitives)).valid === true,
  },
]

type Place = { holder: Record<string, unknown> | unknown[]; name: string | number }

function places(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    found.push({ holder: value as Place['holder'], name })
    places((value as Record<string | number, unknown>)[name], found)
  }
  return found
}

const STRANGE = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.1,
  1e21,
  2 ** 53,
  2 ** 53 - 1,
  '',
  'x',
  [],
  {},
  '\u0000',
  '\ud800',
  'é',
]

function otherText(text: string, { below, pick }: Dice): string {
  const at = below(text.length + 1)
  return pick([
    () => text.slice(0, at) + text.slice(at + 1),
    () =>
      text.slice(0, at) +
      pick([' ', '\n', '\u0000', 'a', 'A', '0', '=', '\u0430', '\u200b', '\u0301', '/']) +
      text.slice(at),
    () => text.slice(0, at) + String.fromCharCode((text.charCodeAt(at) || 65) ^ (1 << below(7))) + text.slice(at + 1),
    () => text.toUpperCase(),
    () => text.normalize('NFD'),
    () => [...text].reverse().join(''),
    () => `${text}=`,
    () => text.replace(/=+$/, ''),
  ])()
}

function otherNumber(value: number, { pick }: Dice): number {
  return pick([
    value + 1,
    value - 1,
    -value,
    value * 2,
    value + Number.EPSILON * Math.abs(value),
    value / 3,
    2 ** 53,
    1e21,
  ])
}

/** Changes one place of the parsed value. */
function changeMember(value: unknown, { below, pick }: Dice): unknown {
  const copy = structuredClone(value)
  const { holder, name } = pick(places(copy))
  const members = holder as Record<string | number, unknown>
  const before = members[name]
  const change = pick(['alter', 'alter', 'strange', 'remove', 'rename', 'add', 'swap', 'proto'])
  if (change === 'alter' && typeof before === 'string') members[name] = otherText(before, { below, pick })
  else if (change === 'alter' && typeof before === 'number') members[name] = otherNumber(before, { below, pick })
  else if (change === 'remove' && Array.isArray(holder)) holder.splice(name as number, 1)
  else if (change === 'remove') delete members[name]
  else if (change === 'rename' && !Array.isArray(holder)) {
    delete members[name]
    members[otherText(String(name), { below, pick })] = before
  } else if (change === 'add' && Array.isArray(holder)) holder.splice(below(holder.length + 1), 0, pick(STRANGE))
  else if (change === 'add') members[pick(['note', 'alg', 'crit', 'x', '0', 'found'])] = pick(STRANGE)
  else if (change === 'proto')
    Object.defineProperty(holder, '__proto__', {
      value: pick(STRANGE),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else if (change === 'swap') {
    const other = pick(places(copy))
    const theirs = (other.holder as Record<string | number, unknown>)[other.name]
    members[name] = structuredClone(theirs)
  } else members[name] = pick(STRANGE)
  return copy
}

/** Changes the text: bits, order, spellings of numbers and letters. What does not parse strictly is no document. */
function changeText(text: string, { below, pick }: Dice): unknown {
  const bytes = Buffer.from(text)
  const mutated = pick([
    () => {
      const at = below(bytes.length)
      bytes[at] = bytes[at]! ^ (1 << below(8))
      return new Uint8Array(bytes)
    },
    () => text.replace(/:(\d+)/, (_, digits) => `:${digits}.0`),
    () => text.replace(/:(\d+)/, (_, digits) => `:${digits}e0`),
    () => text.replace(/"([a-z])/, (_, letter) => `"\\u00${letter.charCodeAt(0).toString(16)}`),
    () => JSON.stringify(reordered(JSON.parse(text), { below, pick }), null, below(3)),
    () => text.slice(0, below(text.length)),
    () => text.replace(/"([^"]+)":/, '"$1":0,"$1":'),
  ])()
  return parseStrict(mutated, SIGNING_RULES).value
}

function reordered(value: unknown, random: Dice): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, random))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, reordered(inner, random)] as const)
  return Object.fromEntries(entries.toSorted(() => random.pick([-1, 1])))
}

function sameDocument(a: unknown, b: unknown): boolean {
  try {
    return rfc8785(a) === rfc8785(b)
  } catch (error) {
    if (error instanceof NotCanonical) return false
    throw error
  }
}

/** Which signatures stand on a card is not covered by them; the card without them must be the signed one. */
function signedPart(value: unknown): unknown {
  const { signatures, ...rest } = value as Record<string, unknown>
  return rest
}

for (const { name, value, holds } of SUBJECTS) {
  const text = JSON.stringify(value)
  const count = Math.ceil(rounds(5_000, 100_000) / SUBJECTS.length)
  test(`of ${count} mutations of a valid ${name}, none holds unless it says the same`, async () => {
    assert.equal(await holds(value), true)
    let same = 0
    for (let round = 0; round < count; round++) {
      const random = dice(round)
      const mutated = random.below(3) === 0 ? changeText(text, random) : changeMember(JSON.parse(text), random)
      if (mutated === undefined) continue
      const isSame = sameDocument(mutated, value)
      const held = await holds(mutated)
      if (isSame) same++
      if (isSame) assert.ok(held, `round ${round} changed nothing and does not hold`)
      else if (held) {
        const mayHold = name === 'card' && sameDocument(signedPart(mutated), signedPart(value))
        assert.ok(mayHold, `round ${round} holds: ${JSON.stringify(mutated)}`)
      }
    }
    assert.ok(same > 0 && same < count / 2, 'the rounds must change most documents, and leave some as they are')
  })
}
