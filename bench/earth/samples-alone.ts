import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLayers } from '../../src/earth/layers.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { searchWindow } from '../../src/measure/water/search.ts'
import { openBlockCache } from '../../src/store/block-cache.ts'

/**
 * How often ring samples alone would name another bracket than the nearest wet pixel does, for dry pins spread over a
 * box that lies in a folder of surface-water tiles:
 * `npm exec -c 'node bench/earth/samples-alone.ts FOLDER WEST SOUTH EAST NORTH'`
 */
const [folder, ...sides] = process.argv.slice(2)
const [west, south, east, north] = sides.map(Number) as [number, number, number, number]
const [radiiM, bearings, pins] = [[25, 50, 100, 200, 350, 500], 16, 1500]

const scratch = mkdtempSync(join(tmpdir(), 'witnessmark-bench-'))
const nowhere = 'http://127.0.0.1:9'
const layers = createLayers({
  folder: folder!,
  urls: { worldcover: nowhere, gsw: nowhere, hansen: nowhere, gfc2020: nowhere },
  clock: systemClock,
  cache: await openBlockCache(scratch, 1024 ** 2),
})
let [near, differing] = [0, 0]
for (let index = 0; index < pins; index++) {
  // Two irrational steps fill the box evenly.
  const pin = {
    lat: south + ((index * 0.5698402909980532) % 1) * (north - south),
    lng: west + ((index * 0.7548776662466927) % 1) * (east - west),
  }
  const around = { centre: pin, radiusM: radiiM.at(-1)! }
  const [recurrence, transitions] = await Promise.all([
    layers.window('gsw_recurrence', around),
    layers.window('gsw_transitions', around),
  ])
  const { found } = searchWindow({ recurrence, transitions, pin, radiiM, bearings })
  if (found.answer !== 'water_in_bracket' || found.at_the_point.outcome === 'wet') continue
  near++
  const first = found.rings.find(({ samples }) => samples.some(({ outcome }) => outcome === 'wet'))
  if (first?.radius_m !== found.distance_bracket_m![1]) differing++
}
layers.close()
rmSync(scratch, { recursive: true })
console.log(`${differing} of ${near} dry pins within 500 m of water: the samples alone name another bracket`)
