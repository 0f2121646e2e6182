import { foreignOf } from '../../domain/foreign.ts'
import { libraryFileName } from '../../domain/library.ts'
import { joinTexts } from '../../messages/localized.ts'
import type { ContextBlock } from '../assembly.ts'
import type { HistorySource } from '../history-source.ts'
import { isBackground, type Question, questionText, type ShownInEpoch } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { LibraryHit } from '../recall/library-recall.ts'
import { toPlainLine } from '../rendering/line.ts'
import { createFrame, libraryElement, type RenderStyle } from '../rendering/render.ts'
import { fitsInto, measure, type Size, scaleSize, ZERO_SIZE } from '../tokens.ts'
import type { Arrival } from './lane-past.ts'

/** The most passages that are shown unasked. The tool search_library finds more. */
const MAX_PASSAGES = { opening: 5, later: 3 }

/** The largest share of the budget for them. What a later turn adds is read again on every turn. */
const LIBRARY_SHARE = { opening: 0.2, later: 0.1 }

/** Layer 4, second part: the passages of the library that fit the question, best first, never cut. */
export function fillLibrary(
  hits: LibraryHit[],
  budget: Size,
  style: RenderStyle,
  turn: keyof typeof MAX_PASSAGES,
): ContextBlock {
  const { open, close } = createFrame('library', style, {
    note: style.tools ? `${libraryNote}; search_library reads more` : libraryNote,
  })
  const wrap = (elements: string[]) => [open, ...elements, close].join('\n')
  const room = scaleSize(budget, LIBRARY_SHARE[turn])
  const elements: string[] = []
  const parts: ContextBlock['parts'] = []
  for (const { passage, words } of hits) {
    if (elements.length >= MAX_PASSAGES[turn]) break
    const element = libraryElement(passage, style)
    if (!fitsInto(measure(wrap([...elements, element])), room)) continue
    elements.push(element)
    const name = toPlainLine(libraryFileName(passage))
    const { found } = reasonMessages
    parts.push({
      kind: 'library',
      reason: joinTexts([placeOf(name, passage.heading), words.length > 0 ? found.shares(words) : found.similar], ': '),
      size: measure(element),
      messages: [],
      passages: [{ id: passage.id, file: name }],
      trust: passage.folder.isTrusted ? 'owner' : 'untrusted',
      foreign: passage.folder.isTrusted ? [] : foreignOf('library', name, 'untrusted'),
    })
  }
  if (elements.length === 0) return { xml: '', size: ZERO_SIZE, parts: [], leftOut: [] }
  const xml = wrap(elements)
  return { xml, size: measure(xml), parts, leftOut: [] }
}

const libraryNote = "found in the owner's files"

function placeOf(file: string, heading: string): string {
  return heading === '' ? file : `${file} › ${toPlainLine(heading)}`
}

/** The passages for a message, without those that the session has seen. */
export function libraryFor(
  source: HistorySource,
  question: Question,
  { smallTalk }: Arrival,
  shown?: ShownInEpoch,
): LibraryHit[] {
  const { person, meaning } = question
  if (!person.readsLibrary || smallTalk || isBackground(question)) return []
  const hits = source.library({ text: questionText(question), meaning, limit: MAX_LIBRARY_HITS })
  return hits.filter(({ passage }) => !shown?.passages?.has(passage.id))
}

/** Enough for some that do not fit or were shown before. */
const MAX_LIBRARY_HITS = 12
