import { type Compilable, CompiledQuery, type Kysely } from 'kysely'
import type { LogTables } from './tables.ts'

const WIDEST = 1024

/**
 * A statement over many rows whose text is built once a width. Building it anew for every batch costs more than
 * running it, and widths that are powers of two keep the number of texts, which databases cache, small.
 */
export function wide<Row, Result>(
  build: (db: Kysely<LogTables>, rows: Row[]) => Compilable<Result>,
  parametersOf: (row: Row) => unknown[],
): (db: Kysely<LogTables>, rows: Row[]) => Promise<Result[]> {
  const texts = new Map<number, string>()
  return async (db, rows) => {
    const results: Result[] = []
    for (const chunk of chunks(rows)) {
      const text = texts.get(chunk.length) ?? build(db, chunk).compile().sql
      texts.set(chunk.length, text)
      const { rows } = await db.executeQuery<Result>(CompiledQuery.raw(text, chunk.flatMap(parametersOf)))
      results.push(...rows)
    }
    return results
  }
}

function* chunks<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0, width = WIDEST; start < rows.length; start += width) {
    while (width > rows.length - start) width /= 2
    yield rows.slice(start, start + width)
  }
}
