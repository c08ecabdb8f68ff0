import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { encoded } from '../imaging/pictures.ts'
import { needsCommand } from '../support/needs.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { PROBES } from './probe-routes.ts'

describe(
  'a picture is fetched from an address that the operator vouches for',
  needsCommand('openssl', 'version'),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'witnessmark-tls-'))
    let pictures: Server
    let service: TestService
    let at: string
    let jpeg: Buffer

    before(async () => {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
      execFileSync(
        'openssl',
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -keyout ${key} -out ${cert} -subj /CN=localhost -addext subjectAltName=DNS:localhost`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      )
      setDefaultCACertificates([readFileSync(cert, 'utf8')])
      jpeg = await encoded('jpeg')
      pictures = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
        if (request.url === '/a.jpg') response.end(jpeg)
        else if (request.url === '/inside') response.writeHead(302, { location: 'https://127.0.0.1:22/' }).end()
        else if (request.url === '/text') response.end('hello')
        else response.writeHead(404).end()
      })
      await new Promise<void>((resolve) => pictures.listen(0, 'localhost', resolve))
      at = `localhost:${(pictures.address() as AddressInfo).port}`
      service = await startTestService({ FETCH_ALLOW: at }, { extraRoutes: [PROBES.image] })
    })
    after(async () => {
      await service.stop()
      pictures.close()
      rmSync(folder, { recursive: true })
    })

    const fetched = (path: string) => service.post('/api/probe/image', { image_url: `https://${at}${path}` })

    test('and measured like any other', async () => {
      const { status, body } = await fetched('/a.jpg')
      assert.equal(status, 200, body.reason)
      assert.equal(body.sha256, hash('sha256', jpeg, 'hex'))
    })

    test('and refused when it is not there, is no picture, or leads inside', async () => {
      assert.equal((await fetched('/nothing.jpg')).body.error, 'image_url_unreadable')
      assert.equal((await fetched('/text')).body.error, 'image_undecodable')
      assert.equal((await fetched('/inside')).body.error, 'image_url_refused')
    })
  },
)
