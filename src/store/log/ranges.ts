/** Leaves from start up to, not including, end. */
export interface LeafRange {
  start: number
  end: number
}

/** A complete subtree: the leaves [index * 2^height, (index + 1) * 2^height). */
export interface TreeNode {
  height: number
  index: number
}

/** The subtrees whose hashes are the audit path of a leaf, lowest first (RFC 6962, 2.1.1). */
export function inclusionRanges(leafIndex: number, treeSize: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [start, end] = [0, treeSize]
  while (end - start > 1) {
    const middle = start + splitPoint(end - start)
    if (leafIndex < middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  return ranges.reverse()
}

/** The audit paths of a run of leaves at once: neighbours share most of theirs, so each hash is asked for once. */
export function inclusionPaths<Hash>(run: LeafRange, treeSize: number, hashOf: (range: LeafRange) => Hash): Hash[][] {
  const paths: Hash[][] = []
  const descend = (start: number, end: number, above: Hash[]): void => {
    if (end - start === 1) {
      paths.push(above.toReversed())
      return
    }
    const middle = start + splitPoint(end - start)
    if (run.start < middle) descend(start, middle, [...above, hashOf({ start: middle, end })])
    if (run.end > middle) descend(middle, end, [...above, hashOf({ start, end: middle })])
  }
  if (run.start < run.end) descend(0, treeSize, [])
  return paths
}

/** The subtrees whose hashes prove that the first leaves of a tree are an older tree (RFC 6962, 2.1.2). */
export function consistencyRanges(first: number, second: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [start, end] = [0, second]
  while (end !== first) {
    const middle = start + splitPoint(end - start)
    if (first <= middle) {
      ranges.push({ start: middle, end })
      end = middle
    } else {
      ranges.push({ start, end: middle })
      start = middle
    }
  }
  if (start > 0) ranges.push({ start, end })
  return ranges.reverse()
}

/** A range that starts where a proof's ranges start, as complete subtrees from left to right. */
export function completeSubtrees({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = []
  let at = start
  while (at < end) {
    let height = 0
    let leaves = 1
    while (at % (leaves * 2) === 0 && at + leaves * 2 <= end) {
      height += 1
      leaves *= 2
    }
    nodes.push({ height, index: at / leaves })
    at += leaves
  }
  return nodes
}

/** The largest power of two below size. */
function splitPoint(size: number): number {
  let point = 1
  while (point * 2 < size) point *= 2
  return point
}
