import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite.ts'

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

export interface FolderLock {
  release(): void
}

/** Held here as well: a lock that only a forgotten variable holds would be collected, and the folder left open. */
const held = new Set<DatabaseSync>()

/**
 * Promises that one service process at a time works in the folder. The lock is the operating system's, through an
 * exclusive SQLite transaction that is never committed, so a killed process leaves none behind.
 * The CLI does not take it: it works beside a running service.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'service.lock')
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (problem) {
    lock.close()
    if (!isBusy(problem)) throw problem
    throw new FolderInUse(
      `another service already runs on the folder ${folder}: stop it, or give this one its own DATA_DIR`,
    )
  }
  held.add(lock)
  return {
    release() {
      if (held.delete(lock)) lock.close()
    },
  }
}
