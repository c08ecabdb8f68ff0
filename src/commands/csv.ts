export type Cell = string | number | boolean | null | undefined

/** RFC 4180: each line ends in CRLF. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')
}

/** A text that begins like a formula is kept from being one in a spreadsheet; a number is none. */
function written(cell: Cell): string {
  const text = cell === null || cell === undefined ? '' : String(cell)
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells; a quoted cell may hold commas, line breaks and doubled quotes. Empty lines are none. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const source = text.replace(/^\ufeff/, '')
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0]!.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < source.length; at++) {
    const letter = source[at]!
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') endRow()
    else if (letter !== '\r') cell += letter
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
