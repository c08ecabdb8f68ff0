import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { decodeHex } from '../../src/evidence/encoding.ts'
import { createOperator, type Operator } from '../../src/external/operator.ts'
import { fixedClock } from '../../src/kernel/clock.ts'
import { type FactVectors, type LogVectors, vectors } from './vectors.ts'

/** What one path answers: a status with a body, or a hand of its own on the socket. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

export interface MockOperator {
  url: string
  /** Exact paths, without the query. A path that stands here is answered this way instead. */
  answers: Map<string, Handler>
  /** Every path that was asked for, in order. */
  asked: string[]
}

export const json =
  (value: unknown, status = 200): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

export const raw =
  (body: Uint8Array | string, mediaType = 'application/cbor', status = 200): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': mediaType }).end(body)

/** A real server on a real socket, which answers as the operator does, from its own published receipts and facts. */
export async function mockOperator(t: TestContext): Promise<MockOperator> {
  const answers = new Map<string, Handler>()
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, 'http://operator')
    asked.push(url.pathname)
    let body = ''
    for await (const chunk of request) body += chunk
    const handler = answers.get(url.pathname) ?? published(url)
    handler(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, answers, asked }
}

export const PUBLIC_KEY = '777er3yihgifqmv5hmc2wwmyszgddzderzhsx6rex4yoakwomvka'
export const NOON = '2026-11-15T12:00:00.000Z'

/** Pinned to the key of the real receipts, or to that of the synthetic log. */
export function operatorAt(
  t: TestContext,
  url: string | null,
  pinned: 'public' | 'log' = 'public',
  timeoutMs = 10_000,
): { operator: Operator; clock: ReturnType<typeof fixedClock> } {
  const clock = fixedClock(NOON)
  const pubkeyB32 = pinned === 'public' ? PUBLIC_KEY : log().sths[0]!.responder_pubkey_b32
  const operator = createOperator({ word: 'emem', pubkeyB32, url }, clock, { timeoutMs })
  t.after(() => operator.close())
  return { operator, clock }
}

export const log = () => vectors<LogVectors>('log-synthetic')
export const facts = () => vectors<FactVectors>('facts').facts

export function realReceipt(id: string): Record<string, unknown> {
  const { cases } = vectors<{ cases: { id: string; receipt: Record<string, unknown> }[] }>('receipts')
  return structuredClone(cases.find((item) => item.id === id)!.receipt)
}

const RECEIPT_OF_FACT = ['v2-01KZR23XNX47V8Y3CRK5ETWGVA', 'v2-01KZR412YDTXFV5WVNZ9VYA5H7']

export function resolution(index: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { fact_cid, upstream_token, json: fact } = facts()[index]!
  return {
    resolved: true,
    canonical_token: upstream_token,
    cell: fact.cell,
    cell_matches: true,
    fact,
    fact_cid,
    value_verbatim: index === 0 ? '918.0' : String(fact.value),
    provenance: { class: 'direct_sensor' },
    receipt: realReceipt(RECEIPT_OF_FACT[index]!),
    ...changes,
  }
}

function published(url: URL): Handler {
  const { sths, inclusion, consistency } = log()
  const fact = facts().find(({ fact_cid }) => url.pathname === `/v1/facts/${fact_cid}`)
  if (fact) return raw(decodeHex(fact.canonical_cbor_hex)!)
  const number = (name: string) => Number(url.searchParams.get(name))
  switch (url.pathname) {
    case '/.well-known/emem.json':
      return json({ protocol: 'emem', version: '1', pubkey_b32: PUBLIC_KEY, key_epoch: 0, manifests: {} })
    case '/v1/memory_token/resolve':
      return (request, response, body) => {
        const { token } = JSON.parse(body)
        const index = facts().findIndex(({ upstream_token }) => upstream_token === token)
        const isMisplaced = facts().some(({ fact_cid }) => String(token).endsWith(fact_cid))
        const answer = index >= 0 ? json(resolution(index)) : json({ resolved: false }, isMisplaced ? 409 : 404)
        answer(request, response, body)
      }
    case '/v1/verify_receipt':
      return json({ valid: true, signature_valid: true, merkle_proof_valid: true, preimage_version: 2, reason: null })
    case '/v1/log/sth':
      return json({ sth: { ...sths.at(-1)!, algorithm: 'ed25519' } })
    case '/v1/log/inclusion': {
      const entry = url.searchParams.get('entry_hash')
      const proof = inclusion.findLast(({ leaf_index, entry_hash_b32 }) =>
        entry === null ? leaf_index === number('leaf_index') : entry_hash_b32 === entry,
      )
      if (!proof) return json({}, 404)
      return json({ ...proof, sth: sths.find(({ tree_size }) => tree_size === proof.tree_size) })
    }
    case '/v1/log/consistency': {
      const proof = consistency.find(
        ({ first_size, second_size }) => first_size === number('first') && second_size === number('second'),
      )
      return proof ? json(proof) : json({}, 404)
    }
    default:
      return json({ error: 'not found' }, 404)
  }
}
