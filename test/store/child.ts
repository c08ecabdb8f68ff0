import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Child {
  process: ChildProcess
  lines: AsyncIterable<string>
  /** Resolves when it has ended, with its exit code or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

/** Runs a script beside the test, handing it one value; what it prints comes as lines. */
export function startChild(script: URL, argument: unknown): Child {
  const process_ = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(process_, 'exit').then(([code, signal]) => code ?? signal)
  return { process: process_, lines: createInterface({ input: process_.stdout! }), ended }
}
