import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type AnyRoute, bodyOf, isMedia, pathParameters } from '../src/operation/route.ts'
import { ROUTES } from '../src/routes/index.ts'
import { faultsOf } from './support/json-schema.ts'
import { needsCommand } from './support/needs.ts'
import { freePort } from './support/process.ts'
import { type Reply, startTestService, type TestService } from './support/service.ts'

const CONTRACT = fileURLToPath(new URL('../../shared/contract/contract.json', import.meta.url))
const needsContract = { skip: existsSync(CONTRACT) ? false : 'needs ../shared/contract/contract.json' }

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, { description: string; content?: Record<string, Content> }>
}
interface Content {
  schema: Record<string, unknown>
  examples?: Record<string, { summary: string; value: unknown }>
}

let service: TestService
let key: string
let receipt: { payload_sha256: string }
// biome-ignore lint/suspicious/noExplicitAny: the document as a stranger reads it
let document: any
let operations: { path: string; method: string; operation: Operation }[]

before(async () => {
  const port = await freePort()
  service = await startTestService({ PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` })
  key = await service.mint()
  const upload = { headers: { authorization: `Bearer ${key}`, 'content-type': 'text/plain' }, body: 'hello' }
  receipt = (await service.request('POST', '/api/world-model/media', upload)).body.receipt
  document = (await service.get('/api/public-docs/openapi')).body
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
})
after(() => service.stop())

const SHA256_OF_HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

/** One input for each route that has no example of its own, since what it answers depends on what was stored before. */
function inputFor(route: AnyRoute): Record<string, unknown> {
  if (route.examples?.[0] !== undefined) return route.examples[0].input
  const cid = receipt.payload_sha256
  const inputs: Record<string, Record<string, unknown>> = {
    'GET /api/world-model/verify/by-cid/{cid}': { cid },
    'POST /api/world-model/verify/receipt': { receipt },
    'POST /api/world-model/verify/batch': { receipts: [receipt] },
    'GET /api/world-model/verify/log/consistency': { first: 1, second: 1 },
    'GET /api/world-model/media/receipt/{sha256}': { sha256: SHA256_OF_HELLO },
    'GET /log/tile/{tile*}': { tile: '0/000.p/1' },
    'DELETE /api/world-model/media/{sha256}': { sha256: SHA256_OF_HELLO },
    'DELETE /api/account/storage/{id}': { id: 'st_nothing' },
  }
  return inputs[`${route.method} ${route.path}`] ?? {}
}

/** A route called as its definition says: path, then query or body, with a key where one is needed. */
function call(route: AnyRoute, input: Record<string, unknown>): Promise<Reply> {
  const inPath = pathParameters(route.path)
  const path = route.path.replace(/\{([^}*]+)\*?\}/g, (_, name) => String(input[name]))
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  const headers: Record<string, string> = route.auth === 'key' ? { authorization: `Bearer ${key}` } : {}
  if (['json', 'image'].includes(bodyOf(route))) return service.post(path, Object.fromEntries(rest), headers)
  if (bodyOf(route) === 'bytes') return service.request(route.method, path, { headers, body: 'hello' })
  const query = new URLSearchParams(rest.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return service.request(route.method, path + (query && `?${query}`), { headers })
}

/** Where the registry did not answer, a model may be missing: the route says so, and the test is skipped with that reason. */
function lacksModel(reply: Reply, t: TestContext): boolean {
  if (reply.body.error !== 'model_not_built') return false
  t.skip(reply.body.reason)
  return true
}

const operationOf = ({ method, path }: AnyRoute): Operation =>
  document.paths[path.replace('*}', '}')][method.toLowerCase()]

describe('the contract', needsContract, () => {
  const contract = needsContract.skip ? { routes: [] } : JSON.parse(readFileSync(CONTRACT, 'utf8'))
  const served = contract.routes.filter(({ method, path }: AnyRoute) =>
    [...ROUTES, { method: 'GET', path: '/api/public-docs/openapi' }].some(
      (route) => route.method === method && route.path === path,
    ),
  )

  test('the first routes are there', () => {
    assert.ok(served.length >= 18, `${served.length} routes of the contract are served`)
  })

  for (const { method, path, auth, names = [], answers } of served)
    test(`${method} ${path} is documented, its door is right, and its reply has the names`, async (t) => {
      const operation: Operation = document.paths[path]?.[method.toLowerCase()]
      assert.ok(operation, 'documented')
      assert.deepEqual(operation.security, auth === 'none' ? [] : undefined)
      for (const status of answers) assert.ok(operation.responses[status] ?? operation.responses.default, `${status}`)
      const route = service.routes.find((route) => route.method === method && route.path === path)!
      const reply = await call(route, inputFor(route))
      if (lacksModel(reply, t)) return
      const { status, body } = reply
      assert.equal(status, 200, JSON.stringify(body))
      for (const name of names) assert.ok(Object.hasOwn(body, name), `${name} is missing`)
    })
})

describe('the document', () => {
  test('is OpenAPI 3.1 of this version, for this address', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.equal(document.info.version, '2.1.0')
    assert.ok(document.info.title)
    assert.deepEqual(document.servers, [{ url: service.context.config.baseUrl }])
    assert.deepEqual(document.security, [{ bearer: [] }])
    assert.deepEqual(document.components.securitySchemes.bearer.scheme, 'bearer')
  })

  test('is whole: every reference leads somewhere, every parameter and reply is described', () => {
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
    for (const { path, method, operation } of operations) {
      const where = `${method} ${path}`
      assert.ok(operation.summary.length > 10, where)
      assert.ok(
        operation.tags.every((tag) => tags.has(tag)),
        where,
      )
      const parameters = operation.parameters ?? []
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      assert.deepEqual(inPath.map(({ name }) => name).toSorted(), pathParameters(path).toSorted(), where)
      assert.ok(inPath.every(({ required }) => required))
      assert.equal(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size, parameters.length)
      for (const parameter of parameters) assert.equal(typeof parameter.schema, 'object', `${where} ${parameter.name}`)
      assert.ok(operation.responses[200], where)
      for (const [status, { description }] of Object.entries(operation.responses)) {
        assert.match(status, /^(\d{3}|default)$/)
        assert.ok(description, `${where} ${status}`)
      }
      assert.equal(operation.requestBody !== undefined, method === 'POST', where)
    }
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer!.split('/').reduce((part, step) => part?.[step], document)
      assert.ok(found, pointer)
    }
  })

  test('gives every operation a name of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) assert.match(id, /^(get|post|delete)(_[A-Za-z0-9]+)+$/)
  })

  test('keeps the names that clients have generated code from', () => {
    const ids = new Set(operations.map(({ operation }) => operation.operationId))
    for (const id of [
      'post_decide',
      'post_produce_measure',
      'get_produce_card_png',
      'get_produce_card_pdf',
      'get_produce_selftest',
      'post_redact_people',
      'post_v1_object_detection',
      'post_ppe_spraying',
      'post_stack_count',
      'post_tool_camera_stream_detections',
      'get_tool_satellite_lulc_analyze',
      'post_tool_satellite_lulc_bbox',
      'post_tool_satellite_lulc_polygon',
      'get_tool_satellite_lulc_map_png',
      'get_tool_satellite_lulc_polygon_map_png',
      'post_water_distance',
      'get_water_map_png',
      'post_prescreen',
      'post_crop_agree',
      'post_world_model_verify',
      'get_world_model_verify_by_cid_cid',
      'post_world_model_verify_receipt',
      'post_world_model_verify_batch',
      'get_world_model_verify_log_sth',
      'get_world_model_verify_log_proof_cid',
      'get_world_model_verify_log_consistency',
      'get_world_model_verify_agent_card',
      'post_world_model_verify_agent_card',
      'get_world_model_media_receipt_sha256',
      'post_world_model_media',
      'get_world_model_media',
      'delete_world_model_media_sha256',
      'get_log_checkpoint',
      'get_log_tile_tile',
      'get_verify_key',
      'get_verify_pubkey',
      'get_account_storage',
      'delete_account_storage_id',
      'get_health',
      'get_ready',
      'get_well_known_svc_json',
      'get_well_known_oauth_protected_resource',
      'get_well_known_agent_card_json',
      'get_public_docs_openapi',
    ])
      assert.ok(ids.has(id), id)
  })

  test('describes every route that is not kept out of it, and nothing else', () => {
    const documented = operations.map(({ path, method }) => `${method} ${path}`)
    const meant = service.routes
      .filter((route) => !route.undocumented)
      .map(({ method, path }) => `${method} ${path.replace('*}', '}')}`)
    assert.deepEqual(documented.toSorted(), meant.toSorted())
  })

  test('and every operation of it is served, behind the door it names', async () => {
    for (const { path, method, operation } of operations) {
      const anywhere = path.replace(/\{[^}]+\}/g, 'x')
      const { status, body } = await service.request(method, anywhere)
      assert.ok(status !== 405 && body.error !== 'no_such_path', `${method} ${path}: ${status}`)
      assert.equal(status === 401, operation.security === undefined, `${method} ${path}: ${status}`)
    }
  })

  test('refusals are as it says', async () => {
    const { body } = await service.post('/api/decide', {})
    assert.deepEqual(faultsOf(document.components.schemas.Refusal, body), [])
  })
})

describe('every example works', () => {
  for (const route of ROUTES)
    for (const example of route.examples ?? [])
      test(`${route.method} ${route.path}: ${example.name}`, async (t) => {
        const reply = await call(route, example.input)
        if (lacksModel(reply, t)) return
        const { status, headers, body } = reply
        assert.equal(status, 200, JSON.stringify(body))
        const operation = operationOf(route)
        if (isMedia(route.output)) return assert.equal(headers.get('content-type'), route.output.type)
        const { schema } = operation.responses[200]!.content!['application/json']!
        assert.deepEqual(faultsOf(schema, body), [], 'the reply fits the schema')
        // A receipt is another one at every call: examples show the reading that it signs.
        const { receipt, verify } = body
        const shown = route.receipt === undefined ? example.output : { ...example.output, receipt, verify }
        assert.deepEqual(faultsOf(schema, shown), [], 'the example fits the schema')
        if (example.exact) assert.deepEqual(body, example.output)
        const taken = operation.requestBody?.content['application/json']?.schema
        if (taken !== undefined) assert.deepEqual(faultsOf(taken, example.input), [])
        for (const { name, schema } of operation.parameters ?? [])
          if (Object.hasOwn(example.input, name)) assert.deepEqual(faultsOf(schema, example.input[name]), [])
      })

  test('and those without one answer an input that fits', async () => {
    for (const route of ROUTES.filter(
      ({ examples, output, method }) => !examples?.length && !isMedia(output) && method !== 'DELETE',
    )) {
      const { status, body } = await call(route, inputFor(route))
      assert.equal(status, 200, `${route.method} ${route.path}: ${JSON.stringify(body)}`)
      const { schema } = operationOf(route).responses[200]!.content!['application/json']!
      assert.deepEqual(faultsOf(schema, body), [], `${route.method} ${route.path}`)
    }
  })
})

const shell = promisify(execFile)

/** A folder where FILE is the picture of an example, as the call has it. */
function folderWith(image_base64 = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-'))
  writeFileSync(join(folder, 'FILE'), Buffer.from(image_base64, 'base64'))
  return folder
}

describe('the call in a fix can be pasted into a shell', needsCommand('curl'), () => {
  for (const route of ROUTES.filter(({ examples }) => examples?.length))
    test(`${route.method} ${route.path}`, async (t) => {
      const path = route.path.replace(/\{[^}]+\}/g, 'x')
      const headers: Record<string, string> = route.auth === 'key' ? { authorization: `Bearer ${key}` } : {}
      const { body } = await service.request(route.method, `${path}?no_such_member=1`, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: route.method === 'POST' ? '{}' : undefined,
      })
      assert.equal(body.error, 'invalid_input', JSON.stringify(body))
      if (lacksModel(await call(route, route.examples![0]!.input), t)) return
      const command = body.fix.call.replace(/^curl/, 'curl -s -o /dev/null -w "%{http_code}"').replace('on_…', key)
      const cwd = folderWith(route.examples![0]!.input.image_base64)
      t.after(() => rmSync(cwd, { recursive: true }))
      assert.equal((await shell('bash', ['-c', command], { timeout: 30_000, cwd })).stdout, '200', command)
    })
})
