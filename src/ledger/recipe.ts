export interface Recipe {
  steps: { n: number; do: string; needs_us: boolean }[]
  cli: string
  key_file: string
}

/** How to check a receipt without trusting this service, nor asking it before the last step. */
export function recipe(baseUrl: string, cid: string): Recipe {
  const steps = [
    'Write receipt.payload as canonical JSON (RFC 8785: members sorted, no white space) and take its SHA-256; it must equal receipt.payload_sha256.',
    'In the key file (svc.json, saved from /.well-known/svc.json at any earlier time) find the key whose kid is receipt.kid, and compare schema, kid, signer and signed_at of the envelope with those inside the payload.',
    'Check receipt.signature_b64 (ed25519, 64 bytes) over those canonical bytes with that key, strictly: small-order keys and S beyond the group order are refused.',
    'Compare the payload with what you hold: every *_sha256 in it with the SHA-256 of your own bytes, and every number with the number you were given. Then, in receipt.log: leaf_hash must be the SHA-256 of a zero byte and the 32 bytes of payload_sha256, and folded with audit_path (RFC 6962) give root_sha256; root_sha256 and tree_size must equal sth.payload.root_sha256 and sth.payload.tree_size; sth.payload.log_id must be log.log_id of the key file; and sth.signature_b64 must verify over the canonical JSON of sth.payload with the key whose kid is sth.kid.',
    `Ask for the log's present head and its consistency with receipt.log.tree_size (${baseUrl}/api/world-model/verify/log/consistency), or for the verdict on ${baseUrl}/api/world-model/verify/by-cid/${cid}, to see that the log was only ever added to.`,
  ]
  return {
    steps: steps.map((step, index) => ({ n: index + 1, do: step, needs_us: index === 4 })),
    cli: 'npm run -s cli -- verify REPLY.json --key svc.json --explain',
    key_file: `${baseUrl}/.well-known/svc.json`,
  }
}
