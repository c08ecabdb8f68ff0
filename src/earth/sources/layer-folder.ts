import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Which files the layer folder holds under which name, at any depth; looked through again when one of its folders changed. */
export class LayerFolder {
  readonly root: string
  #paths = new Map<string, string[]>()
  /** A folder's time changes when a file appears in it or goes. */
  #changed = new Map<string, number>()
  #checking: Promise<void> | null = null

  constructor(root: string) {
    this.root = root
  }

  /** Of each file name the paths, in a fixed order. */
  async find(names: string[]): Promise<string[][]> {
    await this.#upToDate()
    return names.map((name) => this.#paths.get(name) ?? [])
  }

  async list(): Promise<string[]> {
    await this.#upToDate()
    return [...this.#paths.values()].flat().sort()
  }

  #upToDate(): Promise<void> {
    this.#checking ??= this.#refresh().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  async #refresh(): Promise<void> {
    const times = await Promise.all([...this.#changed.keys()].map(changeOf))
    const same = [...this.#changed.values()].every((time, index) => time === times[index])
    if (same && this.#changed.size > 0) return
    const changed = new Map<string, number>()
    const paths = new Map<string, string[]>()
    await walk(this.root, changed, paths)
    for (const list of paths.values()) list.sort()
    this.#changed = changed
    this.#paths = paths
  }
}

async function walk(folder: string, changed: Map<string, number>, paths: Map<string, string[]>, above: string[] = []) {
  // The time first: what appears while the folder is read makes the next look find another time.
  changed.set(folder, await changeOf(folder))
  const real = await realpath(folder).catch(() => folder)
  // A link to a folder above would lead around in circles.
  if (above.includes(real)) return
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && (await isFolderBehind(path)))
    if (isFolder) await walk(path, changed, paths, [...above, real])
    else if (entry.name.endsWith('.tif')) paths.set(entry.name, [...(paths.get(entry.name) ?? []), path])
  }
}

async function changeOf(folder: string): Promise<number> {
  return stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => -1,
  )
}

async function isFolderBehind(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}
