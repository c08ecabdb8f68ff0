export type DamageCode =
  | 'another_log'
  | 'head_missing'
  | 'head_signature'
  | 'size_mismatch'
  | 'tile_missing'
  | 'tile_width'
  | 'leaf_mismatch'
  | 'root_mismatch'
  | 'proof_mismatch'

/** What is stored does not agree with what was signed: the log neither starts nor answers from it. */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged'
  readonly code: DamageCode

  constructor(code: DamageCode, reason: string) {
    super(reason)
    this.code = code
  }
}
