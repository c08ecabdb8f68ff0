import { type LandUseMap, landUseMap } from '../../measure/maps/land-use-map.ts'
import { type WaterMap, waterMap } from '../../measure/maps/water-map.ts'

export type EarthMap = { kind: 'land_use'; map: LandUseMap } | { kind: 'water'; map: WaterMap }

/** Half a million pixels are drawn one by one. */
export default function earthMap(asked: EarthMap): Promise<Uint8Array> {
  return asked.kind === 'land_use' ? landUseMap(asked.map) : waterMap(asked.map)
}
