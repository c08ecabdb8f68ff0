import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Io } from '../../src/commands/command.ts'
import { COMMANDS } from '../../src/commands/index.ts'
import { runCommand } from '../../src/commands/run.ts'
import { readConfig } from '../../src/config.ts'
import { freshFolder } from '../store/fresh.ts'

async function run(words: string[], env: Record<string, string> = {}) {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    config: () => readConfig(env),
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    stdin: async () => '',
  }
  return { code: await runCommand(COMMANDS, words, io), out: out.join('\n'), err: err.join('\n') }
}

describe('--help', () => {
  for (const command of COMMANDS)
    test(`of ${command.name} tells what it does and every option, and does nothing else`, async () => {
      for (const flag of ['--help', '-h']) {
        const { code, out, err } = await run([...command.name.split(' '), flag, '--nonsense'])
        assert.deepEqual([code, err], [0, ''])
        assert.ok(out.startsWith(`witnessmark ${command.name}`))
        assert.ok(out.includes(command.summary))
        for (const [name, { help, value }] of Object.entries(command.options ?? {})) {
          assert.ok(out.includes(`--${name}${value === undefined ? '' : ` ${value}`}`), name)
          assert.ok(out.includes(help))
        }
      }
    })

  test('alone, or no word at all, lists every command', async () => {
    for (const words of [[], ['--help'], ['-h'], ['help']]) {
      const { code, out } = await run(words)
      assert.equal(code, 0)
      for (const { name, summary } of COMMANDS) assert.ok(out.includes(name) && out.includes(summary), name)
    }
  })

  test('of a group lists the group', async () => {
    const { code, out } = await run(['keys', '--help'])
    assert.equal(code, 0)
    assert.match(out, /keys mint/)
    assert.doesNotMatch(out, /storage list/)
  })
})

describe('a mistake in the words is 64, says what is wrong and how it is meant', () => {
  const mistakes: [string[], RegExp][] = [
    [['frobnicate'], /there is no command "frobnicate"/],
    [['keys'], /keys mint/],
    [['keys', 'frob'], /keys mint/],
    [['keys', 'mint'], /--owner is missing/],
    [['keys', 'mint', '--owner', 'a@example.com'], /--name is missing/],
    [['keys', 'mint', '--owner', 'a@example.com', '--name', 'x', '--scope', 'root'], /--scope is "root"/],
    [['keys', 'mint', '--owner', 'a@example.com', '--name', 'x', '--quota', '1 GB'], /--quota/],
    [['keys', 'mint', '--owner', 'a@example.com', '--name', 'x', '--quota', '9007199254740993'], /quota/],
    [['keys', 'mint', '--owner', 'a@example.com', '--name', 'x', '--colour', 'red'], /--colour/],
    [['keys', 'mint', 'extra', '--owner', 'a@example.com', '--name', 'x'], /unexpected: extra/],
    [['keys', 'revoke'], /expected: ID/],
    [['keys', 'revoke', 'a', 'b'], /expected: ID/],
    [['storage', 'list'], /--owner is missing/],
    [['config', 'extra'], /unexpected: extra/],
  ]
  for (const [words, message] of mistakes)
    test(words.join(' '), async (t) => {
      const { code, out, err } = await run(words, { DATA_DIR: freshFolder(t) })
      assert.ok(code === 64 || (code === 1 && /quota/.test(err)), `${code}`)
      assert.match(err, message)
      assert.equal(out, '')
    })
})

test('a setting that cannot be meant is told in one line', async () => {
  const { code, err } = await run(['config'], { PORT: 'eighty' })
  assert.equal(code, 1)
  assert.match(err, /^PORT is "eighty"/)
})
