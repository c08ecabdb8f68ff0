import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { browserPath, needsBrowser } from '../support/needs.ts'
import { startTestService, type TestService } from '../support/service.ts'

describe('the pages in a browser', needsBrowser(), () => {
  let service: TestService
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  before(async () => {
    service = await startTestService()
    browser = await chromium.launch({
      executablePath: browserPath(),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
    page.setDefaultTimeout(5000)
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) complaints.push(`asked elsewhere: ${request.url()}`)
    })
  })
  after(async () => {
    await browser.close()
    await service.stop()
    assert.deepEqual(complaints, [])
  })

  const open = async (path: string) => {
    await page.goto(service.url + path)
  }
  const shown = (selector: string) => page.locator(`${selector}:visible`)

  test('the front page says what runs here, and every link on it leads somewhere', async () => {
    await open('/')
    assert.match(await page.innerText('main'), /Version 2\.1\.0/)
    const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    assert.ok(links.includes('/docs'))
    for (const link of links) assert.equal((await fetch(service.url + link)).status, 200, link)
  })

  test('the docs list every operation under its group', async () => {
    await open('/docs')
    const { body } = await service.get('/api/public-docs/openapi')
    const count = Object.values<object>(body.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    assert.equal(await shown('details[id]').count(), count)
    assert.match(await page.innerText('#post_decide summary'), /POST\s*\/api\/decide/)
    assert.equal(await page.locator('#get_account_storage .key').count(), 1)
    assert.equal(await page.locator('#post_decide .key').count(), 0)
    assert.doesNotMatch(await page.innerText('main'), /`/)
  })

  test('search leaves what fits, with its group and its schema, and nothing else', async () => {
    await open('/docs')
    await page.fill('input[type=search]', 'Decide')
    assert.equal(await shown('details[id]').count(), 1)
    assert.deepEqual(await shown('h2').allInnerTexts(), ['Measuring: keyless'])
    await page.click('#post_decide > summary')
    assert.equal(await shown('#post_decide details').count(), 1)
    await page.fill('input[type=search]', 'there is nothing like this')
    assert.equal(await shown('details[id]').count(), 0)
    assert.match(await page.innerText('main'), /No route/)
    await page.fill('input[type=search]', '')
    assert.ok((await shown('details[id]').count()) > 20)
    assert.doesNotMatch(await page.innerText('main'), /No route/)
  })

  test('decide can be tried in place', async () => {
    await open('/docs#post_decide')
    assert.equal(await page.locator('#post_decide').getAttribute('open'), '')
    await page.click('#post_decide form button')
    const reply = page.locator('#post_decide form pre')
    await reply.filter({ hasText: '"chosen": "pump"' }).waitFor({ timeout: 5000 })
    assert.match((await reply.innerText()).split('\n')[0]!, /^200 req_/)
    await page.fill('#post_decide textarea', '{"candidates": []}')
    await page.click('#post_decide form button')
    await reply.filter({ hasText: '"invalid_input"' }).waitFor({ timeout: 5000 })
    assert.match(complaints.splice(0).join(), /status of 400/)
  })

  test('a route with parameters can be tried in place', async () => {
    await open('/docs#get_world_model_verify_log_proof_cid')
    const form = page.locator('#get_world_model_verify_log_proof_cid form')
    await form.locator('button').click()
    await form.locator('pre').filter({ hasText: '"found": false' }).waitFor({ timeout: 5000 })
  })

  test('nothing is wider than the screen of a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    for (const path of ['/', '/docs#post_decide', '/docs#get_health', '/docs#get_world_model_verify_log_proof_cid']) {
      await open(path)
      await page.evaluate('for (const inner of document.querySelectorAll("details[open] details")) inner.open = true')
      const [content, screen] = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [
        number,
        number,
      ]
      assert.ok(content <= screen, `${path}: ${content} px`)
    }
    await page.setViewportSize({ width: 1200, height: 900 })
  })
})
