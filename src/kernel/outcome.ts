/** What a measurement may say: a reading, or an abstention with its reason. Both are answers; neither is an error. */
export type Outcome<Reading> = Read<Reading> | Abstained

export interface Read<Reading> {
  readonly reading: Reading
  readonly abstained: null
}

export interface Abstained<Code extends string = string> {
  readonly reading: null
  readonly abstained: { readonly code: Code; readonly reason: string }
}

export function read<Reading>(reading: Reading): Read<Reading> {
  return { reading, abstained: null }
}

export function abstain<Code extends string>(code: Code, reason: string): Abstained<Code> {
  return { reading: null, abstained: { code, reason } }
}
