import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Need } from '../support/needs.ts'

/** A folder on a file system of its own that is soon full. */
export function smallDisk(t: TestContext, kilobytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'witnessmark disk '))
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder])
  assert.equal(status, 0, String(stderr))
  t.after(() => {
    spawnSync('umount', ['-l', folder])
    rmdirSync(folder)
  })
  return folder
}

export function needsSmallDisk(): Need {
  const probe = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
  return { skip: probe.status === 0 ? false : 'needs the right to mount a small file system' }
}
