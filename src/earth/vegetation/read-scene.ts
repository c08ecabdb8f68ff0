import type { Candidacy } from './candidacy.ts'
import { ndvi, reflectance, sclName, USABLE_SCL } from './ndvi.ts'
import type { PixelRead, ReadPixels } from './pixels.ts'
import { COLLECTION } from './search.ts'
import type { Scene } from './types.ts'

const RESOLUTION_M = 10

/** First what the pixel is, for all who wait; then its two bands, for those whose pixel can be used. */
export async function readScene(scene: Scene, waiting: Candidacy[], readPixels: ReadPixels): Promise<void> {
  const classes = await readPixels(
    scene.scl.href,
    waiting.map(({ place }) => place),
  )
  const usable: { each: Candidacy; scl: number }[] = []
  for (const [index, each] of waiting.entries()) {
    const scl = stored(classes[index]!, each)
    if (scl === null) continue
    if (USABLE_SCL.has(scl.value)) usable.push({ each, scl: scl.value })
    else each.passOver(`scene classification ${scl.value}: ${sclName(scl.value)}`)
  }
  if (usable.length === 0) return
  const places = usable.map(({ each }) => each.place)
  const [reds, nirs] = await Promise.all([readPixels(scene.red.href, places), readPixels(scene.nir.href, places)])
  for (const [index, { each, scl }] of usable.entries()) settle(scene, each, scl, reds[index]!, nirs[index]!)
}

function settle(scene: Scene, each: Candidacy, scl: number, redPixel: PixelRead, nirPixel: PixelRead): void {
  const red = stored(redPixel, each)
  if (red === null) return
  const nir = stored(nirPixel, each)
  if (nir === null) return
  const reflected = { red: reflectance(red.value, scene.red), nir: reflectance(nir.value, scene.nir) }
  const index = ndvi(reflected.red, reflected.nir)
  if (index === null) {
    each.passOver('the bands hold nothing here that an index could be formed of')
    return
  }
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  each.settle(round(index), {
    layer: 'sentinel2',
    version: COLLECTION,
    scene: scene.id,
    date: scene.datetime,
    resolution_m: RESOLUTION_M,
    row: red.row,
    col: red.col,
    scl,
    red: round(reflected.red!),
    nir: round(reflected.nir!),
    attribution: `Contains modified Copernicus Sentinel data ${scene.datetime.slice(0, 4)}`,
  })
}

function stored(pixel: PixelRead, each: Candidacy): Extract<PixelRead, { outcome: 'value' }> | null {
  if (pixel.outcome === 'value') return pixel
  if (pixel.outcome === 'outside') each.passOver('the place lies outside the scene')
  else each.fail(pixel.why, pixel.cause)
  return null
}
