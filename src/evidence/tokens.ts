import { isSha256Hex } from './encoding.ts'
import { parseCell } from './ext/cell64.ts'
import { isBundleCid, isFactCid } from './ext/content-id.ts'
import { DEFAULT_WORD } from './ext/profile.ts'
import { type DerivationStep, isDerivationStep, type MomentParts, parseMomentId } from './token-ids.ts'

/** What a caller may cite. `text` is the canonical form, in which the external operator is always `ext`. */
export type Token = ExtToken | OwnToken

export type ExtToken =
  | { kind: 'ext_fact'; text: string; cell: string; factCid: string }
  | { kind: 'ext_fact_cid'; text: string; factCid: string }
  | { kind: 'ext_bundle'; text: string; bundleCid: string }

export type OwnToken =
  | ({ kind: 'moment'; text: string } & MomentParts)
  | { kind: 'card'; text: string; cid: string }
  | { kind: 'lineage'; text: string; step: DerivationStep; id: string }
  | { kind: 'receipt_cid'; text: string; cid: string }

export type TokenRefusalCode =
  | 'not_text'
  | 'empty'
  | 'too_long'
  | 'control_character'
  | 'not_ascii'
  | 'escaped'
  | 'path'
  | 'upper_case'
  | 'unknown_prefix'
  | 'unknown_kind'
  | 'wrong_number_of_parts'
  | 'malformed_cell'
  | 'malformed_id'

export type TokenReading =
  | { token: Token; refusal: null }
  | { token: null; refusal: { code: TokenRefusalCode; reason: string } }

export const TOKEN_SHAPES = [
  'ext:fact:<cell64>:<cid>',
  'ext:bundle:<cid>',
  'moment:<id>',
  'card:<cid>',
  'lineage:<kind>:<id>',
  '<content id>',
] as const

const LONGEST = 256

export function parseToken(text: unknown, word: string = DEFAULT_WORD): TokenReading {
  const unfit = unfitText(text)
  if (unfit !== null) return unfit
  const [prefix, ...parts] = (text as string).split(':') as [string, ...string[]]
  if (parts.length === 0) return bareId(prefix)
  switch (prefix) {
    case 'ext':
    case word:
      return external(parts)
    case 'moment':
      return moment(parts)
    case 'card':
      return card(parts)
    case 'lineage':
      return lineage(parts)
    default:
      return /[A-Z]/.test(prefix)
        ? refuse('upper_case', 'the part before the first colon is written in lower case')
        : refuse('unknown_prefix', 'a token begins with ext:, moment:, card: or lineage:, or is a bare content id')
  }
}

/** What no token holds is named before anything is taken apart, so that a stray line break is not read as a bad id. */
function unfitText(text: unknown): TokenReading | null {
  if (typeof text !== 'string') return refuse('not_text', 'a token is text')
  if (text === '') return refuse('empty', 'the token is empty')
  if (text.length > LONGEST) return refuse('too_long', `a token has at most ${LONGEST} characters`)
  const control = /[\x00-\x20\x7f]/.exec(text)
  if (control) return refuse('control_character', `${characterAt(text, control.index)} does not belong in a token`)
  const foreign = /[^\x00-\x7f]/.exec(text)
  if (foreign) {
    return refuse(
      'not_ascii',
      `${characterAt(text, foreign.index)} is outside ASCII, however much it looks like a letter`,
    )
  }
  if (text.includes('%')) return refuse('escaped', 'a token is not percent-encoded: send the characters themselves')
  if (/[/\\]/.test(text)) return refuse('path', 'a token is no path: it holds no slash')
  return null
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index)!.toString(16).toUpperCase().padStart(4, '0')
  return `the character U+${code} at position ${index + 1}`
}

function external(parts: string[]): TokenReading {
  const [kind, ...rest] = parts
  if (kind === 'fact') return fact(rest)
  if (kind === 'bundle') return bundle(rest)
  return refuse('unknown_kind', 'an ext token is ext:fact:… or ext:bundle:…')
}

function fact(parts: string[]): TokenReading {
  const [cell, cid] = parts
  if (parts.length !== 2) return wrongParts('ext:fact:<cell64>:<cid>')
  const place = parseCell(cell)
  if (!place.ok) return refuse('malformed_cell', place.reason)
  if (!isFactCid(cid)) return malformedId(cid!, 'the content id of a fact is 52 characters of lower-case base32')
  return accept({ kind: 'ext_fact', text: `ext:fact:${cell}:${cid}`, cell: place.value.text, factCid: cid })
}

function bundle(parts: string[]): TokenReading {
  const [cid] = parts
  if (parts.length !== 1) return wrongParts('ext:bundle:<cid>')
  if (!isBundleCid(cid)) return malformedId(cid!, 'the content id of a bundle is 26 characters of lower-case base32')
  return accept({ kind: 'ext_bundle', text: `ext:bundle:${cid}`, bundleCid: cid })
}

function moment(parts: string[]): TokenReading {
  const [id] = parts
  if (parts.length !== 1) return wrongParts('moment:<id>')
  const read = parseMomentId(id!)
  if (read === undefined) {
    return malformedId(id!, 'the id of a moment is 64, 8 and 32 lower-case hex digits joined by dots')
  }
  return accept({ kind: 'moment', text: `moment:${id}`, ...read })
}

function card(parts: string[]): TokenReading {
  const [cid] = parts
  if (parts.length !== 1) return wrongParts('card:<cid>')
  if (!isSha256Hex(cid)) return malformedId(cid!, 'the content id of a card is 64 lower-case hex digits')
  return accept({ kind: 'card', text: `card:${cid}`, cid })
}

function lineage(parts: string[]): TokenReading {
  const [step, id] = parts
  if (parts.length !== 2) return wrongParts('lineage:<kind>:<id>')
  if (!isDerivationStep(step)) return refuse('unknown_kind', 'the kind of a lineage is a step of the derivation')
  if (!isSha256Hex(id)) return malformedId(id!, 'the id of a lineage is 64 lower-case hex digits')
  return accept({ kind: 'lineage', text: `lineage:${step}:${id}`, step, id })
}

function bareId(id: string): TokenReading {
  if (isSha256Hex(id)) return accept({ kind: 'receipt_cid', text: id, cid: id })
  if (isFactCid(id)) return accept({ kind: 'ext_fact_cid', text: id, factCid: id })
  return malformedId(id, 'a bare content id is 64 lower-case hex digits, or 52 characters of lower-case base32')
}

function accept(token: Token): TokenReading {
  return { token, refusal: null }
}

function malformedId(id: string, form: string): TokenReading {
  return /[A-Z]/.test(id)
    ? refuse('upper_case', `${form}; this one has upper-case letters`)
    : refuse('malformed_id', form)
}

function wrongParts(shape: string): TokenReading {
  return refuse('wrong_number_of_parts', `the shape is ${shape}: this has another number of colons`)
}

function refuse(code: TokenRefusalCode, reason: string): TokenReading {
  return { token: null, refusal: { code, reason } }
}
