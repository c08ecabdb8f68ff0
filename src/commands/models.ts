import { Refusal } from '../kernel/refusal.ts'
import { MODEL_NAMES, MODELS, type ModelName } from '../perceive/models.ts'
import { type BuildStep, buildModels } from '../perceive/pantry/build.ts'
import { readFailures } from '../perceive/pantry/failures.ts'
import { PACKAGES } from '../perceive/pantry/packages.ts'
import { shelf } from '../perceive/pantry/shelf.ts'
import { hashOnDisk } from '../perceive/pantry/verify.ts'
import { defineCommand, type Io, UsageError } from './command.ts'
import { table } from './table.ts'

export const list = defineCommand({
  name: 'models list',
  summary: 'List the models: state, licence, the package each comes from, hashes, and why one is not built.',
  options: { json: { type: 'boolean', help: 'print everything as JSON' } },
  async run(args, io) {
    const { folder } = io.config().models
    const states = shelf(folder, () => false).states()
    const failures = readFailures(folder)
    const models = MODEL_NAMES.map((name) => {
      const { what, source, files, licence, sha256 } = MODELS[name]
      const { name: of, version, sha512 } = PACKAGES[source]
      const reason = states[name] === 'ready' ? null : (failures[name]?.reason ?? null)
      return { name, state: states[name], reason, what, licence, package: `${of}@${version}`, sha512, files, sha256 }
    })
    if (args.flag('json')) io.out(JSON.stringify({ folder, models }, null, 2))
    else {
      const rows = models.map((each) => [each.name, each.state, each.licence, each.package, each.sha256.slice(0, 16)])
      for (const line of table(['model', 'state', 'licence', 'package', 'sha256'], rows)) io.out(line)
      for (const { name, reason } of models) if (reason !== null) io.out(`${name} is not built: ${reason}`)
      io.out(`in ${folder}`)
    }
    return 0
  },
})

export const build = defineCommand({
  name: 'models build',
  operands: '[NAME…]',
  summary:
    'Fetch and convert the models that are not there yet; all of them, or those named. Exits 1 if one cannot be had.',
  async run({ operands }, io) {
    const names = operands.length === 0 ? MODEL_NAMES : operands.map(named)
    const { folder } = io.config().models
    let built = 0
    const telling = new Telling(io)
    const failures = await buildModels(folder, names, {
      step(step) {
        if (step.doing === 'built') built++
        telling.tell(step, built)
      },
    })
      .catch((problem: NodeJS.ErrnoException) => {
        if (problem.errno === undefined) throw problem
        throw new Refusal('unavailable', `${folder} cannot be written: ${problem.code}`)
      })
      .finally(() => telling.end())
    const failed = Object.keys(failures).length
    io.out(`${built} built, ${names.length - built - failed} were there, ${failed} not built`)
    return failed === 0 ? 0 : 1
  },
})

export const verify = defineCommand({
  name: 'models verify',
  summary: 'Hash every built model again. Exits 1 if one is not what was pinned.',
  async run(_args, io) {
    const { folder } = io.config().models
    let altered = 0
    for (const name of MODEL_NAMES) {
      const hash = await hashOnDisk({ folder }, name)
      if (hash !== null && hash !== MODELS[name].sha256) altered++
      io.out(`${name}: ${hash === null ? 'not built' : hash === MODELS[name].sha256 ? 'intact' : `altered: ${hash}`}`)
    }
    if (altered > 0) io.out('`models build` replaces what was altered')
    return altered > 0 ? 1 : 0
  },
})

function named(name: string): ModelName {
  const model = MODEL_NAMES.find((known) => known === name)
  if (model === undefined)
    throw new UsageError(`there is no model ${name}: one of ${MODEL_NAMES.join(', ')} was expected`)
  return model
}

/** On a terminal one line that changes, with the seconds a step takes; elsewhere a line a step. */
class Telling {
  #io: Io
  #line = ''
  #from = 0
  #timer: NodeJS.Timeout | undefined

  constructor(io: Io) {
    this.#io = io
    if (io.progress !== undefined) this.#timer = setInterval(() => this.#draw(), 1_000)
  }

  tell(step: BuildStep, built: number): void {
    if (step.doing === 'failed') {
      this.#io.err(`${step.model} is not built: ${step.reason}`)
      return
    }
    this.#line = `${built} built; ${said(step)}`
    this.#from = performance.now()
    if (this.#io.progress !== undefined) this.#draw()
    else if (step.doing !== 'waiting') this.#io.out(said(step))
  }

  end(): void {
    clearInterval(this.#timer)
    this.#io.progress?.('')
  }

  #draw(): void {
    const seconds = Math.floor((performance.now() - this.#from) / 1_000)
    this.#io.progress?.(seconds === 0 ? this.#line : `${this.#line}, ${seconds} s`)
  }
}

function said(step: Exclude<BuildStep, { doing: 'failed' }>): string {
  switch (step.doing) {
    case 'waiting':
      return 'looking at what is there'
    case 'fetching':
      return `fetching ${step.package} (${Math.ceil(step.bytes / 1e6)} MB)`
    case 'converting':
      return `converting ${step.model}`
    case 'built':
      return `${step.model} is built`
  }
}
