import { sql } from 'kysely'
import { openDatabase } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrate.ts'

const database = await openDatabase(JSON.parse(process.argv[2]!))
await migrate(
  database,
  [
    {
      name: '1-started',
      up: (db) => db.schema.createTable('started').addColumn('pid', 'integer').execute(),
    },
  ],
  'start',
)
await sql`insert into started values (${process.pid})`.execute(database.db)
await database.close()
