import { sql } from 'kysely'
import { openDatabase } from '../../src/store/database.ts'

const database = await openDatabase(JSON.parse(process.argv[2]!))
for (let added = 0; added < 100; added += 1) {
  await database.db.transaction().execute(async (tx) => {
    await sql`select n from tally`.execute(tx)
    await sql`update tally set n = n + 1`.execute(tx)
  })
}
await database.close()
