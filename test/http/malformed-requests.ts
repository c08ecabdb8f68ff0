import { gzipSync } from 'node:zlib'
import { bytesOf, exchange, send, type WireReply, type WireRequest } from './wire.ts'

export interface Malformed {
  name: string
  status: number
  error: string
  send(url: string, key: string): Promise<WireReply>
}

const DECIDE = '/api/decide'
const feature = { near: { value: 1, known: true } }
const good = { candidates: [{ id: 'a', features: feature }], weights: { near: 1 } }
const json: [string, string][] = [['Content-Type', 'application/json']]

function asked(name: string, status: number, error: string, request: WireRequest): Malformed {
  return { name, status, error, send: (url) => send(url, request) }
}

function wired(
  name: string,
  status: number,
  error: string,
  pieces: Parameters<typeof exchange>[1],
  options?: Parameters<typeof exchange>[2],
): Malformed {
  return { name, status, error, send: (url) => exchange(url, pieces, options) }
}

function posted(body: string | Uint8Array, headers = json): WireRequest {
  return { method: 'POST', path: DECIDE, headers, body }
}

const paths = [
  '/nope',
  '/api',
  '/api/',
  '/api/decide/',
  '//api/decide',
  '/api//decide',
  '/api/decide/x',
  '/API/DECIDE',
  '/api/decide%20',
  '/api/decide;a=b',
  '/api/decide%00',
  '/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/.env',
  '/.git/config',
  '/wp-login.php',
  '/.well-known/',
  '/.well-known/svc',
  '/log/tile',
  '/api/account/storage/a/b',
  '/api/world-model/media/receipt/a/b',
  '/metrics/x',
  '/docs/',
  '/%F0%9F%8D%8C',
  '/constructor',
  '/__proto__',
  `/${'a'.repeat(9000)}`,
  `/${'a/'.repeat(4000)}`,
].map((path) => asked(`no such path: ${path.slice(0, 40)} of ${path.length}`, 404, 'no_such_path', { path }))

const unreadablePaths = ['/%', '/%zz', '/%ff', '/api/decide%', '/api/%c3%28', '/log/tile/%e0%a4%a'].map((path) =>
  asked(`a path that is no text: ${path}`, 400, 'bad_request', { path }),
)

const badParameters = [
  `/api/world-model/verify/by-cid/${'A'.repeat(64)}`,
  `/api/world-model/verify/by-cid/${'a'.repeat(63)}`,
  `/api/world-model/verify/by-cid/${'a'.repeat(65)}`,
  `/api/world-model/verify/by-cid/${'g'.repeat(64)}`,
  `/api/world-model/verify/by-cid/${'a'.repeat(64)}%0A`,
  `/api/world-model/verify/by-cid/${'a'.repeat(64)}%00`,
  '/api/world-model/verify/by-cid/..%2F..%2Fetc',
  '/api/world-model/verify/by-cid/%D0%B0',
  '/api/world-model/media/receipt/00',
  `/api/world-model/media/receipt/${'0'.repeat(63)}G`,
  '/api/world-model/verify/log/proof/zz',
  '/api/world-model/verify/log/consistency',
  '/api/world-model/verify/log/consistency?first=a&second=2',
  '/api/world-model/verify/log/consistency?first=1',
  '/api/world-model/verify/log/consistency?first=-1&second=2',
  '/api/world-model/verify/log/consistency?first=1.5&second=2',
  '/api/world-model/verify/log/consistency?first=9007199254740993&second=2',
  '/api/world-model/verify/log/consistency?first=1&second=Infinity',
  '/api/world-model/verify/log/consistency?first=0x1&second=2',
  '/api/world-model/verify/log/consistency?first=&second=',
].map((path) => asked(`a parameter that cannot be meant: ${path.slice(-82)}`, 400, 'invalid_input', { path }))

const queries = [
  '/api/health?verbose=1',
  '/api/health?__proto__=1',
  '/api/health?constructor',
  '/api/ready?a=1&a=2',
  '/.well-known/svc.json?key=on_secret',
  '/api/public-docs/openapi?format=yaml',
  '/api/world-model/verify/log/sth?size=1',
  '/api/verify/key?%00=1',
  `/api/verify/key?${'q'.repeat(3000)}=1`,
  '/docs?x=1',
  '/?utm_source=x',
].map((path) => asked(`a query member nobody knows: ${path.slice(0, 60)}`, 400, 'invalid_input', { path }))

const methods = [
  ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'GET', 'HEAD'].map((method) => ({ method, path: DECIDE })),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/api/health' })),
  ...['PUT', 'PATCH', 'POST'].map((method) => ({ method, path: '/api/account/storage' })),
  { method: 'GET', path: '/api/account/storage/st_1' },
  { method: 'POST', path: '/' },
  { method: 'DELETE', path: '/docs' },
  { method: 'PROPFIND', path: '/api/ready' },
  { method: 'PUT', path: '/.well-known/svc.json' },
  { method: 'DELETE', path: '/log/checkpoint' },
  { method: 'PUT', path: `/api/world-model/verify/by-cid/${'a'.repeat(64)}` },
].map((request) => asked(`wrong method: ${request.method} ${request.path.slice(0, 40)}`, 405, 'wrong_method', request))

const texts: [string, string | Uint8Array][] = [
  ['cut off', '{"candidates": [{"id": "a"'],
  ['a comma too many', '{"candidates": [],}'],
  ['a single quote', "{'candidates': []}"],
  ['a comment', '{/* hi */}'],
  ['bare words', 'hello'],
  ['two values', '{} {}'],
  ['no value', '{"candidates":}'],
  ['NaN', '{"decisive_margin": NaN}'],
  ['Infinity', '{"decisive_margin": Infinity}'],
  ['a leading zero', '{"decisive_margin": 01}'],
  ['a plus sign', '{"decisive_margin": +1}'],
  ['a bare point', '{"decisive_margin": .5}'],
  ['hexadecimal', '{"decisive_margin": 0x10}'],
  ['a raw line break in a string', '{"candidates": "a\nb"}'],
  ['a bad escape', '{"candidates": "\\q"}'],
  ['a bad escape in a name', '{"\\q": 1}'],
  ['a short \\u escape', '{"candidates": "\\u12"}'],
  ['an open string', '{"candidates": "abc'],
  ['a NUL', '{"candidates": []}\0'],
  ['only NULs', '\0\0\0\0'],
  ['only spaces', '   \n\t '],
  ['closing what was never opened', ']}'],
  ['the wrong closing bracket', '{"candidates": [}'],
  ['XML', '<candidates/>'],
  ['a form', 'candidates=1&weights=2'],
  ['undefined', 'undefined'],
  ['a vertical tab between tokens', '{\v}'],
  ['UTF-16', Buffer.from('{"a": 1}', 'utf16le')],
  ['a non-breaking space between tokens', '{\u00a0}'],
]

const ambiguous: [string, string | Uint8Array][] = [
  ['a member twice', '{"weights": {"near": 1}, "weights": {"near": 2}}'],
  ['a member twice, one escaped', '{"weights": {}, "w\\u0065ights": {}}'],
  ['a member twice inside', '{"weights": {"near": 1, "near": 0}}'],
  ['a member twice among many', `{${Array.from({ length: 40 }, (_, i) => `"m${i}":0`).join()},"m3":1}`],
  ['a very long member twice', `{"${'x'.repeat(50_000)}":1,"${'x'.repeat(50_000)}":2}`],
  ['a byte order mark', '\ufeff{}'],
  ['Latin-1', Buffer.from('{"id": "caf\xe9"}', 'latin1')],
  ['a half UTF-8 character', Buffer.from([0x7b, 0x22, 0xe2, 0x82, 0x22, 0x3a, 0x31, 0x7d])],
  ['an overlong UTF-8 character', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['100,000 arrays deep', '['.repeat(100_000)],
  ['100,000 arrays deep and back', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['100,000 objects deep', '{"a":'.repeat(100_000)],
  ['__proto__ as a member', '{"candidates":[{"id":"a","features":{}}],"weights":{"n":1},"__proto__":{}}'],
  ['__proto__ as a weight', '{"candidates":[{"id":"a","features":{}}],"weights":{"__proto__":1,"n":1}}'],
  ['__proto__ as a feature', '{"candidates":[{"id":"a","features":{"__proto__":{"known":true}}}],"weights":{"n":1}}'],
  ['__proto__ in a candidate', '{"candidates":[{"id":"a","features":{},"__proto__":{"x":1}}],"weights":{"n":1}}'],
  ['an escaped __proto__', '{"__pr\\u006fto__": 1}'],
  ['65 levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`],
]

const inputs: [string, unknown][] = [
  ['an array', []],
  ['null', null],
  ['a number', 1],
  ['a string', 'hi'],
  ['true', true],
  ['an empty object', {}],
  ['no weights', { candidates: good.candidates }],
  ['no candidates', { weights: good.weights }],
  ...[null, 1, 'a', true, {}, []].map((candidates): [string, unknown] => [
    `candidates ${JSON.stringify(candidates)}`,
    { ...good, candidates },
  ]),
  ...[null, 1, 'a', true, [], [{}]].map((candidate): [string, unknown] => [
    `a candidate ${JSON.stringify(candidate)}`,
    { ...good, candidates: [candidate] },
  ]),
  ...[null, 1, true, [], {}, ''].map((id): [string, unknown] => [
    `an id ${JSON.stringify(id)}`,
    { ...good, candidates: [{ id, features: feature }] },
  ]),
  ...[null, 1, 'a', true, []].map((features): [string, unknown] => [
    `features ${JSON.stringify(features)}`,
    { ...good, candidates: [{ id: 'a', features }] },
  ]),
  ...[null, 1, 'a', true, [], {}, { value: 1 }].map((near): [string, unknown] => [
    `a feature ${JSON.stringify(near)}`,
    { ...good, candidates: [{ id: 'a', features: { near } }] },
  ]),
  ...[null, 1, 0, 'true', [], {}].map((known): [string, unknown] => [
    `known ${JSON.stringify(known)}`,
    { ...good, candidates: [{ id: 'a', features: { near: { value: 1, known } } }] },
  ]),
  ...[null, undefined, '1', true, [], {}].map((value): [string, unknown] => [
    `known with the value ${JSON.stringify(value)}`,
    { ...good, candidates: [{ id: 'a', features: { near: { value, known: true } } }] },
  ]),
  [
    'an unknown value that is text',
    { ...good, candidates: [{ id: 'a', features: { near: { value: '1', known: false } } }] },
  ],
  ...[null, 1, 'a', true, [], {}, { near: 0 }, { near: -1 }, { near: '1' }, { near: null }, { near: [] }].map(
    (weights): [string, unknown] => [`weights ${JSON.stringify(weights)}`, { ...good, weights }],
  ),
  ...[null, '0.1', true, [], {}, -0.1, -1e-300].map((decisive_margin): [string, unknown] => [
    `decisive_margin ${JSON.stringify(decisive_margin)}`,
    { ...good, decisive_margin },
  ]),
  ['two candidates with one id', { ...good, candidates: [...good.candidates, ...good.candidates] }],
  ['a member nobody knows', { ...good, decisiveMargin: 1 }],
  ['a member named like a method', { ...good, constructor: 1 }],
  ['a member with a very long name', { ...good, ['x'.repeat(500_000)]: 1 }],
  [
    '10,001 candidates',
    { ...good, candidates: Array.from({ length: 10_001 }, (_, i) => ({ id: `${i}`, features: {} })) },
  ],
  ['ten thousand faulty candidates', { ...good, candidates: Array.from({ length: 10_000 }, () => 7) }],
]

const jsonTricks: [string, string][] = [
  ['a weight of 1e400', '{"candidates":[{"id":"a","features":{}}],"weights":{"near":1e400}}'],
  ['a value of -1e400', '{"candidates":[{"id":"a","features":{"n":{"value":-1e400,"known":true}}}],"weights":{"n":1}}'],
  ['a margin of 1e999', '{"candidates":[{"id":"a","features":{}}],"weights":{"n":1},"decisive_margin":1e999}'],
]

const types = [
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'image/png',
  'json',
  'application/jsonp',
  '*/*',
  'application/json-seq',
  `${'x'.repeat(2000)}/y`,
].map((type) =>
  asked(
    `a body of type ${type.slice(0, 40)}`,
    415,
    'unsupported_media_type',
    posted(JSON.stringify(good), [['Content-Type', type]]),
  ),
)

const encodings: Malformed[] = ['gzip', 'deflate', 'br', 'zstd', 'compress', 'gzip, identity', 'nonsense'].map(
  (encoding) =>
    asked(
      `a body in ${encoding}`,
      415,
      'unsupported_media_type',
      posted(gzipSync(JSON.stringify(good)), [...json, ['Content-Encoding', encoding]]),
    ),
)

const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, 0x20))

const sizes: Malformed[] = [
  asked('a gzip bomb', 415, 'unsupported_media_type', posted(bomb, [...json, ['Content-Encoding', 'gzip']])),
  asked('a declared length over the limit', 413, 'too_large', {
    method: 'POST',
    path: DECIDE,
    headers: [...json, ['Content-Length', String(8 * 1024 ** 2 + 1)]],
  }),
  asked('a declared length of many digits', 413, 'too_large', {
    method: 'POST',
    path: DECIDE,
    headers: [...json, ['Content-Length', '9007199254740991']],
  }),
  asked('a body of 9 MB', 413, 'too_large', posted(Buffer.alloc(9 * 1024 ** 2, 0x20))),
  wired('a body of 9 MB in chunks', 413, 'too_large', [
    bytesOf({ method: 'POST', path: DECIDE, headers: [...json, ['Transfer-Encoding', 'chunked']] }),
    ...Array.from({ length: 9 }, () =>
      Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1024 ** 2, 0x20), Buffer.from('\r\n')]),
    ),
    '0\r\n\r\n',
  ]),
  asked('a batch body over its limit', 413, 'too_large', {
    method: 'GET',
    path: '/api/health',
    headers: [['Content-Length', '99999999']],
  }),
]

const empties: Malformed[] = [
  asked('no body', 400, 'empty_body', { method: 'POST', path: DECIDE }),
  asked('an empty body', 400, 'empty_body', posted('')),
  asked('an empty body of an odd type', 400, 'empty_body', posted('', [['Content-Type', 'text/plain']])),
  wired('an empty chunked body', 400, 'empty_body', [
    bytesOf({ method: 'POST', path: DECIDE, headers: [...json, ['Transfer-Encoding', 'chunked']] }),
    '0\r\n\r\n',
  ]),
]

const aborted: Malformed[] = [
  wired(
    'a body that ends early',
    400,
    'bad_request',
    bytesOf({ method: 'POST', path: DECIDE, headers: [...json, ['Content-Length', '100']], body: '{"a":' }),
    { hangUp: true },
  ),
  wired(
    'a chunked body that ends early',
    400,
    'bad_request',
    [bytesOf({ method: 'POST', path: DECIDE, headers: [...json, ['Transfer-Encoding', 'chunked']] }), '5\r\n{"a":\r\n'],
    { hangUp: true },
  ),
  wired('headers that end early', 400, 'bad_request', 'POST /api/decide HTTP/1.1\r\nHost: localhost\r\nConte', {
    hangUp: true,
  }),
  wired(
    'a slow body that is no JSON',
    400,
    'malformed_json',
    [bytesOf({ method: 'POST', path: DECIDE, headers: [...json, ['Content-Length', '6']] }), ...'{"a"::'.split('')],
    { pauseMs: 3 },
  ),
]

const host = 'Host: localhost\r\nConnection: close\r\n'
const garbage: Malformed[] = [
  ['bytes that are no HTTP', '\x00\x01\x02\x03\xff\xfe\r\n\r\n'],
  ['a TLS greeting', Buffer.from('160301020001000001fc0303', 'hex')],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', `FROB /api/decide HTTP/1.1\r\n${host}\r\n`],
  ['a method in lower case', `get /api/health HTTP/1.1\r\n${host}\r\n`],
  ['a version nobody speaks', `GET /api/health HTTP/9.9\r\n${host}\r\n`],
  ['no version', `GET /api/health\r\n${host}\r\n`],
  ['a space in the path', `GET /api/ health HTTP/1.1\r\n${host}\r\n`],
  ['a NUL in the path', `GET /api/\0health HTTP/1.1\r\n${host}\r\n`],
  ['a header without a colon', `GET /api/health HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
  ['a space before the colon', `GET /api/health HTTP/1.1\r\n${host}X-A : 1\r\n\r\n`],
  ['a folded header', `GET /api/health HTTP/1.1\r\n${host}X-A: 1\r\n 2\r\n\r\n`],
  ['a NUL in a header', `GET /api/health HTTP/1.1\r\n${host}X-A: \0\r\n\r\n`],
  ['a bare carriage return in a header', `GET /api/health HTTP/1.1\r\n${host}X-A: a\rb\r\n\r\n`],
  ['a length that is no number', `POST /api/decide HTTP/1.1\r\n${host}Content-Length: ten\r\n\r\n`],
  ['a negative length', `POST /api/decide HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
  ['two lengths', `POST /api/decide HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`],
  ['a length beyond every number', `POST /api/decide HTTP/1.1\r\n${host}Content-Length: ${'9'.repeat(30)}\r\n\r\n`],
  [
    'length and chunks together',
    `POST /api/decide HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a chunk size that is no number',
    `POST /api/decide HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  ],
  ['chunks that are not last', `POST /api/decide HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ['no Host header', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
].map(([name, bytes]) => wired(name as string, 400, 'bad_request', bytes as string | Uint8Array, { hangUp: true }))

const headers: Malformed[] = [
  wired(
    'a header of 20,000 characters',
    431,
    'bad_request',
    `GET /api/health HTTP/1.1\r\n${host}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
  ),
  wired(
    'a thousand headers',
    431,
    'bad_request',
    `GET /api/health HTTP/1.1\r\n${host}${Array.from({ length: 1000 }, (_, i) => `X-Header-${i}: ${i}\r\n`).join('')}\r\n`,
  ),
  wired('a path of 20,000 characters', 431, 'bad_request', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`),
  wired(
    'an expectation nobody meets',
    417,
    'bad_request',
    `POST /api/decide HTTP/1.1\r\n${host}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
  ),
  wired('a request to be a tunnel', 405, 'wrong_method', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, {
    hangUp: true,
  }),
  asked('the whole server as a path', 400, 'bad_request', { path: '*' }),
  asked('another server as a path', 404, 'no_such_path', { path: 'http://example.com/nope' }),
]

const STORAGE = '/api/account/storage'
const bearer = (value: string): [string, string] => ['Authorization', value]
const keyless: Malformed[] = [
  ['no key', []],
  ['an empty Authorization header', [bearer('')]],
  ['Bearer without a key', [bearer('Bearer')]],
  ['another scheme', [bearer('Basic b246c2VjcmV0')]],
  ['a key without a scheme', [bearer(`on_${'0'.repeat(46)}`)]],
  ['a key of another service', [bearer('Bearer sk-1234567890')]],
  ['a key with a typing error', [bearer(`Bearer on_${'0'.repeat(46)}`)]],
  ['a key that is far too long', [bearer(`Bearer on_${'0'.repeat(5000)}`)]],
  ['two words after Bearer', [bearer('Bearer on_a on_b')]],
  ['bytes beyond ASCII in a key', [bearer('Bearer on_\xe9')]],
].map(([name, given]) => ({
  ...asked(name as string, 401, '', { path: STORAGE, headers: given as [string, string][] }),
  error: (given as unknown[]).length === 0 ? 'key_required' : 'key_invalid',
}))

const keyed: Malformed[] = [
  {
    name: 'two Authorization headers',
    status: 401,
    error: 'key_invalid',
    send: (url, key) => send(url, { path: STORAGE, headers: [bearer(`Bearer ${key}`), bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'the key in the query',
    status: 401,
    error: 'key_required',
    send: (url, key) => send(url, { path: `${STORAGE}?key=${key}` }),
  },
  {
    name: 'the key in the query beside the right place',
    status: 400,
    error: 'invalid_input',
    send: (url, key) => send(url, { path: `${STORAGE}?api_key=${key}`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'a key cut short',
    status: 401,
    error: 'key_invalid',
    send: (url, key) => send(url, { path: STORAGE, headers: [bearer(`Bearer ${key.slice(0, -1)}`)] }),
  },
  {
    name: 'a key with its last character changed',
    status: 401,
    error: 'key_invalid',
    send: (url, key) =>
      send(url, { path: STORAGE, headers: [bearer(`Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)] }),
  },
  {
    name: 'a key in capitals',
    status: 401,
    error: 'key_invalid',
    send: (url, key) => send(url, { path: STORAGE, headers: [bearer(`Bearer ${key.toUpperCase()}`)] }),
  },
  {
    name: 'a cursor that this service never gave',
    status: 400,
    error: 'invalid_input',
    send: (url, key) => send(url, { path: `${STORAGE}?cursor=nonsense`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'two cursors',
    status: 400,
    error: 'invalid_input',
    send: (url, key) => send(url, { path: `${STORAGE}?cursor=a&cursor=b`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'a cursor that is far too long',
    status: 400,
    error: 'invalid_input',
    send: (url, key) => send(url, { path: `${STORAGE}?cursor=${'a'.repeat(201)}`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'deleting what is not there',
    status: 404,
    error: 'not_found',
    send: (url, key) =>
      send(url, { method: 'DELETE', path: `${STORAGE}/st_nothing`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'deleting with a path as id',
    status: 404,
    error: 'not_found',
    send: (url, key) =>
      send(url, { method: 'DELETE', path: `${STORAGE}/..%2F..%2Fetc`, headers: [bearer(`Bearer ${key}`)] }),
  },
  {
    name: 'deleting with NUL as id',
    status: 404,
    error: 'not_found',
    send: (url, key) => send(url, { method: 'DELETE', path: `${STORAGE}/%00`, headers: [bearer(`Bearer ${key}`)] }),
  },
]

export const MALFORMED: Malformed[] = [
  ...paths,
  ...unreadablePaths,
  ...badParameters,
  ...queries,
  ...methods,
  ...texts.map(([name, text]) => asked(`a body with ${name}`, 400, 'malformed_json', posted(text))),
  ...ambiguous.map(([name, text]) => asked(`a body with ${name}`, 400, 'ambiguous_json', posted(text))),
  ...inputs.map(([name, input]) => asked(`decide: ${name}`, 400, 'invalid_input', posted(JSON.stringify(input)))),
  ...jsonTricks.map(([name, text]) => asked(`decide: ${name}`, 400, 'invalid_input', posted(text))),
  ...types,
  ...encodings,
  ...sizes,
  ...empties,
  ...aborted,
  ...garbage,
  ...headers,
  ...keyless,
  ...keyed,
]
