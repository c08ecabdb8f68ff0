import type { Config } from '../config.ts'

/** What a command may touch of the world; tests hand in their own. */
export interface Io {
  config(): Config
  out(line: string): void
  err(line: string): void
  stdin(): Promise<Uint8Array | string>
  /** The terminal's progress line; absent where output is not a terminal. */
  progress?(text: string): void
}

export interface Option {
  type: 'string' | 'boolean'
  /** What stands for the value in the help, such as EMAIL. */
  value?: string
  help: string
  required?: boolean
}

export interface Command {
  /** One or two words: `verify`, `keys mint`. */
  name: string
  summary: string
  /** What stands after the name, such as `FILE|-`. */
  operands?: string
  options?: Record<string, Option>
  /** The exit code. */
  run(args: Arguments, io: Io): Promise<number>
}

export interface Arguments {
  operands: string[]
  text(name: string): string | undefined
  flag(name: string): boolean
}

export function defineCommand(command: Command): Command {
  return command
}

/** A mistake in the command line: its message is followed by the command's help. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
