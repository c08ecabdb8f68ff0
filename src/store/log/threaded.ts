import { Worker } from 'node:worker_threads'
import type { Clock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EngineMethod, EngineOptions, LogEngine } from './engine.ts'
import { type Answer, type Call, reviveError, type Started } from './messages.ts'
import type { HeadKey } from './signer.ts'

interface Pending {
  resolve(result: unknown): void
  reject(problem: unknown): void
}

/** The near end of the log's thread. A thread that died is started again, with recovery, by the next call. */
export class ThreadedEngine implements LogEngine {
  readonly #options: EngineOptions
  readonly #clock: Clock
  readonly #pending = new Map<number, Pending>()
  #worker: Promise<Worker> | undefined
  #calls = 0
  #closed = false

  private constructor(options: EngineOptions, clock: Clock) {
    this.#options = { ...options }
    this.#clock = clock
  }

  static async start(options: EngineOptions, clock: Clock): Promise<ThreadedEngine> {
    const engine = new ThreadedEngine(options, clock)
    await engine.#thread()
    return engine
  }

  appendBatch: LogEngine['appendBatch'] = (entries, now) => this.#call('appendBatch', entries, now)
  latest: LogEngine['latest'] = () => this.#call('latest')
  checkpoint: LogEngine['checkpoint'] = () => this.#call('checkpoint')
  proofByCid: LogEngine['proofByCid'] = (cid) => this.#call('proofByCid', cid)
  receiptByCid: LogEngine['receiptByCid'] = (cid) => this.#call('receiptByCid', cid)
  consistency: LogEngine['consistency'] = (first, second) => this.#call('consistency', first, second)
  tile: LogEngine['tile'] = (level, index, width) => this.#call('tile', level, index, width)
  entries: LogEngine['entries'] = (index, width) => this.#call('entries', index, width)

  async rekey(key: HeadKey): Promise<void> {
    await this.#call('rekey', key)
    this.#options.signHead = key
  }

  async close(): Promise<void> {
    if (this.#closed) return
    const worker = await this.#worker?.catch(() => undefined)
    if (!worker) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    const closing = this.#call('close')
    this.#closed = true
    await closing
    await ended
  }

  async #call<Result>(method: EngineMethod | 'close', ...args: unknown[]): Promise<Result> {
    if (this.#closed) throw new Refusal('stopping', 'The log is closed.')
    const worker = await this.#thread().catch((problem) => {
      throw unavailable('The log could not be started again.', problem)
    })
    return new Promise((resolve, reject) => {
      this.#calls += 1
      this.#pending.set(this.#calls, { resolve: resolve as Pending['resolve'], reject })
      worker.postMessage({ id: this.#calls, method, args } satisfies Call)
    })
  }

  #thread(): Promise<Worker> {
    this.#worker ??= this.#start()
    return this.#worker
  }

  #start(): Promise<Worker> {
    const workerData = { options: this.#options, now: this.#clock().toISOString() }
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData })
    return new Promise((resolve, reject) => {
      worker.once('message', (first: Started) => {
        if (!first.started) return reject(reviveError(first.problem))
        worker.on('message', (answer: Answer) => this.#settle(answer))
        resolve(worker)
      })
      worker.on('error', reject)
      worker.on('exit', (code) => {
        reject(new Error(`the log's thread ended with ${code}`))
        this.#worker = undefined
        for (const { reject } of this.#pending.values()) {
          reject(unavailable('The log stopped before it had answered; nothing is known to be stored.', code))
        }
        this.#pending.clear()
      })
    })
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if ('problem' in answer) pending?.reject(reviveError(answer.problem))
    else pending?.resolve(answer.result)
  }
}

function unavailable(reason: string, cause: unknown): Refusal {
  return new Refusal('unavailable', reason, {
    retryAfterS: 1,
    cause,
    fix: { do: 'Send the request again in a moment: what was stored already is answered with its first place.' },
  })
}
