const ARTICLE = /^(?:a|an|the) /
const IRREGULAR: Record<string, string> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  knives: 'knife',
  calves: 'calf',
  oxen: 'ox',
  buses: 'bus',
  busses: 'bus',
}
/** The last s of these is none of a plural's. */
const UNCHANGED = /(?:ss|us|is|scissors)$/

/** Lower case, single spaces, no article, no quotes or closing marks; hyphens and underscores are spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[-_/\s]+/g, ' ')
    .replace(/^["'“”„«»(\s]+|["'“”„«»).,;:!?\s]+$/g, '')
    .replace(ARTICLE, '')
    .trim()
}

/** The forms under which a word may stand in a table: as it is, then each singular its last word may have. */
export function formsOf(word: string): string[] {
  const cut = word.lastIndexOf(' ') + 1
  const before = word.slice(0, cut)
  return [word, ...singularsOf(word.slice(cut)).map((last) => before + last)]
}

function singularsOf(last: string): string[] {
  const irregular = IRREGULAR[last]
  if (irregular !== undefined) return [irregular]
  if (last.length < 3 || !last.endsWith('s')) return []
  if (UNCHANGED.test(last)) return last === 'skis' || last === 'taxis' ? [last.slice(0, -1)] : []
  const singulars = [last.slice(0, -1)]
  if (last.endsWith('ies')) singulars.push(`${last.slice(0, -3)}y`)
  if (/(?:s|x|z|ch|sh|o)es$/.test(last)) singulars.push(last.slice(0, -2))
  return singulars
}

export function pluralOf(word: string): string {
  const irregular = Object.entries(IRREGULAR).find(([, singular]) => singular === word)?.[0]
  if (irregular !== undefined) return irregular
  const cut = word.lastIndexOf(' ') + 1
  if (cut > 0) return word.slice(0, cut) + pluralOf(word.slice(cut))
  if (/^(?:sheep|skis|scissors|broccoli)$/.test(word)) return word
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return `${word}s`
}
