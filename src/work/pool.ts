import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Piscina } from 'piscina'
import { closeGate, type Gate, newGate } from '../kernel/unbroken.ts'
import { FairQueue } from './fair-queue.ts'
import { Pace } from './pace.ts'
import { buffersOf, type Parcel, type Task, unpack } from './parcel.ts'
import { busy, jobLost, stopping } from './refusals.ts'

export interface PoolOptions {
  workers: number
  /** How many jobs may wait beside those that run; one more is refused as busy. */
  queueLimit: number
  /** Takes waiting jobs in turns over addresses; otherwise in the order in which they came. */
  perAddressFairness: boolean
  /** Where `<name>.ts` of each job lies. */
  jobsDir?: string
  /** JavaScript heap of one worker; a job that outgrows it is lost, and nothing else is. */
  heapMb?: number
  /** How long a running job whose caller went away may still take before its worker is ended. */
  graceMs?: number
}

export interface RunOptions {
  /** Whose turn it is counted as. */
  address?: string
  signal?: AbortSignal
  /** Buffers of the input that change hands: they are empty here afterwards, and nothing is copied. */
  transferList?: readonly (ArrayBufferLike | ArrayBufferView)[]
}

export interface PoolStats {
  workers: number
  queued: number
  running: number
  /** Answered, with an output or a refusal. */
  done: number
  /** Ended with their worker. */
  lost: number
  /** Refused because the queue was full. */
  busy: number
  /** Given up by their caller. */
  cancelled: number
}

export interface Pool {
  run<Output>(job: string, input: unknown, options?: RunOptions): Promise<Output>
  stats(): PoolStats
  /** Refuses what waits and what comes, lets what runs finish, and ends it at the deadline. */
  close(deadlineMs: number): Promise<void>
}

interface Job {
  task: Task
  transferList: ArrayBuffer[]
  signal: AbortSignal | undefined
  settle(outcome: () => unknown): void
}

/** Longer than any run of a model; less at the end, which has ten seconds for everything. */
const NATIVE_MS = 60_000
const NATIVE_AT_END_MS = 1_400
const JOB_NAME = /^[a-z][a-z0-9-]*$/

export function createPool(options: PoolOptions): Pool {
  const { workers, queueLimit, heapMb = 1024, graceMs = 2_000 } = options
  const threads = new Piscina({
    filename: join(import.meta.dirname, 'worker.ts'),
    workerData: { jobsDir: options.jobsDir ?? join(import.meta.dirname, 'jobs') },
    minThreads: workers,
    maxThreads: workers,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // Node can abort when a thread is ended while it require()s an ES module; nothing in a worker needs that.
    execArgv: ['--no-require-module'],
  })
  // A worker that fails while it starts has no caller to tell, and unheard it would end the process.
  threads.on('error', () => {})
  const queue = new FairQueue<Job>()
  const pace = new Pace()
  const gates = new Set<Gate>()
  const counts = { done: 0, lost: 0, busy: 0, cancelled: 0 }
  let running = 0
  let state: 'open' | 'closing' | 'ended' = 'open'
  let whenIdle = () => {}

  function start(job: Job): void {
    running++
    gates.add(job.task.gate)
    const ending = new AbortController()
    const { gate } = job.task
    let grace: NodeJS.Timeout | undefined
    // Most jobs end sooner than a new worker starts, so a running one is only ended when it takes long.
    const leave = () => {
      grace = setTimeout(() => closeGate(gate, NATIVE_MS).then(() => ending.abort()), graceMs)
    }
    job.signal?.addEventListener('abort', leave, { once: true })
    const elapsed = pace.start()
    threads
      .run(job.task, { transferList: job.transferList, signal: ending.signal })
      .then(
        (parcel: Parcel) => {
          elapsed()
          if (!job.signal?.aborted) counts.done++
          job.settle(() => unpack(parcel))
        },
        (error: unknown) => job.settle(() => throwFor(error, ending.signal.aborted)),
      )
      .finally(() => {
        clearTimeout(grace)
        job.signal?.removeEventListener('abort', leave)
        running--
        gates.delete(gate)
        const next = queue.shift()
        if (next) start(next)
        else if (running === 0) whenIdle()
      })
  }

  function throwFor(error: unknown, ended: boolean): never {
    if (state === 'ended') throw stopping()
    if (ended || (error as Error).name === 'DataCloneError') throw error
    counts.lost++
    throw jobLost(error)
  }

  /** A full queue that one address filled is full for that address: others still find a place. */
  function makeRoom(line: string): void {
    const refuse = () => {
      counts.busy++
      throw busy(pace.waitS(queue.size, workers))
    }
    const displaced = queue.displaceFor(line)
    if (displaced) displaced.settle(refuse)
    else refuse()
  }

  function run<Output>(job: string, input: unknown, { address = '', signal, transferList = [] }: RunOptions = {}) {
    const line = options.perAddressFairness ? address : ''
    return new Promise<Output>((resolve, reject) => {
      if (!JOB_NAME.test(job)) throw new Error(`${job} is no job's name`)
      if (state !== 'open') throw stopping()
      signal?.throwIfAborted()
      if (running >= workers && queue.size >= queueLimit) makeRoom(line)
      const leave = () => {
        counts.cancelled++
        queue.remove(line, waiting)
        reject(signal!.reason)
      }
      const waiting: Job = {
        task: { job, input, gate: newGate() },
        transferList: buffersOf(transferList),
        signal,
        settle(outcome) {
          signal?.removeEventListener('abort', leave)
          try {
            resolve(outcome() as Output)
          } catch (error) {
            reject(error)
          }
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      if (running < workers) start(waiting)
      else queue.push(line, waiting)
    })
  }

  async function close(deadlineMs: number): Promise<void> {
    state = 'closing'
    for (const job of queue.clear())
      job.settle(() => {
        throw stopping()
      })
    const idle = running === 0 ? Promise.resolve() : new Promise<void>((resolve) => (whenIdle = resolve))
    const enough = new AbortController()
    await Promise.race([idle, wait(deadlineMs, undefined, { signal: enough.signal }).catch(() => {})])
    enough.abort()
    state = 'ended'
    await Promise.all([...gates].map((gate) => closeGate(gate, NATIVE_AT_END_MS)))
    await threads.destroy()
  }

  return { run, close, stats: () => ({ workers, queued: queue.size, running, ...counts }) }
}
