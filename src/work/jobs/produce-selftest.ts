import { runSelftest, type Selftest } from '../../measure/produce/selftest.ts'

/** Some seconds of rendering and measuring with the very code that measures photographs. */
export default function produceSelftest(): Promise<Selftest> {
  return runSelftest()
}
