import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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
