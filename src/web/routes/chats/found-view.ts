import { channelOf, isLocal } from '../../../domain/ids.ts'
import { withoutEditedMark } from '../../../domain/message-parts.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { truncate } from '../../../lib/text/text.ts'
import { plainWords } from '../../../lib/text/words.ts'
import { type FoundMessage, wordsOfFound } from '../../../store/recall/search.ts'
import type * as wire from '../../page/wire/search-wire.ts'
import { plainTitle, plainWords as withoutMarks } from '../plain-words.ts'

/** Whether a word is one that was looked for. */
type HitTest = (word: string) => boolean

const before = 60
const shownChars = 240
/** Nobody looks for the words beyond this in one message, so that a book in it costs no more. */
const readChars = 20_000

/** A found line around the first of the words it was found by. */
export function toWireFound(line: FoundMessage, isHit: HitTest): wire.FoundLine {
  const { id, chat } = line
  return {
    id,
    chat,
    title: plainTitle(line.chatTitle),
    ...(!isLocal(chat) && { channel: channelOf(chat) }),
    who: withoutControls(line.who),
    at: line.at.getTime(),
    pieces: aroundFirst(piecesOfLine(line, isHit)),
  }
}

/** Our own lines are in Markdown, and read without its marks; what was found in one, such as in a link, is shown as it stands. */
function piecesOfLine(line: FoundMessage, isHit: HitTest): wire.Piece[] {
  const asItStands = () => piecesOf(onOneLine(wordsOfFound(line)), isHit)
  if (line.author !== 'bot') return asItStands()
  const text = withoutMarks(line.text.slice(0, readChars))
  const pieces = piecesOf(onOneLine(wordsOfFound({ ...line, text })), isHit)
  return pieces.some(({ hit }) => hit) ? pieces : asItStands()
}

function onOneLine(text: string): string {
  return withoutControls(withoutEditedMark(text)).replaceAll(/\s+/g, ' ').trim()
}

/** Words as a reader of the language parts them, each with whether it was sought; what lies between keeps together. */
function piecesOf(text: string, isHit: HitTest): wire.Piece[] {
  const pieces: wire.Piece[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text.slice(0, readChars),
  )) {
    const words = isWordLike ? plainWords(segment) : []
    pieces.push({ text: truncate(segment, shownChars), hit: words.length > 0 && words.every(isHit) })
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
