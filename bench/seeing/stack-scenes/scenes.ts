import { type Random, random } from '../../../src/measure/produce/scene/random.ts'
import { type Camera, tiltDeg, viewOf } from './camera.ts'
import { DRESSINGS, type Dressing, drawMake, MATERIALS, type Material } from './crates.ts'
import { facesOf, type Load, paintFace, widthOf } from './load.ts'
import { NOTHINGS, paintNothing, paintTiles } from './nothing.ts'
import { drawTaking, photograph } from './photograph.ts'
import { renderLoad, SURROUNDINGS, type Surroundings } from './render.ts'

export const KINDS = [
  'square on',
  'a little askew',
  'at an angle',
  'rolled',
  'cut',
  'no lattice',
  'tiled wall',
] as const
export type Kind = (typeof KINDS)[number]
export const HARDSHIPS = ['plain', 'gaps', 'irregular', 'shadow', 'noise', 'blur', 'missing'] as const
export type Hardship = (typeof HARDSHIPS)[number]

export interface Scene {
  kind: Kind
  bytes: Uint8Array
  width: number
  height: number
  /** Null where there is nothing to count. */
  load: { across: number; down: number; faces: number } | null
  material: Material | null
  dressing: Dressing | null
  hardship: Hardship | null
  surroundings: Surroundings | null
  tiltDeg: number
  rollDeg: number
  /** Of a scene without a lattice: what it shows. */
  shows: string
}

/** As a telephone hands pictures on, made smaller; who photographs a tall load turns it upright. */
const FRAMES = [
  [1024, 768],
  [960, 720],
  [1120, 840],
] as const

export async function drawScene(kind: Kind, seed: number, index: number): Promise<Scene> {
  const draw = random(seed * 100_003 + KINDS.indexOf(kind) * 7919 + index * 104_729)
  for (let warm = 0; warm < 3; warm++) draw.next()
  if (kind === 'tiled wall') return flatScene(kind, 'tiles', draw)
  if (kind === 'no lattice') {
    const shows = draw.pick([...NOTHINGS, 'single box', 'interlocked'] as const)
    if (shows !== 'single box' && shows !== 'interlocked') return flatScene(kind, shows, draw)
    return loadScene(kind, index, draw, shows)
  }
  return loadScene(kind, index, draw, 'load')
}

async function flatScene(kind: Kind, shows: 'tiles' | (typeof NOTHINGS)[number], draw: Random): Promise<Scene> {
  const [width, height] = draw.pick(FRAMES)
  const painted = shows === 'tiles' ? paintTiles(width, height, draw) : paintNothing(shows, width, height, draw)
  const bytes = await photograph(painted, drawTaking(draw, {}), draw)
  const none = { load: null, material: null, dressing: null, hardship: null, surroundings: null }
  return { kind, bytes, width, height, ...none, tiltDeg: 0, rollDeg: 0, shows }
}

async function loadScene(
  kind: Kind,
  index: number,
  draw: Random,
  shows: 'load' | 'single box' | 'interlocked',
): Promise<Scene> {
  const hardship = kind === 'square on' ? HARDSHIPS[index % HARDSHIPS.length]! : 'plain'
  const material = draw.pick(MATERIALS)
  const dressing =
    material === 'cardboard' ? draw.pick(DRESSINGS) : draw.pick(['bare', 'labels', 'some labels'] as const)
  const load = drawLoad(draw, drawMake(draw, material, dressing), kind, hardship, shows)
  const [long, short] = draw.pick(FRAMES)
  const [width, height] = widthOf(load) >= load.down ? [long, short] : [short, long]
  const camera = drawCamera(draw, kind, load, width, height)
  const surroundings = draw.pick(SURROUNDINGS)
  const pixelsAUnit = (camera.focalPx / camera.distance) * 1.15
  const face = paintFace(load, pixelsAUnit, draw)
  const picture = renderLoad(load, face, camera, surroundings, draw.next() < 0.6)
  const taking = drawTaking(draw, {
    shadow: hardship === 'shadow',
    noise: hardship === 'noise',
    blur: hardship === 'blur',
  })
  const bytes = await photograph(picture, taking, draw)
  return {
    kind,
    bytes,
    width,
    height,
    load: kind === 'no lattice' ? null : { across: load.across, down: load.down, faces: facesOf(load) },
    material,
    dressing,
    hardship,
    surroundings,
    tiltDeg: tiltDeg(camera),
    rollDeg: camera.rollDeg,
    shows,
  }
}

function drawLoad(draw: Random, make: Load['make'], kind: Kind, hardship: Hardship, shows: string): Load {
  const across = shows === 'single box' ? 1 : whole(draw, kind === 'cut' || shows === 'interlocked' ? 4 : 2, 12)
  const down = shows === 'single box' ? 1 : whole(draw, shows === 'interlocked' || hardship === 'missing' ? 3 : 1, 10)
  const gap = hardship === 'gaps' ? draw.between(0.05, 0.1) : draw.between(0.012, 0.045)
  const jitter = hardship === 'irregular' ? draw.between(0.015, 0.03) : draw.between(0, 0.008)
  const stay = hardship === 'missing' ? whole(draw, 1, across - 1) : across
  const from = draw.next() < 0.5 ? 0 : across - stay
  return {
    across,
    down,
    aspect: make.material === 'cardboard' ? draw.between(0.75, 2) : draw.between(1.1, 2),
    gap: make.material === 'wood' ? Math.max(gap, 0.03) : gap,
    jitter,
    topRow: [from, from + stay],
    bond: shows === 'interlocked' ? draw.between(0.35, 0.65) : 0,
    make,
  }
}

function whole(draw: Random, least: number, most: number): number {
  return least + Math.floor(draw.next() * (most - least + 1))
}

function drawCamera(draw: Random, kind: Kind, load: Load, width: number, height: number): Camera {
  const focalPx = Math.max(width, height) * draw.between(0.68, 0.95)
  const either = (degrees: number) => (draw.next() < 0.5 ? -degrees : degrees)
  const [wide, tall] = [widthOf(load), load.down]
  for (let wish = 0; ; wish++) {
    const tilt =
      { 'at an angle': draw.between(13, 30), 'a little askew': draw.between(5, 12), rolled: draw.between(0, 4) }[
        kind as string
      ] ?? draw.between(0, 5)
    const towards = draw.between(0, 2 * Math.PI)
    const roll =
      { rolled: either(draw.between(13, 40)), 'a little askew': either(draw.between(0, 9)) }[kind as string] ??
      either(draw.between(0, 4))
    const fill = draw.between(0.6, 0.92)
    const distance = Math.max((wide * focalPx) / (fill * width), (tall * focalPx) / (fill * height))
    const pitchDeg = Math.abs(tilt * Math.sin(towards)) * (draw.next() < 0.8 ? -1 : 1)
    const camera: Camera = {
      width,
      height,
      focalPx,
      distance: distance * (1 + wish * 0.01),
      yawDeg: tilt * Math.cos(towards),
      pitchDeg,
      rollDeg: roll,
      aim: [draw.between(-0.06, 0.06) * wide, draw.between(-0.06, 0.06) * tall],
    }
    const meant = kind === 'cut' ? cutThrough(camera, load, draw) : camera
    if (isAboveFloor(meant, tall) && (kind === 'cut' || isInside(meant, wide, tall))) return meant
    if (wish > 400) throw new Error(`no camera fits a ${kind} load of ${load.across} by ${load.down}`)
  }
}

/** So that the frame's edge runs through a row or column of crates. */
function cutThrough(camera: Camera, load: Load, draw: Random): Camera {
  const [halfWide, halfTall] = [widthOf(load) / 2, load.down / 2]
  const view = {
    across: (camera.width * camera.distance) / camera.focalPx / 2,
    down: (camera.height * camera.distance) / camera.focalPx / 2,
  }
  const side = draw.next() < 0.5 ? -1 : 1
  const visible = draw.between(0.2, 0.8)
  const aim =
    draw.next() < 0.5 || load.down < 3
      ? ([side * (halfWide - (1 - visible) * load.aspect - view.across), camera.aim[1]] as const)
      : ([camera.aim[0], side * (halfTall - (1 - visible) - view.down)] as const)
  return { ...camera, yawDeg: camera.yawDeg / 3, pitchDeg: camera.pitchDeg / 3, rollDeg: camera.rollDeg / 3, aim }
}

function isAboveFloor({ distance, pitchDeg, aim }: Camera, tall: number): boolean {
  return aim[1] + distance * Math.sin((pitchDeg * Math.PI) / 180) < tall / 2 + 0.2
}

function isInside(camera: Camera, wide: number, tall: number): boolean {
  const margin = 0.035 * Math.min(camera.width, camera.height)
  const { seen } = viewOf(camera)
  return [-1, 1].every((x) =>
    [-1, 1].every((y) => {
      const [px, py] = seen((x * wide) / 2, (y * tall) / 2)
      return px > margin && py > margin && px < camera.width - margin && py < camera.height - margin
    }),
  )
}
