import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const NICE = 10

/**
 * Measuring may take a second, answering may not: where cores are short, this thread stands back behind the one that
 * answers. Only Linux gives threads priorities of their own; elsewhere nothing happens.
 */
export function standBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE)
  } catch {
    // A system that does not let us: the work is done all the same.
  }
}
