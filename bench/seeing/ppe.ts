import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { COCO_PEOPLE, PARTY_PEOPLE } from '../../test/ppe/looked-at.ts'
import { type Bench, markdown } from '../support/table.ts'
import { folderGiven } from './detect/folder.ts'
import { drawOverlays } from './ppe/overlay.ts'
import { paintedTable } from './ppe/painted.ts'
import { partyPhotographs } from './ppe/photographs.ts'
import { type Read, readAll } from './ppe/read-all.ts'
import { writeReport } from './ppe/report.ts'
import { peopleTable, targetsTable } from './ppe/tables.ts'

/** Equipment on photographs of people; `--overlays=DIR` draws each with its head hidden, `--write` puts the tables into docs. */
export async function bench(): Promise<Bench> {
  const { models } = readConfig(process.env)
  const party = await partyPhotographs()
  const coco = await readAll(folderGiven(), COCO_PEOPLE, models)
  const close = party === null ? [] : await readAll(party, PARTY_PEOPLE, models)
  const rows: Read[] = [...coco, ...close]
  const overlays = process.argv.find((word) => word.startsWith('--overlays='))?.slice('--overlays='.length)
  if (overlays !== undefined) await drawOverlays(rows, resolve(overlays))
  const tables = [peopleTable(rows), await paintedTable(rows, models)]
  const targets = targetsTable(rows)
  if (process.argv.includes('--write') && existsSync(party ?? '')) writeReport([...tables, targets])
  for (const table of tables) console.log(markdown(table))
  return targets
}
