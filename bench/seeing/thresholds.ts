import type { Bench } from '../support/table.ts'
import { STREET } from './detect/groups.ts'
import { evaluate } from './detect/readers.ts'
import { precision, recall, total } from './detect/shares.ts'

const isStreet = (name: string) => STREET.includes(name)

/** What each threshold gives on a folder of one's own (`--folder=DIR`): how the defaults were chosen, and how to choose another. */
export async function bench(): Promise<Bench> {
  const { evaluations } = await evaluate()
  return {
    name: 'Street classes by threshold: precision, recall and their F1',
    rows: Array.from({ length: 24 }, (_, index) => (index + 7) / 50).map((threshold) => {
      const cells = evaluations.map(({ reader, pictures }) => {
        const [right, found] = [precision, recall].map((count) => total(pictures, count(threshold, isStreet)))
        const [p, r] = [right!.hit / Math.max(1, right!.of), found!.hit / Math.max(1, found!.of)]
        return [reader.name, `${p.toFixed(2)} ${r.toFixed(2)} ${((2 * p * r) / (p + r || 1)).toFixed(3)}`]
      })
      return { threshold: threshold.toFixed(2), ...Object.fromEntries(cells) }
    }),
  }
}
