import { createPublicKey, verify as nodeVerify } from 'node:crypto'
import sodium from 'sodium-native'
import { canonicalBytes } from '../src/evidence/canonical.ts'
import { encodeBase64url, encodeHex } from '../src/evidence/encoding.ts'
import type { PublishedKeys } from '../src/evidence/keys.ts'
import { leafHash, nodeHash } from '../src/evidence/merkle.ts'
import { type Receipt, sealReceipt } from '../src/evidence/receipt.ts'
import { sodiumPrimitives } from '../src/evidence/signatures/sodium.ts'
import { signTreeHead } from '../src/evidence/tree-head.ts'
import { verifyReceipts } from '../src/evidence/verify-receipt.ts'

const RECEIPTS = 256
const LOG_SIZE = 65_536
const ROUNDS = 80
const { sha256 } = sodiumPrimitives

const publicKey = new Uint8Array(32)
const secretKey = new Uint8Array(64)
sodium.crypto_sign_seed_keypair(publicKey, secretKey, new Uint8Array(32).fill(7))
const kid = 'svc-2026-10'
const keys: PublishedKeys = {
  keys: [{ kid, publicKey, from: '2026-10-01T00:00:00Z', until: null }],
  rootOfTrust: 'a benchmark',
  log: { logId: 'bench-v1', origin: 'bench', vkey: 'bench' },
}

function sign(message: Uint8Array): Uint8Array {
  const signature = new Uint8Array(64)
  sodium.crypto_sign_detached(signature, message, secretKey)
  return signature
}

/** About 2 KB of canonical payload, with what a measurement of produce signs: hashes, numbers and the words beside them. */
function measured(n: number): Receipt {
  const hash = (what: string) => encodeHex(sha256(new TextEncoder().encode(`${what} ${n}`)))
  const px = 1471.25 + n
  const members = {
    image: { sha256: hash('image'), bytes: 2_481_733 + n, width: 4032, height: 3024, media_type: 'image/jpeg' },
    request: { find_card: true, stability: true, mm_per_px: null, scale_basis: null, sha256: hash('request') },
    model: { fn: 'produce.measure@2.1.0+5f3c9a', code_sha256: hash('code'), colour_table_sha256: hash('colours') },
    scale_basis: { from: 'card', stated: null, spacing_mm: 240 },
    scale_card: { variant: 'a4-300', mm_per_px: 0.1369, residual_px: 0.11, tilt_deg: 7.25, markers: [11, 12, 13, 14] },
    metric: {
      length: {
        mm: px * 0.1369,
        to_pedicel_base_mm: px * 0.1369,
        to_crown_mm: 212.9,
        px,
        accuracy_mm: 0.9,
        undecided_against: [],
      },
      grade: { mm: 37.1, px: 271.2, accuracy_mm: 0.6, faces: 5 },
      colour_stage: { stage: 3, accuracy_stages: 0.5 },
      blemish: { fraction: 0.0123, visible_cm2: 1.9, accuracy: 0.004 },
      slenderness: { ratio: 5.42, accuracy: 0.1 },
    },
    self_agreement: { spread_percent: 0.41, variants_measured: 6, variants: 6 },
    reference_finger: { box: [812, 640, 3120, 2210], contour_sha256: hash('contour'), touches_frame: false },
    send_to_a_person: false,
    send_to_a_person_because: [],
    measures_only: 'what is visible of one finger; it grades no lot and certifies nothing',
    measured_on: 'contour points mapped through the homography of the card; the image is not resampled',
    time_bound: {
      means: 'not before: this head was read before the receipt was signed',
      head: { size: 1_503_221, root: hash('root'), signed_at: '2026-10-05T11:59:12Z' },
    },
  }
  const statement = { schema: 'svc.produce.v1', signedAt: '2026-10-05T12:00:00Z', members }
  return sealReceipt(statement, { kid, signer: 'svc', sign }, sha256)
}

/** The receipts stand in a log of other entries, `step` apart, each with its proof under one head. */
function logged(receipts: Receipt[], step: number): Receipt[] {
  const entries: Uint8Array[] = Array.from({ length: LOG_SIZE }, (_, n) => sha256(Uint8Array.of(n, n >> 8, 1)))
  for (const [n, receipt] of receipts.entries()) entries[n * step] = Buffer.from(receipt.payload_sha256, 'hex')
  const rows = [entries.map((entry) => leafHash(entry, sha256))]
  while (rows.at(-1)!.length > 1) {
    const below = rows.at(-1)!
    rows.push(Array.from({ length: below.length / 2 }, (_, n) => nodeHash(below[2 * n]!, below[2 * n + 1]!, sha256)))
  }
  const root_sha256 = encodeHex(rows.at(-1)![0]!)
  const head = { log_id: 'bench-v1', tree_size: LOG_SIZE, root_sha256, timestamp: '2026-10-05T12:00:01Z' }
  const sth = signTreeHead(head, { kid, sign }, sha256)
  return receipts.map((receipt, n) => {
    const audit_path = rows.slice(0, -1).map((row, level) => encodeHex(row[((n * step) >> level) ^ 1]!))
    const leaf_hash = encodeHex(rows[0]![n * step]!)
    return { ...receipt, log: { leaf_index: n * step, tree_size: LOG_SIZE, leaf_hash, audit_path, root_sha256, sth } }
  })
}

type Run = () => unknown | Promise<unknown>

/** Checks a second of CPU, best of the rounds; the runs take turns so that a busy machine slows them alike. */
async function compare(runs: Record<string, Run>): Promise<Record<string, number>> {
  const best: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const before = process.cpuUsage()
      await run()
      const { user, system } = process.cpuUsage(before)
      best[name] = Math.max(best[name] ?? 0, (RECEIPTS * 1e6) / (user + system))
    }
  }
  return best
}

export async function bench(): Promise<{ name: string; rows: Array<Record<string, string | number>> }> {
  const receipts = Array.from({ length: RECEIPTS }, (_, n) => measured(n))
  const raw = receipts.map(({ payload, signature_b64 }) => ({
    message: canonicalBytes(payload),
    signature: new Uint8Array(Buffer.from(signature_b64, 'base64')),
  }))
  const nodeKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(publicKey) }, format: 'jwk' })
  const rate = await compare({
    sodium: () => {
      for (const { message, signature } of raw) must(sodium.crypto_sign_verify_detached(signature, message, publicKey))
    },
    node: () => {
      for (const { message, signature } of raw) must(nodeVerify(null, message, nodeKey, signature))
    },
    neighbours: batchOf(received(logged(receipts, 1))),
    scattered: batchOf(received(logged(receipts, LOG_SIZE / RECEIPTS))),
  })
  const row = (what: string, name: string) => ({
    what,
    'a second of CPU': Math.round(rate[name]!),
    'of sodium': (rate[name]! / rate.sodium!).toFixed(2),
  })
  const bytes = Math.round(raw.reduce((sum, { message }) => sum + message.length, 0) / raw.length)
  return {
    name: `Verification: ${RECEIPTS} receipts of ${bytes} bytes, each with its proof in a log of ${LOG_SIZE}`,
    rows: [
      row('bare signature checks, sodium-native', 'sodium'),
      row('bare signature checks, node:crypto', 'node'),
      row('receipts, all steps, neighbours in the log', 'neighbours'),
      row('receipts, all steps, scattered over the log', 'scattered'),
    ],
  }
}

/** Parsed as a caller's body is parsed, so that no string is shared between receipts. */
function received(receipts: Receipt[]): Receipt[] {
  return JSON.parse(JSON.stringify(receipts))
}

function batchOf(receipts: Receipt[]): Run {
  return async () => {
    for (const { valid, checks } of await verifyReceipts(receipts, { keys }, {}, sodiumPrimitives)) {
      must(valid && checks[5]!.result)
    }
  }
}

function must(isValid: boolean | null): void {
  if (!isValid) throw new Error('the benchmark made a receipt that does not verify')
}
