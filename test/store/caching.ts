import { openBlockCache } from '../../src/store/block-cache.ts'

/** Puts blocks until it is killed, and says which are there. */
const { folder } = JSON.parse(process.argv[2]!) as { folder: string }
const cache = await openBlockCache(folder, 64 * 1024 * 1024)
for (let n = 0; ; n++) {
  await cache.put(`key ${n}`, new Uint8Array(50_000 + n).fill(n % 256))
  console.log(n)
}
