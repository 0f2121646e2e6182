import { setImmediate } from 'node:timers/promises'
import { createCopySearch, type FindCopy, wordsOf } from '../../lib/text/text-copies.ts'
import type { Database } from '../../store/database.ts'
import type { ErasedFact } from '../../store/erasing/erased-selection.ts'
import { erasedFiles } from '../../store/erasing/erased-work.ts'
import { addErasedAnswers, type Erasure, erasedLines } from '../../store/erasing/erasures.ts'
import {
  answersShown,
  otherPrompts,
  type RemainingLine,
  remainingFacts,
  remainingLines,
  remainingResults,
} from '../../store/erasing/remaining-texts.ts'

const LINES_READ_PER_STEP = 500

interface ErasedWordsOptions {
  /** The facts that are erased, with their words. */
  facts: ErasedFact[]
  /** Hides the answers that were added to the erasure. */
  hide(): Promise<void>
  signal: AbortSignal
}

/**
 * A search for copies of what is erased: words of its lines, facts and file names that nothing else contains. Answers in
 * other chats that quote the lines are added to the erasure.
 */
export async function findErasedWords(
  db: Database,
  erasure: Erasure,
  { facts, hide, signal }: ErasedWordsOptions,
): Promise<FindCopy> {
  const lines = [...allLines(db, erasure.id)]
  const factTexts = facts.map(({ subject, statement }) => `${subject} ${statement}`)
  const { names } = erasedFiles(db, erasure.id)
  const search = createCopySearch([...factTexts, ...lines.map(({ text }) => text), ...names])
  // Many answers contain our own sentences, so an answer is only a quote if it repeats what a person said.
  const human = lines.flatMap(({ author, text }) => (author === 'human' ? text : []))
  const said = createCopySearch([...factTexts, ...human])
  // A list of facts shows also those that are too short to be told from common words.
  const statements = facts.flatMap(({ statement }) => (wordsOf(statement).length > 2 ? statement : []))
  const listsFact = (text: string) => statements.some((statement) => text.includes(statement))
  const allow = (text: string) => {
    search.allow(text)
    said.allow(text)
  }
  const factIds = facts.map(({ id }) => id)
  for (const text of remainingFacts(db, factIds)) allow(text)
  const [first = [], ...others] = otherPrompts(db, erasure.id).map(wordsOf)
  const sets = others.map((words) => new Set(words))
  // With a single other chat, nothing tells our own words from those of that chat.
  if (sets.length > 0) allow(first.filter((word) => sets.every((set) => set.has(word))).join(' '))
  await eachRemaining(db, signal, ({ author, text }) => author === 'human' && allow(text))
  const withResults = new Set<number>()
  await eachOf(
    (page) => remainingResults(db, page),
    signal,
    ({ answer, text }) => said.isCopy(text) && withResults.add(answer),
  )
  // An answer to which a quote was shown may repeat it once more.
  for (let isMore = true; isMore && !signal.aborted; ) {
    const shown = answersShown(db, erasure.id, factIds)
    const quotes: number[] = []
    await eachRemaining(db, signal, ({ id, author, text }) => {
      const isShown = shown.has(id) || withResults.has(id)
      if (author === 'bot' && (said.isQuote(text) || listsFact(text) || (isShown && said.isCopy(text)))) quotes.push(id)
    })
    if (signal.aborted) break
    addErasedAnswers(db, erasure.id, quotes)
    isMore = quotes.length > 0
  }
  if (signal.aborted) return search.isCopy
  await hide()
  await eachRemaining(db, signal, ({ author, text }) => author === 'bot' && search.allow(text))
  return search.isCopy
}

const eachRemaining = (db: Database, signal: AbortSignal, look: (line: RemainingLine) => unknown) =>
  eachOf((page) => remainingLines(db, page), signal, look)

async function eachOf<T extends { id: number }>(
  read: (page: { after: number; limit: number }) => T[],
  signal: AbortSignal,
  look: (one: T) => unknown,
): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const rows = read({ after, limit: LINES_READ_PER_STEP })
    for (const row of rows) look(row)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    await setImmediate()
  }
}

function* allLines(db: Database, erasure: number) {
  for (let after = 0; ; ) {
    const lines = erasedLines(db, erasure, { after, limit: LINES_READ_PER_STEP })
    yield* lines
    const last = lines.at(-1)
    if (!last) return
    after = last.id
  }
}
