import { type Bench, markdown } from '../support/table.ts'
import { evaluate } from './detect/readers.ts'
import { writeReport } from './detect/report.ts'
import { groupsTable, readersTable, targetsTable } from './detect/tables.ts'

/** Precision and recall on a folder of labelled photographs; `--folder=DIR` names another, `--write` puts it into docs. */
export async function bench(): Promise<Bench> {
  const { labels, evaluations } = await evaluate()
  const tables = [readersTable(evaluations), groupsTable(evaluations)]
  const targets = targetsTable(evaluations)
  if (process.argv.includes('--write')) writeReport(labels, [...tables, targets])
  for (const table of tables) console.log(markdown(table))
  return targets
}
