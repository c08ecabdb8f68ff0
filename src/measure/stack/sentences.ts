import type { Abstention } from './judge.ts'

export const METHOD =
  'The stand of the camera is read from how straight edges converge, and the picture is turned square on. There, equal columns and rows are looked for between outer lines: every face is compared with the mean of all the others, what runs along a whole row or column left out, and the finest division in which they are as alike as in any coarser one is the count. Columns and rows are added while faces go on and taken away where there are none, and seams between them must be seen. No learned model takes part.'

export const COUNT_IS_A_FLOOR =
  'Only faces of the visible front are counted. What stands behind them, and what the front hides, is not: the load holds at least this many.'

export const ERRS_TOWARDS =
  'not counting: a doubtful lattice is not counted at all, and a face of the top row that shows neither a lid nor a face like the others is left out. Of 630 rendered square-on loads 554 were counted exactly, 70 were not counted, and 6 were counted wrong, none by more than a row or column; of 384 scenes that should not be counted none was: see docs/accuracy-stack.md'

export const REASONS: Record<Abstention, string> = {
  no_lattice:
    'No single lattice of equal faces was found: no equal rows and columns whose lines are seen, repeat and close, or more than one that fits as well.',
  row_out_of_frame:
    'A row or column of the lattice goes on past the frame: what is cut off cannot be counted. Step back until the whole front is in the picture.',
  taken_at_an_angle:
    'The picture was taken at an angle to the front of the load. Stand square to it and hold the camera level.',
}
