export type Colour = readonly [red: number, green: number, blue: number]

/** A picture being painted: three numbers a pixel, rows from the top. */
export interface Canvas {
  width: number
  height: number
  data: Float32Array
}

export function canvas(width: number, height: number, colour: Colour): Canvas {
  const data = new Float32Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = colour[at % 3]!
  return { width, height, data }
}

/** Edges may lie between pixels: a pixel partly covered takes its share. */
export function box(
  on: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Colour,
  opacity = 1,
): void {
  const [right, bottom] = [x + width, y + height]
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(on.height, bottom); row++) {
    const tall = Math.min(bottom, row + 1) - Math.max(y, row)
    for (let column = Math.max(0, Math.floor(x)); column < Math.min(on.width, right); column++) {
      lay(on, column, row, colour, opacity * tall * (Math.min(right, column + 1) - Math.max(x, column)))
    }
  }
}

export function ellipse(on: Canvas, x: number, y: number, across: number, down: number, colour: Colour): void {
  for (let row = Math.max(0, Math.floor(y - down)); row < Math.min(on.height, y + down); row++) {
    for (let column = Math.max(0, Math.floor(x - across)); column < Math.min(on.width, x + across); column++) {
      const away = ((column + 0.5 - x) / across) ** 2 + ((row + 0.5 - y) / down) ** 2
      lay(on, column, row, colour, Math.max(0, Math.min(1, (1 - away) * Math.min(across, down) * 0.5)))
    }
  }
}

/** Every pixel of the box is multiplied by what is drawn for it. */
export function weave(
  on: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  factorAt: (x: number, y: number) => number,
): void {
  for (let row = Math.max(0, Math.round(y)); row < Math.min(on.height, Math.round(y + height)); row++) {
    for (let column = Math.max(0, Math.round(x)); column < Math.min(on.width, Math.round(x + width)); column++) {
      const factor = factorAt(column, row)
      const at = (row * on.width + column) * 3
      for (let channel = 0; channel < 3; channel++) on.data[at + channel]! *= factor
    }
  }
}

function lay(on: Canvas, column: number, row: number, colour: Colour, cover: number): void {
  const at = (row * on.width + column) * 3
  for (let channel = 0; channel < 3; channel++) {
    on.data[at + channel]! += cover * (colour[channel]! - on.data[at + channel]!)
  }
}

export function shaded([red, green, blue]: Colour, factor: number): Colour {
  return [red * factor, green * factor, blue * factor]
}
