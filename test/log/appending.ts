import { randomBytes } from 'node:crypto'
import { openLog } from '../../src/store/log/log.ts'

/** Appends with 64 callers until it is killed, and prints what it was promised, each line only after the promise. */
const log = await openLog(JSON.parse(process.argv[2]!))
let lastSize = -1

async function caller(): Promise<never> {
  for (;;) {
    const cid = randomBytes(32)
    const { leafIndex, log: member } = await log.append(cid, JSON.stringify({ cid: cid.toString('hex') }))
    let lines = `leaf ${leafIndex} ${cid.toString('hex')}\n`
    if (member.tree_size !== lastSize) lines += `head ${member.tree_size} ${member.root_sha256}\n`
    lastSize = member.tree_size
    process.stdout.write(lines)
  }
}

await Promise.all(Array.from({ length: 64 }, caller))
