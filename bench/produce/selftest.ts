import { runSelftest } from '../../src/measure/produce/selftest.ts'

console.log(JSON.stringify(await runSelftest(), null, 2))
