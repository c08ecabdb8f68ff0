import type { Command } from './command.ts'
import { config } from './config.ts'
import { detect } from './detect.ts'
import * as keys from './keys.ts'
import * as layers from './layers.ts'
import { measure } from './measure.ts'
import * as models from './models.ts'
import { prescreen } from './prescreen.ts'
import * as signingKey from './signing-key.ts'
import * as storage from './storage.ts'
import { verify } from './verify.ts'

export const COMMANDS: Command[] = [
  verify,
  measure,
  detect,
  prescreen,
  keys.mint,
  keys.list,
  keys.revoke,
  storage.list,
  storage.remove,
  signingKey.rotate,
  signingKey.list,
  models.list,
  models.build,
  models.verify,
  layers.fetch,
  layers.list,
  layers.verify,
  config,
]
