import { Refusal } from '../../../src/kernel/refusal.ts'

export default async function refuse() {
  throw new Refusal('image_undecodable', 'Not this one.', {
    detail: { why: 'test' },
    fix: { do: 'Send another.', body: { image_base64: 'AAAA' } },
    retryAfterS: 7,
    headers: { 'x-a': 'b' },
  })
}
