import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A thread that is ended inside some native libraries takes the whole process with it. A gate is shared between a
 * thread and whoever may end it: the one says when it is inside, the other closes the gate and waits until nobody is.
 */
export type Gate = Int32Array

const INSIDE = 0
const CLOSED = 1
const LOOK_AGAIN_MS = 2

let current: Gate | null = null

export function newGate(): Gate {
  return new Int32Array(new SharedArrayBuffer(8))
}

/** In the thread: the gate of the task it begins. */
export function useGate(gate: Gate): void {
  current = gate
}

/** In the thread: nothing ends it before `work` is done. Behind a closed gate work never begins: the end is near. */
export async function unbroken<Result>(work: () => Promise<Result>): Promise<Result> {
  const gate = current
  if (gate === null) return work()
  Atomics.add(gate, INSIDE, 1)
  try {
    if (Atomics.load(gate, CLOSED) === 0) return await work()
  } finally {
    Atomics.sub(gate, INSIDE, 1)
  }
  return new Promise(() => {})
}

/** Before a thread is ended. Work that takes longer than that is ended all the same. */
export async function closeGate(gate: Gate, withinMs: number): Promise<void> {
  Atomics.store(gate, CLOSED, 1)
  const enough = performance.now() + withinMs
  while (Atomics.load(gate, INSIDE) > 0 && performance.now() < enough) await sleep(LOOK_AGAIN_MS)
}
