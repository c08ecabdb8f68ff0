import { readFileSync } from 'node:fs'
import { needsShared, sharedData } from '../support/needs.ts'

/** The operator's real receipts, facts and cells, with mutations and a synthetic log. */
export const needsVectors = needsShared('vectors/ext/receipts.json')

const loaded = new Map<string, unknown>()

export function vectors<Shape>(name: string): Shape {
  if (!loaded.has(name)) loaded.set(name, JSON.parse(readFileSync(`${sharedData}vectors/ext/${name}.json`, 'utf8')))
  return loaded.get(name) as Shape
}
