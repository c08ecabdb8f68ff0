/** Whose log it is: the operator's own word in tokens and domain strings, and the one key we take its word from. */
export interface ExtProfile {
  word: string
  pubkeyB32: string
}

export const DEFAULT_WORD = 'emem'
