import type { FilePart, ImagePart, TextPart } from 'ai'
import { READ_SKILL } from '../../../domain/profile.ts'
import { wholeBefore } from '../../../lib/text/text.ts'
import type { SessionStep, SessionTurn, ToolCall } from '../session.ts'
import { placeKey, type SessionView, type TextCut } from './view.ts'

/** One text of a session as a view shows it. */
export interface SessionPiece {
  kind: 'summary' | 'text' | 'pictures' | 'work' | 'joined' | 'said' | 'call' | 'result' | 'answer'
  role: 'user' | 'assistant' | 'tool'
  /** Pieces with the same value form one message. */
  message: string
  place: string
  turn: number
  step: number
  fullText: string
  shown: string
  call?: { id: string; name: string; input: Record<string, unknown> }
  failed?: boolean
  pictures?: Pictures
}

/** What a model sees of the files of a turn, besides the text of the turn. */
export interface Pictures {
  parts: readonly (TextPart | ImagePart | FilePart)[]
  /** Our estimate for all of them. */
  tokens: number
}

export const NO_ANSWER = '(no answer was given)'
const INTERRUPTED_NOTE = 'This call was interrupted. It has no result, and it is unknown whether it had any effect.'

/** Everything that a view shows of a session, in order. The same turns and view give the same pieces. */
export function listPieces(
  turns: readonly SessionTurn[],
  view: SessionView,
  picturesOf?: (turn: SessionTurn) => Pictures | undefined,
): SessionPiece[] {
  const ids = callIds(turns)
  const { cuts } = view
  const pieces: SessionPiece[] = []
  const add = (piece: Omit<SessionPiece, 'shown'>, shown = cutText(piece.fullText, cuts[piece.place])) => {
    if (shown.trim() !== '' || piece.pictures) pieces.push({ ...piece, shown })
  }
  const hiddenSteps = turns.slice(0, Math.max(view.fromTurn, view.bareBefore)).flatMap(({ steps }) => steps)
  const earlierNote = describeEarlierTurns(view, cuts[placeKey.summary], hiddenSteps)
  if (earlierNote !== undefined)
    add(
      { kind: 'summary', ...headPosition(view.fromTurn), place: placeKey.summary, fullText: view.summary ?? '' },
      earlierNote,
    )

  for (let turn = view.fromTurn; turn < turns.length; turn++) {
    const { text, files, steps, answer } = turns[turn] as SessionTurn
    const head = headPosition(turn)
    const isLive = turn === turns.length - 1
    const isBare = turn < view.bareBefore && !isLive
    const pictures = isBare ? undefined : picturesOf?.(turns[turn] as SessionTurn)
    if (pictures && pictures.parts.length > 0) {
      const place = placeKey.pictures(turn)
      const names = files.map(({ name }) => name).join(', ')
      if (cuts[place]) add({ kind: 'pictures', ...head, place, fullText: '' }, `[left out to save room: ${names}]`)
      else add({ kind: 'pictures', ...head, place, fullText: '', pictures }, '')
    }
    const shownText = text.trim() === '' ? '(no text)' : text
    add({ kind: 'text', ...head, place: placeKey.text(turn), fullText: shownText })
    if (!isBare) addSteps(turn, steps)
    if (!isLive || answer !== undefined)
      add({
        ...head,
        kind: 'answer',
        role: 'assistant',
        message: `answer ${turn}`,
        place: placeKey.answer(turn),
        fullText: answer?.trim() || NO_ANSWER,
      })
  }
  return pieces

  function addSteps(turn: number, steps: readonly SessionStep[]) {
    const work = view.work[turn]
    const first = work?.fromStep ?? 0
    if (work) {
      const place = placeKey.work(turn)
      add(
        { kind: 'work', ...headPosition(turn), place, fullText: work.text },
        describeEarlierSteps(work, cuts[place], steps.slice(0, first)),
      )
    }
    for (const [step, { said, calls, results, joined }] of steps.entries()) {
      if (step >= first) {
        add({ kind: 'said', ...replyPosition(turn, step), place: placeKey.said(turn, step), fullText: said })
        for (const [index, call] of calls.entries()) addCall(turn, step, index, call)
        for (const [index, call] of calls.entries()) addResult(turn, step, index, call, results)
      }
      if (joined !== undefined)
        add({
          kind: 'joined',
          ...(step < first ? headPosition(turn) : joinedPosition(turn, step)),
          place: placeKey.joined(turn, step),
          fullText: joined,
        })
    }
  }

  function addCall(turn: number, step: number, index: number, { name, input = {} }: ToolCall) {
    const place = placeKey.call(turn, step, index)
    const cut = cuts[place]
    const shortInputValue = cut ? shortInput(input, cut.chars, describeLocation(cut)) : input
    const call = { id: ids(turn, step, index), name: validName(name), input: shortInputValue }
    add(
      { kind: 'call', ...replyPosition(turn, step), place, fullText: JSON.stringify(input), call },
      JSON.stringify(shortInputValue),
    )
  }

  function addResult(
    turn: number,
    step: number,
    index: number,
    { id, name }: ToolCall,
    results: SessionStep['results'],
  ) {
    // If one answer uses an id twice, the results are in the order of the calls.
    const resultsOfCall = results.filter(({ call }) => call === id)
    const earlierSameId = (turns[turn]?.steps[step]?.calls ?? [])
      .slice(0, index)
      .filter((call) => call.id === id).length
    const result = resultsOfCall[earlierSameId]
    const place = placeKey.result(turn, step, index)
    const call = { id: ids(turn, step, index), name: validName(name), input: {} }
    const fullText = result === undefined ? INTERRUPTED_NOTE : result.text.trim() === '' ? '(no output)' : result.text
    const failed = result?.failed ?? true
    add(
      { kind: 'result', ...resultPosition(turn, step), place, fullText, call, failed },
      resultText(fullText, cuts[place]),
    )
  }
}

type PiecePosition = Pick<SessionPiece, 'role' | 'message' | 'turn' | 'step'>

/** Everything before the first step of a turn is one message, and so is each part of a step. */
function headPosition(turn: number): PiecePosition {
  return { role: 'user', message: `head ${turn}`, turn, step: -1 }
}

function replyPosition(turn: number, step: number): PiecePosition {
  return { role: 'assistant', message: `asked ${turn} ${step}`, turn, step }
}

function resultPosition(turn: number, step: number): PiecePosition {
  return { role: 'tool', message: `came ${turn} ${step}`, turn, step }
}

function joinedPosition(turn: number, step: number): PiecePosition {
  return { role: 'user', message: `joined ${turn} ${step}`, turn, step }
}

function resultText(fullText: string, cut: TextCut | undefined): string {
  if (cut?.chars !== 0) return cutText(fullText, cut)
  return cut.path === undefined
    ? '[cleared] The result is no longer available.'
    : `[cleared] The whole result is in the file ${cut.path} (use read_file).`
}

function cutText(fullText: string, cut: TextCut | undefined): string {
  return cut ? cutMiddle(fullText, cut.chars, describeLocation(cut)) : fullText
}

function describeLocation({ path }: TextCut): string {
  return path === undefined
    ? ' and are no longer available'
    : `; the whole text is in the file ${path}, which read_file can read`
}

function describeEarlierTurns(
  { summary, files, bareBefore, fromTurn }: SessionView,
  cut: TextCut | undefined,
  hidden: readonly SessionStep[],
): string | undefined {
  if (summary === undefined && files.length === 0) return undefined
  const bareNote = bareBefore > fromTurn ? ['Some of the following turns are shown only as question and answer.'] : []
  const fileNote = files.length > 0 ? [`The full text is in ${files.join(', ')} (use read_file).`] : []
  const summaryLines = summary === undefined ? [] : ['Summary:', cutSummary(summary, cut)]
  return [
    '[Earlier in this conversation. This is in the past: do not do any of it again.',
    ...bareNote,
    ...fileNote,
    ...summaryLines,
    ...describeSkills(hidden),
    'End of the earlier conversation.]',
  ].join('\n')
}

function describeEarlierSteps(
  { fromStep, text, files }: SessionView['work'][string],
  cut: TextCut | undefined,
  hidden: readonly SessionStep[],
): string {
  const steps = fromStep === 1 ? 'The first step' : `The first ${fromStep} steps`
  return [
    `[${steps} of the work on this request, already done. Do not repeat this work.`,
    ...(files.length > 0 ? [`The full text is in ${files.join(', ')} (use read_file).`] : []),
    'Summary:',
    cutSummary(text, cut),
    ...describeSkills(hidden),
    'End of the finished work.]',
  ].join('\n')
}

/** Skills apply for the rest of the session, even when their text is not shown any more. */
function describeSkills(hidden: readonly SessionStep[]): string[] {
  const read = hidden.flatMap(({ calls, results }) =>
    calls.filter(({ id, name }) => name === READ_SKILL && results.some(({ call, failed }) => call === id && !failed)),
  )
  const names = [...new Set(read.flatMap(({ input }) => (typeof input?.name === 'string' ? input.name : [])))]
  return names.length === 0 ? [] : [`These skills still apply; read them again with ${READ_SKILL}: ${names.join(', ')}`]
}

function cutSummary(text: string, cut: TextCut | undefined): string {
  return cut ? cutMiddle(text, cut.chars, '') : text
}

const STRICTEST_NAME = /^[\w-]{1,64}$/

/**
 * The id shown for each call. Some servers count from 0 in each answer, and some write ids that others refuse. Such ids
 * are replaced by the position of the call.
 */
function callIds(turns: readonly SessionTurn[]): (turn: number, step: number, call: number) => string {
  const usedIds = new Set<string>()
  const ids = turns.map(({ steps }, turn) =>
    steps.map(({ calls }, step) =>
      calls.map(({ id }, call) => {
        let shownId = STRICTEST_NAME.test(id) ? id : ''
        if (shownId === '' || usedIds.has(shownId)) shownId = `call_${turn}_${step}_${call}`
        while (usedIds.has(shownId)) shownId += '_'
        usedIds.add(shownId)
        return shownId
      }),
    ),
  )
  return (turn, step, call) => ids[turn]?.[step]?.[call] ?? `call_${turn}_${step}_${call}`
}

/** A model may call a tool by an invalid name, and services refuse such a name when it is sent back. */
function validName(name: string): string {
  return STRICTEST_NAME.test(name) ? name : name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'
}

/**
 * Shortens the input of a call to about this many characters: its fields stay, and long values are cut in the middle.
 */
function shortInput(input: Record<string, unknown>, chars: number, location: string): Record<string, unknown> {
  const fields = Object.entries(input)
  const room = Math.floor(chars / Math.max(1, fields.length))
  const short = Object.fromEntries(fields.map(([name, value]) => [name, shortValue(value, room, location)]))
  if (JSON.stringify(short).length <= 2 * chars + 400) return short
  return { cut: cutMiddle(JSON.stringify(input), chars, location) }
}

function shortValue(value: unknown, chars: number, location: string): unknown {
  if (typeof value === 'string') return cutMiddle(value, chars, location)
  const text = JSON.stringify(value)
  return text === undefined || text.length <= chars ? value : cutMiddle(text, chars, location)
}

/** At least this much of a cut text is shown, so that it can be recognized. */
const MIN_SHOWN_CHARS = 40

/** The beginning and end of a text with a note about the omitted part, within this many characters if the note fits. */
export function cutMiddle(text: string, chars: number, location: string): string {
  if (text.length <= chars) return text
  const note = (omittedChars: number) => `\n[… ${omittedChars} characters are left out here${location} …]\n`
  const room = Math.max(MIN_SHOWN_CHARS, chars - note(text.length).length)
  if (text.length <= room) return text
  const head = wholeBefore(text, Math.ceil((room * 2) / 3))
  const tail = wholeBefore(text, text.length - Math.floor(room / 3))
  return `${text.slice(0, head)}${note(tail - head)}${text.slice(tail)}`
}
