import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { ImportLine } from '../../../src/store/messages/import-messages.ts'
import { createImporter } from '../../../src/tasks/intake/importer.ts'
import { worldWith } from '../../support/many-messages.ts'

const chat = makeChatId('web', 'years')
const settings = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }
const DAY = 86_400_000

/** Imports texts a minute apart in one conversation that ended so many days ago; fails where that has no end. */
function importTexts(texts: string[], daysAgo: number) {
  const world = worldWith()
  world.db.raw.pragma('synchronous = OFF')
  const importer = createImporter({ ...world, config: () => settings, scrub: (text) => text })
  const end = world.clock.now().getTime() - daysAgo * DAY
  const lines = texts.map(
    (text, n): ImportLine => ({
      chat,
      id: String(n),
      at: new Date(end - (texts.length - n) * 60_000),
      from: n % 2 === 0 ? 'Ana' : 'Skein',
      role: n % 2 === 0 ? 'human' : 'bot',
      text,
    }),
  )
  importer.write(lines)
  // A step takes at least one line of the lane and one of its conversation; four more begin and end them.
  const most = 2 * texts.length + 4
  let steps = 0
  while (importer.settle()) {
    steps++
    if (steps > most) throw new Error(`the import has no end: ${steps} steps for ${texts.length} lines`)
  }
  const rows = world.db.raw.prepare('SELECT to_id AS "to", messages, text FROM summary ORDER BY id').all()
  return rows as { to: number; messages: number; text: string }[]
}

test.each([
  ['450 times "ok"', Array<string>(450).fill('ok')],
  ['a short line before one of 61,000 characters', ['hello', 'the harbour in Graz, 2014. '.repeat(2260)]],
  ['many empty lines', Array<string>(900).fill('')],
])('the import of %s ends', (_, texts) => {
  for (const daysAgo of [2, 40]) importTexts(texts, daysAgo)
})

test('what follows 400 lines that say nothing is in the summary all the same', () => {
  const rows = importTexts(
    [
      ...Array<string>(420).fill('ok'),
      ...Array.from({ length: 30 }, (_, n) => `My cat Minka came from Graz in ${1990 + n}`),
    ],
    2,
  )
  expect(rows.filter(({ text }) => text.includes('Minka'))).toMatchObject([{ messages: 450 }, { messages: 440 }])
})

/** Many empty, many tiny, few huge, all equal, and any of them one after the other. */
const aShape = fc.oneof(
  fc.integer({ min: 0, max: 900 }).map((count) => Array<string>(count).fill('')),
  fc.array(fc.constantFrom('', 'ok', '👍', '?', 'ha ha', 'so be it'), { maxLength: 900 }),
  fc.array(
    fc.integer({ min: 1, max: 70_000 }).map((chars) => 'My sister Ilse moved to Graz in 2014. '.repeat(chars / 38 + 1)),
    { maxLength: 4 },
  ),
  fc
    .tuple(fc.string({ maxLength: 90 }), fc.integer({ min: 0, max: 900 }))
    .map(([text, count]) => Array<string>(count).fill(text)),
)
const aPast = fc.tuple(
  fc.array(aShape, { maxLength: 3 }).map((shapes) => shapes.flat()),
  fc.constantFrom(0.5, 2, 40),
)

test('the import of any past ends', { timeout: 240_000 }, () => {
  fc.assert(
    fc.property(aPast, ([texts, daysAgo]) => {
      importTexts(texts, daysAgo)
    }),
    { numRuns: 25 },
  )
})
