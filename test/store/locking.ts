import { lockFolder } from '../../src/store/folder-lock.ts'

lockFolder(JSON.parse(process.argv[2]!))
// The lock must outlive a collection although nothing here refers to it.
globalThis.gc?.()
console.log('locked')
setInterval(() => {}, 1_000)
