import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../src/config.ts'
import { type ModelName, type ModelsAt, modelFile } from '../../src/perceive/models.ts'

/** What a clone may lack: a test that needs it is skipped with the reason, never silently. */
export type Need = { skip: string | false }

export const sharedData = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

export function needsShared(path: string): Need {
  return {
    skip: existsSync(sharedData + path) ? false : `needs ../shared/data/${path}, which a plain clone does not have`,
  }
}

export function needsCommand(command: string, ...args: string[]): Need {
  const found = spawnSync(command, args.length ? args : ['--version'], { stdio: 'ignore' }).error === undefined
  return { skip: found ? false : `needs the command ${command}` }
}

export function needsBrowser(): Need {
  return { skip: browserPath() ? false : 'needs chromium' }
}

export function browserPath(): string | undefined {
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
}

export const postgresUrl = process.env.TEST_DATABASE_URL

export function needsPostgres(): Need {
  return { skip: postgresUrl ? false : 'needs PostgreSQL at TEST_DATABASE_URL' }
}

export const modelsAt: ModelsAt = { folder: readConfig(process.env).models.folder }

/** Built by test/run.ts before the suites, or by `models build`; where the registry did not answer, it is said which miss. */
export function needsModels(...names: ModelName[]): Need {
  const missing = names.filter((name) => !existsSync(modelFile(modelsAt, name)))
  return { skip: missing.length > 0 ? `needs the models ${missing.join(', ')}: npm run -s cli -- models build` : false }
}
