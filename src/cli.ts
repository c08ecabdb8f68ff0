#!/usr/bin/env node
import { buffer } from 'node:stream/consumers'
import { COMMANDS } from './commands/index.ts'
import { runCommand } from './commands/run.ts'
import { readConfig } from './config.ts'

process.exitCode = await runCommand(COMMANDS, process.argv.slice(2), {
  config: () => readConfig(process.env),
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  stdin: () => buffer(process.stdin),
  ...(process.stderr.isTTY && { progress: (line: string) => process.stderr.write(`\r\x1b[K${line}`) }),
})
