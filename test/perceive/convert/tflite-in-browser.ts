import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { browserPath } from '../../support/needs.ts'
import { packageFiles } from './reference.ts'

/** TensorFlow Lite's own interpreter, built for browsers. */
const INTERPRETER = {
  name: '@tensorflow/tfjs-tflite',
  version: '0.0.1-alpha.10',
  sha512: '/qmqsRBTg+XCWgNomJ/gdZIKFMpGiTEAwMhqk/7cOZEp/fTV69GuknOoSQjloYGWasQIDIriQO3bpi6T4PTEnA==',
  bytes: 7_753_592,
}
const CLIENT = ['dist/tf-tflite.min.js', 'wasm/tflite_web_api_client.js']
const WASM = ['', '_simd', '_threaded', '_simd_threaded'].flatMap((kind) => [
  `wasm/tflite_web_api_cc${kind}.js`,
  `wasm/tflite_web_api_cc${kind}.wasm`,
])
const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' }

export async function runTflite(model: Uint8Array, input: Float32Array, shape: number[]): Promise<Float32Array> {
  const files = await packageFiles(INTERPRETER, [...CLIENT, ...WASM])
  files.set('model.tflite', model)
  files.set('tf.js', await readFile('node_modules/@tensorflow/tfjs/dist/tf.min.js'))
  files.set('', Buffer.from('<script src="/tf.js"></script><script src="/dist/tf-tflite.min.js"></script>'))
  const server = createServer(({ url }, reply) => {
    const name = url!.slice(1)
    const type = name === '' ? 'text/html' : (TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream')
    reply.writeHead(files.has(name) ? 200 : 404, { 'content-type': type }).end(files.get(name))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const browser = await chromium.launch({ executablePath: browserPath()!, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const numbers = await page.evaluate(inPage, { numbers: [...input], shape })
    return Float32Array.from(numbers)
  } finally {
    await browser.close()
    server.close()
  }
}

declare const tf: { tensor(numbers: number[], shape: number[]): unknown }
declare const tflite: {
  setWasmPath(path: string): void
  loadTFLiteModel(
    path: string,
    options: { numThreads: number },
  ): Promise<{ predict(input: unknown): { data(): Promise<Float32Array> } }>
}

async function inPage({ numbers, shape }: { numbers: number[]; shape: number[] }): Promise<number[]> {
  tflite.setWasmPath('/wasm/')
  const model = await tflite.loadTFLiteModel('/model.tflite', { numThreads: 1 })
  return [...(await model.predict(tf.tensor(numbers, shape)).data())]
}
