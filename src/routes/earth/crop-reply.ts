import type { Place } from '../../earth/types.ts'
import { type Agreement, agree } from '../../measure/crop/agree.ts'
import { cellOf } from '../../measure/crop/cell.ts'
import { CROP_RULE } from '../../measure/crop/model.ts'
import { readPhoto } from '../../measure/crop/photo.ts'
import * as sentences from '../../measure/crop/sentences.ts'
import type { TakenAt } from '../../measure/crop/taken-at.ts'
import { whyNotUsable } from '../../measure/crop/usable.ts'
import { landCoverAround } from '../../measure/prescreen/land-cover.ts'
import { metresBetween } from '../../measure/water/geodesic.ts'
import type { CropPhoto } from '../../work/jobs/read-crop-photo.ts'
import type { CellReads } from './cell-reads.ts'
import { coverRead, sceneRead } from './prescreen-reply.ts'

const POSITION_IS = 'as the file says, which anyone can write there'

/** The photograph, the cell, and what their comparison comes to. */
export function cropReply(
  photo: CropPhoto,
  takenAt: TakenAt,
  place: Place,
  cellReads: CellReads,
  classNames: Record<number, string>,
) {
  const { image, measured, colour, texture, detection, taken } = photo
  const reading = readPhoto({ ...measured, colour, texture, objects: detection.objects })
  const distance_m = taken.position && Math.round(metresBetween(place, taken.position))
  const { cell, compared } = cellPart(place, takenAt, cellReads, classNames)
  const { verdict, why }: Agreement = agree({
    photo: reading,
    position: distance_m === null ? null : { distance_m },
    timesContradict: takenAt.contradiction,
    ...compared,
  })
  return {
    verdict,
    why,
    needs_a_person: verdict === 'disagrees',
    photo: {
      shows: reading.shows,
      because: reading.because,
      objects: detection.objects,
      why_no_objects: detection.objects === null ? detection.why : null,
      detectorFnId: detection.objects === null ? null : detection.detectorFnId,
      could_miss: detection.objects === null ? null : detection.could_miss,
      position: taken.position && { ...taken.position, distance_m: distance_m!, is: POSITION_IS },
      taken_at: takenAt,
    },
    photo_measurement: {
      measured_at: measured,
      colour,
      texture,
      why_not_usable: whyNotUsable(measured, texture),
      rule: CROP_RULE,
    },
    cell,
    what_this_compares: sentences.WHAT_THIS_COMPARES,
    the_colour_stage_caveat: sentences.THE_COLOUR_STAGE_CAVEAT,
    the_stage_comparison_is_not_here_yet: sentences.THE_STAGE_COMPARISON_IS_NOT_HERE_YET,
    image,
  }
}

function cellPart(place: Place, takenAt: TakenAt, reads: CellReads, classNames: Record<number, string>) {
  const { at, around, vegetation } = reads
  const cover = landCoverAround(around, place)
  const cell = cellOf(cover)
  const whyNoCell =
    cell === null
      ? `land cover could be read in ${cover.pixels_read} of ${cover.pixels} pixels within ${cover.radius_m} m${cover.whys.length > 0 ? `: ${cover.whys.join('; ')}` : ''}`
      : null
  const whyNoNdvi = whyNotCompared(takenAt, vegetation)
  const ndvi = whyNoNdvi === null && vegetation.outcome === 'value' ? vegetation : null
  const layerAge = takenAt.used === null ? null : new Date(takenAt.used).getUTCFullYear() - at.at.year
  return {
    compared: {
      cell,
      whyNoCell,
      ndvi: ndvi && {
        value: ndvi.ndvi,
        sentence: `NDVI ${ndvi.ndvi.toFixed(2)} on ${ndvi.at.date.slice(0, 10)}, in scene ${ndvi.at.scene}`,
      },
      whyNoNdvi,
      layerAge: layerAge === null ? null : { year: at.at.year, years: layerAge },
    },
    cell: {
      ...place,
      readable: cell !== null,
      why_unread: whyNoCell,
      kind: cell?.kind ?? null,
      share: cell?.share ?? null,
      class: at.outcome === 'value' ? { code: at.value, name: classNames[at.value]! } : null,
      land_cover: coverRead(at, around, cover),
      layer_years_before_photograph: layerAge,
      vegetation: { ...sceneRead(vegetation), compared: ndvi !== null, why_not_compared: whyNoNdvi },
    },
  }
}

function whyNotCompared(takenAt: TakenAt, vegetation: CellReads['vegetation']): string | null {
  if (vegetation.outcome !== 'value') return vegetation.why
  if (takenAt.used === null) return 'nobody says when the photograph was taken'
  return takenAt.contradiction
}
