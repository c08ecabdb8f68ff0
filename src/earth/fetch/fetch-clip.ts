import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Unreadable } from '../unreadable.ts'
import type { Clip, ClipBlock } from './clip.ts'

export interface ClipFetch {
  clip: Clip
  /** Where the whole file will lie; until then it grows beside it as .part. */
  path: string
  read(offset: number, length: number): Promise<Uint8Array>
  /** Throws where the finished part does not hold what it should. */
  verify(part: string): Promise<void>
  report(written: number): void
}

const ONE_REQUEST = 4 * 1024 * 1024
const BRIDGED_GAP = 4_096
const READ_AGAIN = 8

/** Goes on where an earlier try was broken off; the file gets its name only once it was read back and found right. */
export async function fetchClip(fetch: ClipFetch): Promise<void> {
  const { clip, path } = fetch
  const part = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  const file = await open(part, 'a+')
  try {
    const done = await resume(file, clip)
    fetch.report(done)
    for (const run of runsOf(clip.blocks.filter(({ at }) => at >= done))) await copyRun(file, run, fetch)
    await file.sync()
    if (!(await equalsSource(file, fetch))) {
      await rm(part, { force: true })
      throw new Unreadable('malformed', `${basename(path)} came different at a second look; nothing was kept of it`)
    }
  } finally {
    await file.close()
  }
  try {
    await fetch.verify(part)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await rename(part, path)
}

/** What an earlier try wrote counts up to its last whole block, if it was of the same source and the same rectangle. */
async function resume(file: FileHandle, { header, blocks }: Clip): Promise<number> {
  const { size } = await file.stat()
  const begun = Buffer.alloc(header.length)
  await file.read(begun, 0, begun.length, 0)
  if (size < header.length || !begun.equals(header)) {
    await file.truncate(0)
    await file.write(header)
    return header.length
  }
  const whole = blocks.filter(({ at, size: length }) => at + length <= size).at(-1)
  const done = whole === undefined ? header.length : whole.at + whole.size
  await file.truncate(done)
  return done
}

/** Blocks that lie side by side upstream come with one request. */
function runsOf(blocks: ClipBlock[]): ClipBlock[][] {
  const runs: ClipBlock[][] = []
  for (const block of blocks) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const gap = before === undefined ? -1 : block.source - before.source - before.size
    const length = run === undefined ? 0 : block.source + block.size - run[0]!.source
    if (run !== undefined && gap >= 0 && gap <= BRIDGED_GAP && length <= ONE_REQUEST) run.push(block)
    else runs.push([block])
  }
  return runs
}

async function copyRun(file: FileHandle, run: ClipBlock[], { read, report }: ClipFetch): Promise<void> {
  const start = run[0]!.source
  const last = run.at(-1)!
  const bytes = await read(start, last.source + last.size - start)
  for (const { source, size } of run) await file.appendFile(bytes.subarray(source - start, source - start + size))
  report(last.at + last.size)
}

/** Some blocks, spread over the file, are read from the source once more and compared byte for byte. */
async function equalsSource(file: FileHandle, { clip, read }: ClipFetch): Promise<boolean> {
  const step = Math.max(1, Math.floor(clip.blocks.length / READ_AGAIN))
  for (let nth = 0; nth < clip.blocks.length; nth += step) {
    const { source, at, size } = clip.blocks[nth]!
    const kept = Buffer.alloc(size)
    await file.read(kept, 0, size, at)
    if (!kept.equals(await read(source, size))) return false
  }
  return true
}
