import { isObject } from '../kernel/json.ts'
import { verifyCard } from './card.ts'
import { decodeHex, isSha256Hex } from './encoding.ts'
import { type Evidence, findEvidence } from './find.ts'
import { checkLeafProof, checkLogProof, PROOF_MEMBERS } from './log-proof.ts'
import { verifyConsistency } from './merkle.ts'
import type { Primitives } from './primitives.ts'
import { type JsonProblem, parseStrict, SIGNING_RULES } from './strict-json.ts'
import { parseTreeHead, verifyTreeHead } from './tree-head.ts'
import { type Finding, VALID_NULL_MEANS } from './verdict.ts'
import { type Trust, verifyReceipt } from './verify-receipt.ts'

export interface ReportLine {
  /** What was checked and where it stands in the file. */
  subject: string
  check: string
  result: boolean | null
  text: string
}

/** 0: all that was found holds. 1: something was checked and failed. 2: nothing was established. */
export type ExitMeaning = 0 | 1 | 2

export interface Report {
  exit: ExitMeaning
  summary: string
  lines: ReportLine[]
  /** What a pass does not prove. */
  explain: string[]
}

interface Judgement {
  valid: boolean | null
  lines: ReportLine[]
  explain: readonly string[]
}

export interface ReportOptions {
  expectedSchema?: string
}

/** Checks a file with nothing but the published keys: no call to anyone. */
export async function reportOn(
  file: Uint8Array | string,
  trust: Trust,
  options: ReportOptions,
  primitives: Primitives,
): Promise<Report> {
  const { value, problem } = parseStrict(file, SIGNING_RULES)
  if (problem) return nothing(`the file is no JSON that means one thing: ${inWords(problem)}`)
  const found = findEvidence(value)
  if (found.length === 0) return nothing('the file holds nothing that can be verified')
  const judgements: Judgement[] = []
  for (const evidence of found) judgements.push(await judge(evidence, trust, options, primitives))
  return conclude(judgements)
}

function nothing(summary: string): Report {
  return { exit: 2, summary, lines: [], explain: [VALID_NULL_MEANS] }
}

function inWords({ reason, path }: JsonProblem): string {
  return path ? `${reason}, at ${path}` : reason
}

function conclude(judgements: Judgement[]): Report {
  const count = (valid: boolean | null) => judgements.filter((judgement) => judgement.valid === valid).length
  const exit = count(false) > 0 ? 1 : count(null) > 0 ? 2 : 0
  const summary = `${judgements.length} found: ${count(true)} valid, ${count(false)} false, ${count(null)} not established`
  const explain = new Set(judgements.flatMap((judgement) => judgement.explain))
  if (count(null) > 0) explain.add(VALID_NULL_MEANS)
  return { exit, summary, lines: judgements.flatMap(({ lines }) => lines), explain: [...explain] }
}

async function judge(
  evidence: Evidence,
  trust: Trust,
  options: ReportOptions,
  primitives: Primitives,
): Promise<Judgement> {
  const subject = evidence.at === '' ? evidence.kind : `${evidence.kind} at ${evidence.at}`
  switch (evidence.kind) {
    case 'receipt': {
      const { valid, checks, does_not_establish } = await verifyReceipt(evidence.value, trust, options, primitives)
      const lines = checks.map(({ check, result, reason, proof, what }) => ({
        subject,
        check,
        result,
        text: reason ?? proof ?? what,
      }))
      return { valid, lines, explain: does_not_establish }
    }
    case 'agent card': {
      const { valid, checks, reason, does_not_establish } = await verifyCard(evidence.value, trust.keys, primitives)
      const lines = checks.map(({ check, result, reason, covers }) => ({
        subject,
        check,
        result,
        text: reason ?? `it covers ${covers}`,
      }))
      const closing = { subject, check: 'card', result: valid, text: reason }
      return { valid, lines: [...lines, closing], explain: does_not_establish }
    }
    case 'signed head':
      return ofTheLog(subject, 'head', await headFinding(evidence.value, trust, primitives))
    case 'log proof':
      return ofTheLog(subject, 'logged', await proofFinding(evidence.value, trust, primitives))
    case 'consistency proof':
      return ofTheLog(subject, 'consistent', await consistencyFinding(evidence.value, trust, primitives))
  }
}

const OF_THE_LOG = [
  'It does not prove that every reader is shown the same log: no independent party co-signs the log head yet.',
  'It does not prove anything about what a logged receipt says: an entry is a content id and nothing else.',
]

function ofTheLog(subject: string, check: string, { result, reason, proof }: Finding): Judgement {
  const line = { subject, check, result, text: reason ?? proof ?? 'it holds' }
  return { valid: result, lines: [line], explain: OF_THE_LOG }
}

async function headFinding(value: unknown, { keys }: Trust, primitives: Primitives): Promise<Finding> {
  const { valid, reason } = await verifyTreeHead(value, keys, primitives)
  if (valid === null || !valid) return { result: valid, reason: reason ?? 'the head does not hold' }
  const head = parseTreeHead(value)
  const size = typeof head === 'string' ? '' : ` of size ${head.payload.tree_size}`
  return { result: true, proof: `the signature of the head${size} holds` }
}

const NOT_FOUND = 'the log answered that it holds nothing under that content id, which no path can prove'

/** A proof from the log's route names its content id beside it, or not at all; then only the leaf is proved. */
async function proofFinding(value: Record<string, unknown>, { keys }: Trust, primitives: Primitives): Promise<Finding> {
  const { cid } = value
  if (value.found === false && value.audit_path === null) return { result: null, reason: NOT_FOUND }
  const proof = Object.fromEntries(Object.entries(value).filter(([name]) => PROOF_MEMBERS.includes(name)))
  if (cid === undefined) return checkLeafProof(proof, keys, primitives)
  if (!isSha256Hex(cid)) return { result: false, reason: 'cid is not 64 lowercase hex digits' }
  return checkLogProof(decodeHex(cid)!, proof, keys, primitives)
}

async function consistencyFinding(
  value: Record<string, unknown>,
  trust: Trust,
  primitives: Primitives,
): Promise<Finding> {
  const head = await headFinding(value.sth, trust, primitives)
  if (head.result !== true) return head
  const { first_size, second_size, first_root, second_root, consistency_path, sth } = value
  const roots = [first_root, second_root, ...(Array.isArray(consistency_path) ? consistency_path : [null])]
  if (!roots.every(isSha256Hex)) return { result: false, reason: 'a root or a node of the path is no SHA-256' }
  const payload = isObject(sth) && isObject(sth.payload) ? sth.payload : {}
  if (payload.tree_size !== second_size || payload.root_sha256 !== second_root) {
    return {
      result: null,
      reason: 'the signed head is of another size than the second tree, so nothing vouches for it',
    }
  }
  const [firstRoot, secondRoot, ...path] = roots.map((hash) => decodeHex(hash)!)
  const claim = {
    first: first_size as number,
    second: second_size as number,
    firstRoot: firstRoot!,
    secondRoot: secondRoot!,
    path,
  }
  return verifyConsistency(claim, primitives.sha256)
    ? { result: true, proof: `the tree of size ${second_size} continues the tree of size ${first_size}` }
    : { result: false, reason: 'the path does not lead from the first root to the second' }
}
