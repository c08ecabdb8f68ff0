import { formsOf, plain } from './forms.ts'
import { distinct, type ReadPrompts } from './read-prompts.ts'

/** For a model of any vocabulary: each word stands for itself. */
export function readAsThemselves(prompts: readonly string[], triggers: readonly string[]): ReadPrompts {
  const itself = (prompt: string, alert: boolean) => ({
    prompt,
    matched_class: prompt,
    relation: 'exact' as const,
    note: null,
    alert,
  })
  return {
    everything: prompts.length === 0,
    read: [
      ...distinct(prompts).map((prompt) => itself(prompt, false)),
      ...distinct(triggers).map((prompt) => itself(prompt, true)),
    ],
    unread: [],
  }
}

/** For an operator's own list of classes: their names, and nothing that no table was reviewed for. */
export function readFromList(
  prompts: readonly string[],
  triggers: readonly string[],
  classes: readonly string[],
): ReadPrompts {
  const byName = new Map(classes.map((name) => [plain(name), name]))
  const reading: ReadPrompts = { everything: prompts.length === 0, read: [], unread: [] }
  const asked = [
    ...distinct(prompts).map((prompt) => ({ prompt, alert: false })),
    ...distinct(triggers).map((prompt) => ({ prompt, alert: true })),
  ]
  for (const { prompt, alert } of asked) {
    const matched_class = formsOf(plain(prompt)).flatMap((form) => byName.get(form) ?? [])[0]
    if (matched_class !== undefined) reading.read.push({ prompt, matched_class, relation: 'exact', note: null, alert })
    else
      reading.unread.push({
        prompt,
        reason: `"${plain(prompt)}" is none of the ${classes.length} classes the operator's detector knows`,
        nearest: [],
        alert,
      })
  }
  return reading
}
