import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { cardLayout } from '../../src/measure/produce/card/index.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
before(async () => {
  service = await startTestService()
})
after(() => service.stop())

const fetched = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })

describe('the card as a picture', () => {
  test('is the page at the resolution asked for, and says so to the printer', async () => {
    const reply = await fetched('/api/produce/card.png?dpi=100&paper=letter')
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('content-type'), 'image/png')
    assert.equal(reply.headers.get('content-disposition'), 'inline; filename="scale-card-letter-100dpi.png"')
    const { width, height, density } = await sharp(await reply.arrayBuffer()).metadata()
    const layout = cardLayout({ paper: 'letter', dpi: 100 })
    assert.deepEqual([width, height, density], [layout.width, layout.height, 100])
  })

  test('is A4 at 300 dots an inch where nobody says otherwise', async () => {
    const reply = await fetched('/api/produce/card.png')
    assert.match(reply.headers.get('content-disposition')!, /scale-card-a4-300dpi\.png/)
  })

  test('is kept for a day, and not sent again to who has it', async () => {
    const first = await fetched('/api/produce/card.png?dpi=72')
    assert.equal(first.headers.get('cache-control'), 'public, max-age=86400')
    const etag = first.headers.get('etag')!
    const again = await fetched('/api/produce/card.png?dpi=72', { 'if-none-match': etag })
    assert.equal(again.status, 304)
    const other = await fetched('/api/produce/card.png?dpi=73', { 'if-none-match': etag })
    assert.equal(other.status, 200)
  })
})

test('the card as a PDF is one page of the paper asked for', async () => {
  for (const [paper, box] of [
    ['a4', [841.89, 595.28]],
    ['letter', [792, 612]],
  ] as const) {
    const reply = await fetched(`/api/produce/card.pdf?paper=${paper}`)
    assert.equal(reply.status, 200)
    assert.equal(reply.headers.get('content-type'), 'application/pdf')
    assert.equal(reply.headers.get('content-disposition'), `inline; filename="scale-card-${paper}-300dpi.pdf"`)
    const text = Buffer.from(await reply.arrayBuffer()).toString('latin1')
    assert.ok(text.startsWith('%PDF-') && /%%EOF\s*$/.test(text))
    const sides = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text)!.slice(1).map(Number)
    for (const [index, side] of box.entries()) assert.ok(Math.abs(sides[index]! - side) < 0.5, `${paper}: ${sides}`)
  }
})

describe('a card that cannot be meant is refused with one that can', () => {
  for (const query of ['dpi=71', 'dpi=601', 'dpi=96.5', 'dpi=fine', 'dpi=', 'dpi=300&dpi=600', 'paper=a3', 'size=1'])
    for (const format of ['png', 'pdf'])
      test(`${format}?${query}`, async () => {
        const { status, body } = await service.get(`/api/produce/card.${format}?${query}`)
        assert.equal(status, 400)
        assert.equal(body.error, 'invalid_input')
        if (body.fix.call) assert.match(body.fix.call, new RegExp(`card\\.${format}\\?dpi=300`))
        else assert.ok(body.fix.do)
      })
})
