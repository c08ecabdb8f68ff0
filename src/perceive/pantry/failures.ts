import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelName } from '../models.ts'
import { place } from './place.ts'

/** Why a model is not built, from the last time someone tried. */
export type Failures = Partial<Record<ModelName, { reason: string; at: string }>>

const FILE = 'failures.json'

export function readFailures(folder: string): Failures {
  try {
    return JSON.parse(readFileSync(join(folder, FILE), 'utf8'))
  } catch {
    return {}
  }
}

export async function writeFailures(folder: string, failures: Failures): Promise<void> {
  await place(join(folder, FILE), Buffer.from(`${JSON.stringify(failures, null, 2)}\n`))
}
