import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PinholeCamera } from '../../src/measure/produce/scene/index.ts'
import { plainScene, renderScene } from '../../src/measure/produce/scene/index.ts'
import type { Bench } from '../support/table.ts'
import type { Cost } from './cost-child.ts'
import { jpegOf } from './take.ts'

const MOST_TIMES = 12
const MOST_MB = 600

/** What a 12-megapixel photograph with card and six variants costs beside its own decoding, in a process of its own. */
export async function bench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
  try {
    const path = join(folder, 'photograph.jpg')
    writeFileSync(path, await jpegOf(renderScene(photograph()).pixels, 90))
    const { decodeMs, measureMs, addedMb } = await costOf(path)
    const times = measureMs / decodeMs
    return {
      name: 'Measuring a 12-megapixel photograph, six variants',
      rows: [
        { what: 'decode, CPU ms', value: decodeMs.toFixed(0), target: '' },
        { what: 'decode and measure, CPU ms', value: measureMs.toFixed(0), target: '' },
        {
          what: 'times the decode',
          value: times.toFixed(1),
          target: `at most ${MOST_TIMES}`,
          met: met(times, MOST_TIMES),
        },
        {
          what: 'MB added to an idle worker',
          value: addedMb.toFixed(0),
          target: `under ${MOST_MB}`,
          met: met(addedMb, MOST_MB),
        },
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const met = (value: number, limit: number) => (value <= limit ? 'yes' : 'no')

function photograph() {
  const camera = { ...(plainScene().camera as PinholeCamera), focalPx: 2900, tiltDeg: 12, azimuthDeg: 60, k1: 0.03 }
  return plainScene({ width: 4000, height: 3000, camera, table: 'wood', blurPx: 1.1 })
}

async function costOf(path: string): Promise<Cost> {
  const child = fork(join(import.meta.dirname, 'cost-child.ts'), [path])
  const [cost] = (await once(child, 'message')) as [Cost]
  return cost
}
