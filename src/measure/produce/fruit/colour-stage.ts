import type { ColourReading } from '../reading.ts'
import type { Blemishes } from './blemish.ts'
import type { Skin } from './skin.ts'
import type { White } from './white.ts'

/** Hue of sound skin by stage of degreening: 1 all green to 6 all yellow. */
const HUE_OF_STAGE = [126, 116.5, 107.5, 99.5, 93, 89.5]
const GREEN_HUE = 100
const GREEN_TIPS_HUE = 98
const FLECKED = { share: 0.012, spots: 12 }
const MOSTLY_BROWN = 0.2
const MOST_CELLS = 4000

export interface ColourStage {
  stage: number
  accuracyStages: number
  colour: ColourReading
}

/** Degreening by the hue of the sound skin, ripeness past it by brown flecks. */
export function colourStageOf(skin: Skin, blemishes: Blemishes, tips: number | null, white: White): ColourStage {
  const sound = cellsOf(skin, (cell) => blemishes.at[cell] === 0)
  const judged = sound.length > 0 ? sound : cellsOf(skin, () => true)
  const l = medianOf(skin.l, judged)
  const a = medianOf(skin.a, judged)
  const b = medianOf(skin.b, judged)
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  const degreened = degreening(hue)
  return {
    stage: stageOf(degreened, blemishes, tips),
    accuracyStages: white.from === 'none' ? 2 : 1,
    colour: {
      lab: { l: round(l), a: round(a), b: round(b) },
      hue_deg: round(hue),
      shares: sharesOf(skin, blemishes),
      white_balance: white.from,
    },
  }
}

function stageOf(degreened: number, { share, spots }: Blemishes, tips: number | null): number {
  const isYellow = degreened > 4.5
  const isFlecked = share >= FLECKED.share && spots >= FLECKED.spots
  if (share >= MOSTLY_BROWN || (isYellow && isFlecked)) return 7
  if (!isYellow) return Math.round(degreened)
  return tips !== null && tips > GREEN_TIPS_HUE ? 5 : Math.round(degreened)
}

function degreening(hue: number): number {
  if (hue >= HUE_OF_STAGE[0]!) return 1
  for (let index = 1; index < HUE_OF_STAGE.length; index++) {
    const [greener, yellower] = [HUE_OF_STAGE[index - 1]!, HUE_OF_STAGE[index]!]
    if (hue >= yellower) return index + (greener - hue) / (greener - yellower)
  }
  return HUE_OF_STAGE.length
}

function sharesOf(skin: Skin, blemishes: Blemishes): ColourReading['shares'] {
  let green = 0
  let brown = 0
  for (let cell = 0; cell < skin.judged.length; cell++) {
    if (!skin.judged[cell]) continue
    if (blemishes.at[cell]) brown += 1
    else if ((Math.atan2(skin.b[cell]!, skin.a[cell]!) * 180) / Math.PI > GREEN_HUE) green += 1
  }
  const all = Math.max(1, skin.judgedCells)
  return { green: round(green / all, 3), yellow: round((all - green - brown) / all, 3), brown: round(brown / all, 3) }
}

function cellsOf(skin: Skin, isTaken: (cell: number) => boolean): number[] {
  const cells: number[] = []
  for (let cell = 0; cell < skin.judged.length; cell++) if (skin.judged[cell] && isTaken(cell)) cells.push(cell)
  return cells
}

/** Of some thousand cells at most, evenly taken: no more are needed for a middle. */
function medianOf(values: Float32Array, cells: number[]): number {
  const stride = Math.ceil(cells.length / MOST_CELLS)
  const taken = new Float32Array(Math.ceil(cells.length / stride))
  for (let index = 0; index < taken.length; index++) taken[index] = values[cells[index * stride]!]!
  return taken.sort()[taken.length >> 1] ?? 0
}

const round = (value: number, digits = 1) => Number(value.toFixed(digits))
