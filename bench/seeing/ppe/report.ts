import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, markdown } from '../../support/table.ts'

const PAGE = join(import.meta.dirname, '../../../docs/accuracy-ppe.md')
const BEGIN = '<!-- tables: npm run bench -- seeing/ppe --write -->'
const END = '<!-- end of tables -->'

/** The words of the page are written by hand; only what lies between the marks is the command's. */
export function writeReport(tables: Bench[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.slice(0, page.indexOf(BEGIN)), page.slice(page.indexOf(END))]
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tables.map(markdown).join('\n')}${after}`)
}
