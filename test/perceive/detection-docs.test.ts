import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { COCO_CLASSES, type CocoClass } from '../../src/perceive/detect/classes.ts'
import { answer } from '../../src/perceive/questions/answer.ts'
import { routeQuestion } from '../../src/perceive/questions/route-question.ts'
import { isRead } from '../../src/perceive/words/prompt.ts'
import { readWord } from '../../src/perceive/words/read-word.ts'
import { DetectionReply } from '../../src/routes/seeing/detection-reply.ts'
import detections from '../../src/routes/seeing/detections.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(at('docs/detection.md'), 'utf8')

/** The cells of each row of the table under a heading row. */
function rowsUnder(heading: string): string[][] {
  const lines = page.slice(page.indexOf(heading)).split('\n').slice(2)
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

describe('the page on detection', () => {
  test('lists the classes, all of them and no other', () => {
    const listed = page.slice(page.indexOf('## The 80 classes')).split('\n\n')[1]!.trim()
    assert.deepEqual(listed.replace(/\.$/, '').split(/,\s+/), [...COCO_CLASSES])
  })

  test('reads words as the service does', () => {
    const rows = rowsUnder('| prompt | read as |')
    assert.ok(rows.length >= 5)
    for (const [prompts, name, relation] of rows)
      for (const word of wordsIn(prompts!)) {
        const reading = readWord(word)
        assert.ok(isRead(reading), word)
        assert.deepEqual([reading.class, reading.relation], [name, relation], word)
      }
    const unread = rowsUnder('| prompt | why it is not read |').flatMap(([prompt]) => wordsIn(prompt!))
    assert.ok(unread.length >= 8)
    for (const word of unread) assert.ok(!isRead(readWord(word)), word)
  })

  test('answers questions as the service does', () => {
    const counts = new Map<CocoClass, number>([
      ['car', 3],
      ['person', 1],
      ['dog', 2],
    ])
    const rows = rowsUnder('| question | kind |')
    assert.ok(rows.length >= 12)
    for (const [question, kind, said] of rows) {
      const asked = routeQuestion(question!)
      if (asked.kind === null)
        assert.ok(kind === 'none' && asked.reason.startsWith(said!.replace('unanswered: ', '')), question)
      else assert.deepEqual([asked.kind, answer(asked, counts).text], [kind, said], question)
    }
  })

  test('names options that there are, and members that come back', () => {
    for (const [option] of rowsUnder('| option | default |'))
      assert.ok(Object.hasOwn(detections.input.shape, wordsIn(option!)[0]!), option)
    const members = rowsUnder('| member | is | is not |').flatMap(([names]) => wordsIn(names!))
    const own = new Set([...Object.keys(DetectionReply.shape), 'detections[]', 'box', 'score', 'receipt', 'verify'])
    for (const member of members) assert.ok(own.has(member), member)
  })

  test('leads nowhere that is not there, and its pictures are small', () => {
    for (const [, target] of page.matchAll(/\]\(([^)#]+)\)/g)) assert.ok(existsSync(at(`docs/${target}`)), target)
    for (const picture of ['street.jpg', 'street-found.jpg'])
      assert.ok(statSync(at(`docs/pictures/${picture}`)).size < 150_000)
  })

  test('never calls a score a confidence', () => {
    const prose = page.replace(/`[^`]*`/g, '').replace(/```[\s\S]*?```/g, '')
    assert.ok(!/confiden/i.test(prose))
  })
})
