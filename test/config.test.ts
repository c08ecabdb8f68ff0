import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, describeConfig, type Environment, readConfig } from '../src/config.ts'

describe('without settings', () => {
  test('the service listens on this machine, port 8080, and keeps everything in ./data', () => {
    const config = readConfig({})
    assert.deepEqual(
      [config.port, config.host, config.baseUrl, config.dataDir],
      [8080, '127.0.0.1', 'http://localhost:8080', resolve('data')],
    )
    assert.deepEqual(config.database, { kind: 'sqlite' })
    assert.deepEqual(config.signingKey, { from: 'data_dir' })
    assert.deepEqual([config.external.word, config.external.url], ['emem', null])
    assert.match(config.external.pubkeyB32, /^[a-z2-7]{52}$/)
    assert.equal(config.quotaBytes, 1024 ** 3)
    assert.deepEqual([config.trustProxy, config.fetchAllow, config.metricsToken], [[], [], null])
  })

  test('an empty setting is none', () => {
    assert.deepEqual(readConfig({ PORT: '', BASE_URL: ' ', DATABASE_URL: '', TRUST_PROXY: '' }), readConfig({}))
  })
})

describe('a setting is read', () => {
  const read: [Environment, (config: ReturnType<typeof readConfig>) => unknown, unknown][] = [
    [{ PORT: '9000' }, ({ port, baseUrl }) => [port, baseUrl], [9000, 'http://localhost:9000']],
    [{ PORT: '0' }, ({ port }) => port, 0],
    [{ BASE_URL: 'https://w.example.org/' }, ({ baseUrl }) => baseUrl, 'https://w.example.org'],
    [{ BASE_URL: 'https://w.example.org:8443' }, ({ baseUrl }) => baseUrl, 'https://w.example.org:8443'],
    [{ DATABASE_URL: 'postgres://u:p@10.0.0.5/db' }, ({ database }) => database.kind, 'postgres'],
    [{ SIGNING_KEY_FILE: '/k.pem' }, ({ signingKey }) => signingKey, { from: 'file', path: '/k.pem' }],
    [{ QUOTA_BYTES: '0' }, ({ quotaBytes }) => quotaBytes, 0],
    [{ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1,fd00::/8' }, ({ trustProxy }) => trustProxy.length, 4],
    [{ FETCH_ALLOW: 'localhost:8443,[::1]:443, 10.0.0.7:80' }, ({ fetchAllow }) => fetchAllow.length, 3],
    [{ LIMIT_A2A: '0', LIMIT_DETECTION: '7' }, ({ limits }) => [limits.a2a, limits.detection], [0, 7]],
    [{ EXT_URL: 'http://10.0.0.9:7000/' }, ({ external }) => external.url, 'http://10.0.0.9:7000'],
    [{ DATA_DIR: '/d' }, ({ layersDir }) => layersDir, '/d/layers'],
    [{ DATA_DIR: '/d', LAYERS_DIR: '/maps' }, ({ layersDir }) => layersDir, '/maps'],
    [{ WORLDCOVER_URL: 'http://10.0.0.9/map/' }, ({ layerUrls }) => layerUrls.worldcover, 'http://10.0.0.9/map'],
    [{ GSW_URL: 'https://x.example/VER1-5' }, ({ layerUrls }) => layerUrls.gsw, 'https://x.example/VER1-5'],
    [{ HANSEN_URL: 'http://localhost:9/a' }, ({ layerUrls }) => layerUrls.hansen, 'http://localhost:9/a'],
    [{ GFC2020_URL: 'http://localhost:9/b' }, ({ layerUrls }) => layerUrls.gfc2020, 'http://localhost:9/b'],
    [{ STAC_URL: 'http://localhost:9/search' }, ({ stacUrl }) => stacUrl, 'http://localhost:9/search'],
    [{ WORKERS: '4' }, ({ workers }) => workers, 4],
    [{ LOG_LEVEL: 'warn' }, ({ logLevel }) => logLevel, 'warn'],
    [{ MODELS_DIR: '/srv/models' }, ({ models }) => models, { folder: '/srv/models', build: true }],
    [
      { XDG_CACHE_HOME: '/c', MODELS_BUILD: 'off' },
      ({ models }) => models,
      { folder: '/c/witnessmark/models', build: false },
    ],
  ]
  for (const [env, pick, value] of read) test(JSON.stringify(env), () => assert.deepEqual(pick(readConfig(env)), value))
})

describe('what cannot be meant is refused by name', () => {
  const refused: Environment[] = [
    ...['eighty', '-1', '65536', '80.5', '1e3', '0x50', '８０'].map((PORT) => ({ PORT })),
    ...[
      'witness.example.org',
      'ftp://x.example',
      'https://x.example/path',
      'https://x.example/?a',
      'https://u@x.example',
      'https://x.example/#a',
      'https://',
    ].map((BASE_URL) => ({ BASE_URL })),
    ...['mysql://x', 'localhost', 'sqlite:///x'].map((DATABASE_URL) => ({ DATABASE_URL })),
    ...['x', '10.0.0', '10.0.0.1/33', '::1/129', '10.0.0.1/8/8', '10.0.0.1/x', 'localhost'].map((TRUST_PROXY) => ({
      TRUST_PROXY,
    })),
    ...[
      'example.com',
      'https://example.com:443',
      'example.com:port',
      ':443',
      'example.com:123456',
      'example.com:0',
      'example.com:99999',
    ].map((FETCH_ALLOW) => ({ FETCH_ALLOW })),
    ...['-1', '1.5', 'many', '9007199254740993'].map((QUOTA_BYTES) => ({ QUOTA_BYTES })),
    { LIMIT_DETECTION: 'none' },
    { LIMIT_MCP_READS: '-1' },
    { LIMIT_MCP_CALLS: '1.5' },
    { LIMIT_A2A: '1000001' },
    { EXT_URL: 'file:///etc' },
    { WORLDCOVER_URL: 'file:///tiles' },
    { GSW_URL: 'tiles' },
    { HANSEN_URL: 'ftp://x.example' },
    { GFC2020_URL: '//x.example' },
    { STAC_URL: 's3://bucket' },
    { EXT_WORD: 'Emem' },
    { EXT_WORD: 'e' },
    { EXT_PUBKEY: 'short' },
    { EXT_PUBKEY: 'A'.repeat(52) },
    { WORKERS: '0' },
    { WORKERS: '65' },
    { LOG_LEVEL: 'loud' },
    { MODELS_BUILD: 'perhaps' },
    { REDIS_URL: 'redis://x' },
    { S3_ENDPOINT: 'http://x' },
    { S3_BUCKET: 'x' },
  ]
  for (const env of refused)
    test(JSON.stringify(env), () => {
      const [name] = Object.keys(env)
      assert.throws(
        () => readConfig(env),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name} `),
      )
    })

  test('two signing keys are a contradiction, and both are named', () => {
    assert.throws(
      () => readConfig({ SIGNING_KEY: 'pem', SIGNING_KEY_FILE: '/k.pem' }),
      /^ConfigError: SIGNING_KEY and SIGNING_KEY_FILE are both set/,
    )
  })
})

test('the settings as printed hold no secret', () => {
  const printed = JSON.stringify(
    describeConfig(
      readConfig({
        DATABASE_URL: 'postgresql://witness:hunter2@db.example/w?sslmode=require',
        SIGNING_KEY: '-----BEGIN PRIVATE KEY-----\nSEKRET\n-----END PRIVATE KEY-----',
        METRICS_TOKEN: 'SEKRET',
        EXT_URL: 'https://user:hunter2@ext.example/',
      }),
    ),
  )
  assert.doesNotMatch(printed, /SEKRET|hunter2/)
  assert.match(printed, /db\.example/)
})

test('a password in a query of the database address is hidden too', () => {
  const printed = JSON.stringify(
    describeConfig(readConfig({ DATABASE_URL: 'postgresql://db.example/w?user=a&password=hunter2' })),
  )
  assert.doesNotMatch(printed, /hunter2/)
})
