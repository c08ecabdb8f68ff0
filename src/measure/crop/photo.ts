import type { ColourShares } from './colour.ts'
import { named, type SeenObject, settingOf } from './objects.ts'
import type { Texture } from './texture.ts'
import { whyNotUsable } from './usable.ts'

export type Shows = 'plants' | 'bare_ground' | 'indoors' | 'street' | 'open_water' | 'fruit' | 'unclear'

export interface PhotoSeen {
  width: number
  height: number
  colour: ColourShares
  texture: Texture
  /** Null where no detector could look. */
  objects: SeenObject[] | null
}

export interface PhotoReading {
  shows: Shows
  /** What the reading rests on, or why there is none. */
  because: string
}

/** Green shares from which on plants fill enough of a picture, and up to which nothing much grows in it. */
export const GREEN = { plants: 0.3, little: 0.1 } as const
const BROWN_GROUND = 0.4
const OPEN_SKY = 0.05
const WATER_BELOW = 0.2

/** What a picture shows, by a rule that anyone can repeat; what fits no line of it is unclear. */
export function readPhoto({ width, height, colour, texture, objects }: PhotoSeen): PhotoReading {
  const unusable = whyNotUsable({ width, height }, texture)
  if (unusable !== null) return unclear(unusable)
  if (objects === null) return unclear('no detector could look for rooms, streets and boats in this picture')
  const { indoors, street, afloat, harvest } = settingOf(objects)
  const { green, brown, sky, blue_below } = colour
  const kinds = [indoors, street, afloat].filter((seen) => seen.length > 0).length
  if (kinds > 1) return unclear(`objects of different settings were seen: ${named([...indoors, ...street, ...afloat])}`)
  if (kinds === 1 && green >= GREEN.plants)
    return unclear(`${percent(green)} of the picture is green, beside ${named([...indoors, ...street, ...afloat])}`)
  if (indoors.length > 0) return { shows: 'indoors', because: `seen in the picture: ${named(indoors)}` }
  if (street.length > 0) return { shows: 'street', because: `seen in the picture: ${named(street)}` }
  if (afloat.length > 0 && blue_below >= WATER_BELOW)
    return { shows: 'open_water', because: `${percent(blue_below)} is blue below the middle, with ${named(afloat)}` }
  if (green >= GREEN.plants)
    return { shows: 'plants', because: `${percent(green)} of the picture is green and full of detail` }
  if (harvest.length > 0) return { shows: 'fruit', because: `seen in the picture: ${named(harvest)}` }
  if (brown >= BROWN_GROUND && green <= GREEN.little && sky >= OPEN_SKY)
    return {
      shows: 'bare_ground',
      because: `${percent(brown)} of the picture is the brown of soil or straw and ${percent(green)} green, under ${percent(sky)} of sky`,
    }
  return unclear(
    `its colours are neither plants nor bare ground: ${percent(green)} green, ${percent(brown)} brown, ${percent(sky)} sky`,
  )
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function unclear(because: string): PhotoReading {
  return { shows: 'unclear', because }
}
