import { Agent, request } from 'node:http'

const PATH = '/api/v1/object-detection'

/** Each client has an address of its own on the loopback; the service shares its queue between addresses. */
export function clientAt(port: number, number: number): { send(jpeg: Buffer): Promise<void>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
  const send = (jpeg: Buffer) =>
    new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'image/jpeg', 'content-length': jpeg.length }
      const options = {
        agent,
        port,
        host: '127.0.0.1',
        localAddress: `127.0.0.${number + 1}`,
        method: 'POST',
        path: PATH,
      }
      const call = request({ ...options, headers }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`answered ${reply.statusCode}`))
        reply.resume().on('end', resolve)
      })
      call.on('error', reject)
      call.end(jpeg)
    })
  return { send, close: () => agent.destroy() }
}

/** How many frames each client was served in `seconds`; client 0 keeps `greed` requests waiting, every other one. */
export async function served(port: number, jpeg: Buffer, clients: number, greed: number, seconds: number) {
  const counts = new Array<number>(clients).fill(0)
  const until = performance.now() + seconds * 1000
  const each = Array.from({ length: clients }, (_, number) => clientAt(port, number))
  async function keepAsking(number: number): Promise<void> {
    while (performance.now() < until) {
      await each[number]!.send(jpeg)
      counts[number]! += 1
    }
  }
  const lanes = each.flatMap((_, number) => Array.from({ length: number === 0 ? greed : 1 }, () => keepAsking(number)))
  await Promise.all(lanes)
  for (const client of each) client.close()
  return counts
}
