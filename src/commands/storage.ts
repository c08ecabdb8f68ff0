import { ownerOf } from '../accounts/owner.ts'
import { defineCommand } from './command.ts'
import { table } from './table.ts'
import { withStores } from './with-stores.ts'

const owner = { type: 'string', value: 'EMAIL', help: 'whose storage', required: true } as const

export const list = defineCommand({
  name: 'storage list',
  summary: 'List what an owner stores, and how much of the quota it uses.',
  options: { owner },
  run: (args, io) =>
    withStores(io, async ({ storage }) => {
      const email = ownerOf(args.text('owner')!)
      const rows: string[][] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await storage.list(email, cursor)
        for (const item of page.items) rows.push([item.id, item.kind, String(item.bytes), item.created_at, item.label])
        cursor = page.next
      }
      for (const line of table(['ID', 'KIND', 'BYTES', 'STORED', 'LABEL'], rows)) io.out(line)
      const { used_bytes, quota_bytes } = await storage.usage(email)
      io.out(`${used_bytes} of ${quota_bytes} bytes used`)
      return 0
    }),
})

export const remove = defineCommand({
  name: 'storage delete',
  operands: 'ID',
  summary: 'Delete one stored thing; its room is free at once, receipts stay.',
  options: { owner },
  run: (args, io) =>
    withStores(io, async ({ storage }) => {
      const [id] = args.operands
      const email = ownerOf(args.text('owner')!)
      if (await storage.remove(email, id!)) {
        io.out(`${id} is deleted`)
        return 0
      }
      io.err(`${email} stores nothing under ${id}: \`storage list\` shows the ids`)
      return 1
    }),
})
