import { vkey } from '../../evidence/checkpoint.ts'
import { decodeBase64 } from '../../evidence/encoding.ts'
import { pubkeyForms } from '../../evidence/keys.ts'
import { sodiumPrimitives } from '../../evidence/signatures/sodium.ts'

const publicKey = decodeBase64('11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=')!

/** The key of RFC 8032's first test, in every form that the examples show. */
export const EXAMPLE_KEY = pubkeyForms(publicKey, 'svc-2026-11-21fe31df')

export const EXAMPLE_LOG = 'svc.log.21fe31dfa154a261.v1'
export const EXAMPLE_VKEY = vkey(EXAMPLE_LOG, publicKey, sodiumPrimitives.sha256)
