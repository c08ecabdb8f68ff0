/** When a photograph was taken, as its sender and as its file have it. */
export interface TakenAt {
  used: string | null
  from: 'caller' | 'file' | null
  stated: string | null
  in_file: string | null
  contradiction: string | null
}

const DAY_MS = 86_400_000
/** A camera's clock is set to local time, and its owner may have told the day. */
const TOLERATED_DAYS = 2

/** The caller's word comes first; two that differ by days are both kept, and said to contradict each other. */
export function takenAtOf(stated: string | null, writtenInFile: string | null, now: Date): TakenAt {
  const inFile = isPlausible(writtenInFile, now) ? writtenInFile : null
  const used = stated ?? inFile
  const days = stated === null || inFile === null ? 0 : Math.abs(Date.parse(stated) - Date.parse(inFile)) / DAY_MS
  const contradiction =
    days > TOLERATED_DAYS
      ? `taken_at says ${stated!.slice(0, 10)} and the file says ${inFile!.slice(0, 10)}, ${Math.round(days)} days apart`
      : null
  const from = stated !== null ? 'caller' : inFile !== null ? 'file' : null
  return { used, from, stated, in_file: inFile, contradiction }
}

/** A camera whose clock was never set writes the year of its making, or a day to come. */
function isPlausible(time: string | null, now: Date): boolean {
  return time !== null && time >= '2000' && Date.parse(time) <= now.getTime() + DAY_MS
}
