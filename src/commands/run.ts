import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type Arguments, type Command, type Io, type Option, UsageError } from './command.ts'

/** Runs the command that the words name, and answers its exit code: 64 for a mistake in the words themselves. */
export async function runCommand(commands: Command[], words: string[], io: Io): Promise<number> {
  const command = find(commands, words)
  if (command === undefined) {
    const wantsHelp = words.length === 0 || words.includes('--help') || words.includes('-h') || words[0] === 'help'
    ;(wantsHelp ? io.out : io.err)(overview(commands, words))
    return wantsHelp ? 0 : 64
  }
  const rest = words.slice(command.name.split(' ').length)
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(help(command))
    return 0
  }
  try {
    return await command.run(readArguments(command, rest), io)
  } catch (error) {
    if (error instanceof UsageError) io.err(`${error.message}\n\n${help(command)}`)
    else if (error instanceof Refusal || error instanceof ConfigError) io.err(error.message)
    else throw error
    return error instanceof UsageError ? 64 : 1
  }
}

function find(commands: Command[], words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word))
}

function readArguments(command: Command, words: string[]): Arguments {
  const options = command.options ?? {}
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    parsed = parseArgs({
      args: withNegatives(words, options),
      options: Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }])),
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]!)
  }
  const wanted = command.operands === undefined ? 0 : command.operands.split(' ').length
  const isAnyNumber = command.operands?.endsWith('…]') ?? false
  if (!isAnyNumber && parsed.positionals.length !== wanted)
    throw new UsageError(wanted === 0 ? `unexpected: ${parsed.positionals.join(' ')}` : `expected: ${command.operands}`)
  for (const [name, { required }] of Object.entries(options))
    if (required && parsed.values[name] === undefined) throw new UsageError(`--${name} is missing`)
  return {
    operands: parsed.positionals,
    text: (name) => parsed.values[name] as string | undefined,
    flag: (name) => parsed.values[name] === true,
  }
}

/** `--around -15.0,-55.7` is meant as `--around=-15.0,-55.7`: half of all places have a minus. */
function withNegatives(words: string[], options: Record<string, Option>): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1) ?? ''
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    if (takesValue && /^-[\d.]/.test(word)) joined[joined.length - 1] = `${before}=${word}`
    else joined.push(word)
  }
  return joined
}

function overview(commands: Command[], words: string[]): string {
  const group = commands.filter(({ name }) => words[0] !== undefined && name.startsWith(`${words[0]} `))
  const listed = group.length > 0 ? group : commands
  const width = Math.max(...listed.map((command) => usage(command).length))
  const lines = listed.map((command) => `  ${usage(command).padEnd(width)}  ${command.summary}`)
  const unknown =
    words.length > 0 && !words[0]!.startsWith('-') && words[0] !== 'help' && group.length === 0
      ? [`there is no command ${JSON.stringify(words[0])}`, '']
      : []
  return [
    ...unknown,
    'witnessmark COMMAND [--help]',
    '',
    ...lines,
    '',
    'Settings come from the environment; `config` prints those in force.',
  ].join('\n')
}

function usage({ name, operands }: Command): string {
  return operands === undefined ? name : `${name} ${operands}`
}

function help(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, help, required }]) => {
    const shown = `--${name}${value === undefined ? '' : ` ${value}`}`
    return `  ${shown.padEnd(26)}  ${help}${required ? ' (required)' : ''}`
  })
  return [`witnessmark ${usage(command)}`, '', command.summary, ...(options.length > 0 ? ['', ...options] : [])].join(
    '\n',
  )
}
