import type { FastifyReply } from 'fastify'

/** Names and values in turn, as node writes them: no object is put together that node would take apart again. */
export type Head = string[]

/** A name stands once: what is put later replaces what was there. */
export function put(head: Head, name: string, value: string): void {
  for (let at = 0; at < head.length; at += 2)
    if (head[at] === name) {
      head[at + 1] = value
      return
    }
  head.push(name, value)
}

export function putAll(head: Head, headers: Record<string, string>): void {
  for (const name in headers) put(head, name, headers[name]!)
}

export function headValue(head: Head, name: string): string | undefined {
  for (let at = 0; at < head.length; at += 2) if (head[at] === name) return head[at + 1]
  return undefined
}

export function giveHead(head: Head, reply: FastifyReply): void {
  for (let at = 0; at < head.length; at += 2) reply.header(head[at]!, head[at + 1])
}
