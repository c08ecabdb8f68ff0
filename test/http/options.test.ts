import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'

let service: TestService
before(async () => {
  service = await startTestService({}, { extraRoutes: [PROBES.options] })
})
after(() => service.stop())

const asked = (query: string) => service.get(`/api/probe/options?${query}`)

test('true, false, 1 and 0 are flags in a query', async () => {
  for (const [text, flag] of [
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])
    assert.deepEqual((await asked(`flag=${text}`)).body, { flag })
})

test('numbers, lists and lists of numbers are read as the schema means them', async () => {
  assert.deepEqual((await asked('count=3')).body, { flag: false, count: 3 })
  assert.deepEqual((await asked('words=a,b&words=c')).body.words, ['a', 'b', 'c'])
  assert.deepEqual((await asked('numbers=25,50.5,-1e2')).body.numbers, [25, 50.5, -100])
})

for (const [query, names] of [
  ['flag=yes', /flag.*boolean/],
  ['flag=TRUE', /flag/],
  ['flag=', /flag/],
  ['flag', /flag/],
  ['count=three', /count.*number/],
  ['count=1.5', /count.*int/],
  ['count=0', /count.*1/],
  ['count=%201', /count/],
  ['count=Infinity', /count/],
  ['count=1&count=2', /count.*2 times/],
  ['numbers=1,two', /numbers\[1\].*number/],
  ['numbers=', /numbers/],
  ['flags=1', /flags.*flag, count, words, numbers/],
] as const)
  test(`?${query} is 400 and names the member and what was expected`, async () => {
    const { status, body } = await asked(query)
    assert.equal(status, 400)
    assert.equal(body.error, 'invalid_input')
    assert.match(body.reason, names)
  })
