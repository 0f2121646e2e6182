import { withoutControls } from '../../lib/markdown.ts'
import { truncate } from '../../lib/text/text.ts'
import { plainWords } from '../../lib/text/words.ts'
import { type FoundMessage, wordsOfFound } from '../../store/recall/search.ts'
import type * as wire from '../page/wire.ts'

/** How a text is taken apart into what it is found by. */
type WordReader = (text: string) => string[]

const before = 60
const shownChars = 240
/** Nobody looks for the words beyond this in one message, so that a book in it costs no more. */
const readChars = 20_000

/** A found line around the first of the words it was found by. */
export function toWireFound(line: FoundMessage, sought: ReadonlySet<string>, read: WordReader): wire.FoundLine {
  const { id, chat } = line
  const text = withoutControls(wordsOfFound(line)).replaceAll(/\s+/g, ' ').trim()
  return {
    id,
    chat,
    title: withoutControls(line.chatTitle),
    who: withoutControls(line.who),
    at: line.at.getTime(),
    pieces: aroundFirst(piecesOf(text, sought, read)),
  }
}

/** Words as a reader of the language parts them, each with whether it was sought; what lies between keeps together. */
function piecesOf(text: string, sought: ReadonlySet<string>, read: WordReader): wire.Piece[] {
  const pieces: wire.Piece[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text.slice(0, readChars),
  )) {
    const words = isWordLike ? plainWords(segment) : []
    // A word is read in several forms where one cannot tell its language: any of them is the word.
    const isSought = (word: string) => read(word).some((form) => sought.has(form))
    pieces.push({ text: truncate(segment, shownChars), hit: words.length > 0 && words.every(isSought) })
  }
  return pieces
}

function aroundFirst(pieces: wire.Piece[]): wire.Piece[] {
  const first = Math.max(
    0,
    pieces.findIndex(({ hit }) => hit),
  )
  let from = first
  for (let chars = 0; from > 0 && chars < before; from--) chars += pieces[from - 1]?.text.length ?? 0
  const shown: wire.Piece[] = from > 0 ? [{ text: '…', hit: false }] : []
  let chars = 0
  for (const piece of pieces.slice(from)) {
    if (chars >= shownChars) return joined([...shown, { text: '…', hit: false }])
    shown.push(piece)
    chars += piece.text.length
  }
  return joined(shown)
}

function joined(pieces: wire.Piece[]): wire.Piece[] {
  const runs: wire.Piece[] = []
  for (const { text, hit } of pieces) {
    const last = runs.at(-1)
    if (last?.hit === hit) last.text += text
    else runs.push({ text, hit })
  }
  return runs
}
