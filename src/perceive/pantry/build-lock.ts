import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_AGAIN_MS = 250
const BUSY = 5

/**
 * One process at a time builds in the folder; the others wait, and then find what it built. The lock is the operating
 * system's, through a SQLite transaction that is never committed, so a killed process leaves none behind.
 */
export async function underBuildLock<Result>(
  folder: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'build.lock'), { timeout: 0 })
  try {
    while (!taken(lock)) await sleep(LOOK_AGAIN_MS, undefined, { signal })
    return await work()
  } finally {
    lock.close()
  }
}

function taken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (problem) {
    if ((((problem as { errcode?: number }).errcode ?? 0) & 0xff) === BUSY) return false
    throw problem
  }
}
