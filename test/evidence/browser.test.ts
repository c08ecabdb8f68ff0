import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { signCard } from '../../src/evidence/card.ts'
import { encodeHex } from '../../src/evidence/encoding.ts'
import { keyFile } from '../../src/evidence/keys.ts'
import { reportOn } from '../../src/evidence/report.ts'
import { sodiumPrimitives } from '../../src/evidence/signatures/sodium.ts'
import { browserPath, needsBrowser, needsShared } from '../support/needs.ts'
import { cctvCases, rfc8032Cases, type SignatureCase, wycheproofCases } from './signature-cases.ts'
import { loggedReceipts, ours, published, statement, stranger } from './witness.ts'

const { skip } = needsBrowser()

/** What a page needs to verify: the modules of src/evidence as they are. */
const ENTRY = `
  export { verifyEd25519 } from './ed25519.ts'
  export { decodeHex } from './encoding.ts'
  export { parseKeyFile } from './keys.ts'
  export { reportOn } from './report.ts'
  export { webcryptoPrimitives } from './signatures/webcrypto.ts'
`

let browser: Browser
let page: Page

declare const evidence: typeof import('../../src/evidence/ed25519.ts') &
  typeof import('../../src/evidence/encoding.ts') &
  typeof import('../../src/evidence/keys.ts') &
  typeof import('../../src/evidence/report.ts') &
  typeof import('../../src/evidence/signatures/webcrypto.ts')

async function disagreements(cases: SignatureCase[]): Promise<string[]> {
  const inHex = cases.map(({ publicKey, message, signature }) => [publicKey, message, signature].map(encodeHex))
  const verdicts = await page.evaluate(async (all) => {
    const { verifyEd25519, decodeHex, webcryptoPrimitives } = evidence
    const answers: boolean[] = []
    for (const [key, message, signature] of all) {
      const bytes = [key, message, signature].map((text) => decodeHex(text!)!) as [Uint8Array, Uint8Array, Uint8Array]
      answers.push(await verifyEd25519(...bytes, webcryptoPrimitives))
    }
    return answers
  }, inHex)
  return cases.filter(({ valid }, n) => verdicts[n] !== valid).map(({ name }) => name)
}

describe('a browser', { skip }, () => {
  before(async () => {
    const evidence = fileURLToPath(new URL('../../src/evidence/', import.meta.url))
    const bundle = await build({
      stdin: { contents: ENTRY, resolveDir: evidence, loader: 'ts' },
      bundle: true,
      format: 'iife',
      globalName: 'evidence',
      platform: 'browser',
      write: false,
    })
    browser = await chromium.launch({
      executablePath: browserPath(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    })
    page = await browser.newPage()
    // WebCrypto exists only for pages from a secure origin; this one is answered here and asks no network.
    await page.route('https://evidence.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.goto('https://evidence.test/')
    await page.addScriptTag({ content: bundle.outputFiles[0]!.text })
  })

  after(() => browser.close())

  test('verifies what RFC 8032 signed', needsShared('vectors/rfc8032'), async () => {
    assert.deepEqual(await disagreements(rfc8032Cases()), [])
  })

  test('accepts and rejects as Wycheproof does', needsShared('vectors/wycheproof'), async () => {
    assert.deepEqual(await disagreements(wycheproofCases()), [])
  })

  test('agrees with strict verification on all CCTV vectors', needsShared('vectors/cctv-ed25519'), async () => {
    assert.deepEqual(await disagreements(cctvCases()), [])
  })

  test('reports on a file word for word as Node does', async () => {
    const [receipt] = loggedReceipts(6)
    const files = [
      { reply: receipt, card: signCard({ name: 'A', skills: [{ id: 'x' }] }, ours) },
      { ...receipt, note: 'unsigned' },
      loggedReceipts(1, statement, stranger)[0],
      receipt!.log,
    ].map((value) => JSON.stringify(value))
    const here = await Promise.all(files.map((file) => reportOn(file, { keys: published }, {}, sodiumPrimitives)))
    const there = await page.evaluate(
      ([texts, keys]) => {
        const trust = { keys: evidence.parseKeyFile(keys) }
        return Promise.all(texts.map((text) => evidence.reportOn(text, trust, {}, evidence.webcryptoPrimitives)))
      },
      [files, keyFile(published)] as const,
    )
    assert.deepEqual(there, here)
    assert.deepEqual(
      there.map(({ exit }) => exit),
      [0, 1, 2, 0],
    )
  })
})
