import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { decode } from '../../src/imaging/decode.ts'
import { countStack, type StackReading } from '../../src/measure/stack/count.ts'
import { drawScene, type Kind, type Scene } from './stack-scenes/scenes.ts'

/** One scene, and what was said of it. */
export interface StackRow extends Omit<Scene, 'bytes'> {
  seed: number
  index: number
  reading: Pick<StackReading, 'crate_faces' | 'across' | 'down'> & { code: string | null }
  ms: number
}

/** Scenes of each seed. */
export const COUNTS: Record<Kind, number> = {
  'square on': 210,
  'a little askew': 20,
  'at an angle': 36,
  rolled: 20,
  cut: 30,
  'no lattice': 36,
  'tiled wall': 6,
}

/** Rows are kept in a file where one is named, so that a run that was broken off goes on. */
export async function stackRows(seeds: readonly number[], share: number, file?: string): Promise<StackRow[]> {
  const kept: StackRow[] =
    file && existsSync(file)
      ? readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  const rows: StackRow[] = []
  for (const seed of seeds) {
    for (const { kind, index } of inTurns(share)) {
      const known = kept.find((row) => row.seed === seed && row.kind === kind && row.index === index)
      const row = known ?? (await measured(kind, seed, index))
      if (!known && file) appendFileSync(file, `${JSON.stringify(row)}\n`)
      rows.push(row)
    }
  }
  return rows
}

/** Kinds by turns, so that a run broken off has some of each. */
function inTurns(share: number): { kind: Kind; index: number }[] {
  const all = (Object.entries(COUNTS) as [Kind, number][]).flatMap(([kind, count]) => {
    const number = Math.round(count * share)
    return Array.from({ length: number }, (_, index) => ({ kind, index, turn: (index + 0.5) / number }))
  })
  return all.sort((one, other) => one.turn - other.turn)
}

async function measured(kind: Kind, seed: number, index: number): Promise<StackRow> {
  const { bytes, ...scene } = await drawScene(kind, seed, index)
  const { width, height } = scene
  const pixels = await decode({ bytes, width, height, media_type: 'image/jpeg' })
  const began = performance.now()
  const { crate_faces, across, down, abstained } = countStack(pixels, null).reading
  const reading = { crate_faces, across, down, code: abstained?.code ?? null }
  return { ...scene, seed, index, reading, ms: Math.round(performance.now() - began) }
}
