import { describeConfig } from '../config.ts'
import { defineCommand } from './command.ts'

export const config = defineCommand({
  name: 'config',
  summary: 'Print the settings in force, without secrets.',
  async run(_args, io) {
    io.out(JSON.stringify(describeConfig(io.config()), null, 2))
    return 0
  },
})
