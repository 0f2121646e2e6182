import { expect, test } from 'vitest'
import { gradeContext } from '../../../bench/recall/grade.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { importLines } from '../../../src/store/messages/import-messages.ts'
import { readPerson } from '../../../src/store/people/people.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import { createImporter } from '../../../src/tasks/intake/importer.ts'
import { createRecallWorld } from '../../store/recall/recall-world.ts'
import { type Asked, askedAt, importLine, linesOf, type OtherWords } from './other-words/chat.ts'
import { chinese } from './other-words/chinese.ts'
import { french } from './other-words/french.ts'
import { german } from './other-words/german.ts'
import { mixed } from './other-words/mixed.ts'
import { spanish } from './other-words/spanish.ts'

// Written before anything was tuned on them. At their first run 57 of the 60 had their line; before words were stemmed in
// their own language, 53.

const BUDGET = 4000

test('of sixty questions in other languages at least 54 have the line they need before the model', async () => {
  const sets = [german, french, spanish, chinese, mixed]
  const missed: string[] = []
  for (const set of sets) missed.push(...(await missedIn(set)))
  expect(sets.flatMap(({ asked }) => asked)).toHaveLength(60)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(6)
}, 60_000)

/** The questions whose line was not shown. */
async function missedIn(set: OtherWords): Promise<string[]> {
  const { db, chat, owner } = createRecallWorld()
  const config = { ...loadConfig(undefined, { HOME: '/nonexistent' }), timezone: 'UTC' }
  const person = readPerson(db, owner.id)
  const importer = createImporter({
    db,
    clock: { now: () => askedAt, mono: () => performance.now() },
    owner: person,
    config: () => config,
    scrub: (text) => text,
  })
  const lines = linesOf(set)
  const told = lines.map((line, at) => importLine(chat, line, at))
  await importLines(streamOf(told), { write: importer.write, signal: new AbortController().signal })
  while (importer.settle());
  const preview = createPreview({ db, config: () => config, person, brain: { name: 'claude', model: undefined } })
  return set.asked.flatMap(({ by, line, question }: Asked) => {
    const { context } = preview({ chat, text: question, from: 'Ana', at: askedAt, budget: BUDGET })
    const shown = lines.filter(({ text }) => context.includes(text)).length
    expect(shown, question).toBeLessThan(lines.length * 0.7)
    return gradeContext(context, BUDGET, [{ text: line, partner: undefined }]) === 1
      ? []
      : [`${set.language}, ${by}: ${question}`]
  })
}

async function* streamOf(lines: string[]): AsyncGenerator<string[]> {
  yield lines
}
