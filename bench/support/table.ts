export interface Bench {
  name: string
  rows: Record<string, string | number>[]
}

/** A Markdown table: read in a terminal as it is, and pasted into docs unchanged. */
export function markdown({ name, rows }: Bench): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: unknown[]) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
  return [
    `### ${name}`,
    '',
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column]))),
    '',
  ].join('\n')
}
