/** Waits until the other side lets go, so that tests order events without a clock. */
export default async function hold({ gate, order }: { gate: Int32Array; order?: { log: Int32Array; name: number } }) {
  Atomics.wait(gate, 0, 0)
  if (order) order.log[Atomics.add(order.log, 0, 1) + 1] = order.name
  return order?.name ?? null
}
