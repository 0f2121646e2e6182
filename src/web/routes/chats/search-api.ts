import { z } from 'zod'
import { type ChannelName, channelNames, channelOf, isLocal } from '../../../domain/ids.ts'
import { withoutEditedMark } from '../../../domain/message-parts.ts'
import type { Person } from '../../../domain/person.ts'
import { withoutControls } from '../../../lib/markdown.ts'
import { oneLine, truncate } from '../../../lib/text/text.ts'
import { plainWords } from '../../../lib/text/words.ts'
import { webMessages } from '../../../messages/web-messages.ts'
import type { Database } from '../../../store/database.ts'
import { listChannels } from '../../../store/messages/listed-chats.ts'
import { speakersIn } from '../../../store/recall/line-search.ts'
import { type FoundMessage, wordsOfFound } from '../../../store/recall/search.ts'
import type * as wire from '../../page/wire/chat-wire.ts'
import type { SearchChoices, WireFoundLines } from '../../page/wire/chat-wire.ts'
import { failure } from '../../server/answers.ts'
import type { Routes } from '../../server/routes.ts'
import { plainTitle, plainTextOfMarkdown as withoutMarks } from '../plain-text.ts'

/** A search as it is typed. */
export interface AskedSearch {
  words: string
  channel?: ChannelName | undefined
  person?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  withFiles?: boolean | undefined
}

/** Searches everything that a person may read on the page. `isHit` tells which words to highlight. */
export type SearchMessages = (
  asked: AskedSearch,
  reader: Pick<Person, 'id' | 'role'>,
  limit: number,
) => Promise<{ lines: FoundMessage[]; isHit: (word: string) => boolean }>

export interface SearchApiDeps {
  db: Database
  search: SearchMessages
}

const MAX_RESULTS = 30
const time = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15)
  .transform((ms) => new Date(ms))
const querySchema = z
  .object({
    q: z.string().trim().max(200).default(''),
    channel: z.enum(channelNames).optional(),
    person: z.string().trim().max(100).optional(),
    from: time.optional(),
    until: time.optional(),
    files: z.literal('true').optional(),
  })
  .transform(({ q, files, ...rest }) => ({ ...rest, words: q, withFiles: files === 'true' }))

export function addSearchRoutes(routes: Routes, { db, search }: SearchApiDeps): void {
  routes.get('signed-in', '/search', async (c) => {
    const query = querySchema.safeParse(c.req.query())
    if (!query.success) return failure(c, 400, webMessages.searchTooLong)
    const { words, channel, person, from, until, withFiles } = query.data
    const hasCriteria = words !== '' || channel || person || from || until || withFiles
    if (!hasCriteria) return failure(c, 400, webMessages.searchEmpty)
    const { lines, isHit } = await search(query.data, c.get('person'), MAX_RESULTS)
    const results: WireFoundLines = { lines: lines.map((line) => toWireFound(line, isHit)) }
    return c.json(results)
  })

  routes.get('signed-in', '/search/choices', (c) => {
    const { id, role } = c.get('person')
    const people = speakersIn(db, { here: undefined, allChatsOf: id, isPrivateOnly: role !== 'owner' }).map(
      withoutControls,
    )
    const choices: SearchChoices = { channels: listChannels(db, id), people: people.toSorted() }
    return c.json(choices)
  })
}

/** Whether a word was searched for. */
type HitTest = (word: string) => boolean

const CHARS_BEFORE_HIT = 60
const MAX_SHOWN_CHARS = 240
/** Limits the work for very long messages. */
const MAX_READ_CHARS = 20_000

/** A result, cut to the text around the first hit. */
export function toWireFound(line: FoundMessage, isHit: HitTest): wire.WireFoundLine {
  const { id, chat } = line
  return {
    id,
    chat,
    title: plainTitle(line.chatTitle),
    ...(!isLocal(chat) && { channel: channelOf(chat) }),
    who: withoutControls(line.who),
    at: line.at.getTime(),
    pieces: cutAroundFirstHit(splitLine(line, isHit)),
    ...(line.otherBranch !== undefined && { version: line.otherBranch }),
  }
}

/** Our lines are shown without Markdown. If the hit is in the markup, such as a link, the raw text is shown. */
function splitLine(line: FoundMessage, isHit: HitTest): wire.WireTextPiece[] {
  const splitRawText = () => splitWords(onOneLine(wordsOfFound(line)), isHit)
  if (line.author !== 'bot') return splitRawText()
  const text = withoutMarks(line.text.slice(0, MAX_READ_CHARS))
  const pieces = splitWords(onOneLine(wordsOfFound({ ...line, text })), isHit)
  return pieces.some(({ hit }) => hit) ? pieces : splitRawText()
}

function onOneLine(text: string): string {
  return oneLine(withoutControls(withoutEditedMark(text)))
}

/** Splits text into words, each marked as hit or not. */
function splitWords(text: string, isHit: HitTest): wire.WireTextPiece[] {
  const pieces: wire.WireTextPiece[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
    text.slice(0, MAX_READ_CHARS),
  )) {
    const words = isWordLike ? plainWords(segment) : []
    pieces.push({ text: truncate(segment, MAX_SHOWN_CHARS), hit: words.length > 0 && words.every(isHit) })
  }
  return pieces
}

function cutAroundFirstHit(pieces: wire.WireTextPiece[]): wire.WireTextPiece[] {
  const first = Math.max(
    0,
    pieces.findIndex(({ hit }) => hit),
  )
  let from = first
  for (let chars = 0; from > 0 && chars < CHARS_BEFORE_HIT; from--) chars += pieces[from - 1]?.text.length ?? 0
  const shownPieces: wire.WireTextPiece[] = from > 0 ? [{ text: '…', hit: false }] : []
  let chars = 0
  for (const piece of pieces.slice(from)) {
    if (chars >= MAX_SHOWN_CHARS) return joinRuns([...shownPieces, { text: '…', hit: false }])
    shownPieces.push(piece)
    chars += piece.text.length
  }
  return joinRuns(shownPieces)
}

function joinRuns(pieces: wire.WireTextPiece[]): wire.WireTextPiece[] {
  const runs: wire.WireTextPiece[] = []
  for (const { text, hit } of pieces) {
    const last = runs.at(-1)
    if (last?.hit === hit) last.text += text
    else runs.push({ text, hit })
  }
  return runs
}
