import type { FilePart, ImagePart, TextPart } from 'ai'
import { wholeBefore } from '../../../lib/text/text.ts'
import type { SessionStep, SessionTurn, ToolCall } from '../session.ts'
import { placeOf, type SessionView, type TextCut } from './view.ts'

/** One text of a session as a view shows it. */
export interface SessionPiece {
  kind: 'summary' | 'text' | 'pictures' | 'work' | 'joined' | 'said' | 'call' | 'result' | 'answer'
  role: 'user' | 'assistant' | 'tool'
  /** Pieces with the same value form one message. */
  message: string
  place: string
  turn: number
  step: number
  whole: string
  shown: string
  call?: { id: string; name: string; input: Record<string, unknown> }
  failed?: boolean
  pictures?: Pictures
}

/** What a model sees of the files of a turn beside its text. */
export interface Pictures {
  parts: readonly (TextPart | ImagePart | FilePart)[]
  /** Our estimate for all of them. */
  tokens: number
}

export const noAnswer = '(no answer was given)'
const cutShort = 'This call was interrupted. It has no result, and it is unknown whether it had any effect.'

/** Everything that a view shows of a session, in order. The same turns and view give the same pieces. */
export function piecesOf(
  turns: readonly SessionTurn[],
  view: SessionView,
  picturesOf?: (turn: SessionTurn) => Pictures | undefined,
): SessionPiece[] {
  const ids = callIds(turns)
  const { cuts } = view
  const pieces: SessionPiece[] = []
  const add = (piece: Omit<SessionPiece, 'shown'>, shown = cutText(piece.whole, cuts[piece.place])) => {
    if (shown.trim() !== '' || piece.pictures) pieces.push({ ...piece, shown })
  }
  const past = pastNote(view, cuts[placeOf.summary])
  if (past !== undefined)
    add({ kind: 'summary', ...headOf(view.fromTurn), place: placeOf.summary, whole: view.summary ?? '' }, past)

  for (let turn = view.fromTurn; turn < turns.length; turn++) {
    const { text, files, steps, answer } = turns[turn] as SessionTurn
    const head = headOf(turn)
    const isLive = turn === turns.length - 1
    const isBare = turn < view.bareBefore && !isLive
    const pictures = isBare ? undefined : picturesOf?.(turns[turn] as SessionTurn)
    if (pictures && pictures.parts.length > 0) {
      const place = placeOf.pictures(turn)
      const names = files.map(({ name }) => name).join(', ')
      if (cuts[place]) add({ kind: 'pictures', ...head, place, whole: '' }, `[left out to save room: ${names}]`)
      else add({ kind: 'pictures', ...head, place, whole: '', pictures }, '')
    }
    const words = text.trim() === '' ? '(no text)' : text
    add({ kind: 'text', ...head, place: placeOf.text(turn), whole: words })
    if (!isBare) addSteps(turn, steps)
    if (!isLive || answer !== undefined)
      add({
        ...head,
        kind: 'answer',
        role: 'assistant',
        message: `answer ${turn}`,
        place: placeOf.answer(turn),
        whole: answer?.trim() || noAnswer,
      })
  }
  return pieces

  function addSteps(turn: number, steps: readonly SessionStep[]) {
    const work = view.work[turn]
    const first = work?.fromStep ?? 0
    if (work) {
      const place = placeOf.work(turn)
      add({ kind: 'work', ...headOf(turn), place, whole: work.text }, workNote(work, cuts[place]))
    }
    for (const [step, { said, calls, results, joined }] of steps.entries()) {
      if (step >= first) {
        add({ kind: 'said', ...askedIn(turn, step), place: placeOf.said(turn, step), whole: said })
        for (const [index, call] of calls.entries()) addCall(turn, step, index, call)
        for (const [index, call] of calls.entries()) addResult(turn, step, index, call, results)
      }
      if (joined !== undefined)
        add({
          kind: 'joined',
          ...(step < first ? headOf(turn) : joinedIn(turn, step)),
          place: placeOf.joined(turn, step),
          whole: joined,
        })
    }
  }

  function addCall(turn: number, step: number, index: number, { name, input = {} }: ToolCall) {
    const place = placeOf.call(turn, step, index)
    const cut = cuts[place]
    const short = cut ? shortInput(input, cut.chars, whereOf(cut)) : input
    const call = { id: ids(turn, step, index), name: shownName(name), input: short }
    add({ kind: 'call', ...askedIn(turn, step), place, whole: JSON.stringify(input), call }, JSON.stringify(short))
  }

  function addResult(
    turn: number,
    step: number,
    index: number,
    { id, name }: ToolCall,
    results: SessionStep['results'],
  ) {
    // If one answer uses an id twice, the results are in the order of the calls.
    const ofCall = results.filter(({ call }) => call === id)
    const before = (turns[turn]?.steps[step]?.calls ?? []).slice(0, index).filter((call) => call.id === id).length
    const result = ofCall[before]
    const place = placeOf.result(turn, step, index)
    const call = { id: ids(turn, step, index), name: shownName(name), input: {} }
    const fullText = result === undefined ? cutShort : result.text.trim() === '' ? '(no output)' : result.text
    const failed = result?.failed ?? true
    add(
      { kind: 'result', ...cameIn(turn, step), place, whole: fullText, call, failed },
      resultText(fullText, cuts[place]),
    )
  }
}

type Where = Pick<SessionPiece, 'role' | 'message' | 'turn' | 'step'>

/** Everything before the first step of a turn is one message, and so is each part of a step. */
function headOf(turn: number): Where {
  return { role: 'user', message: `head ${turn}`, turn, step: -1 }
}

function askedIn(turn: number, step: number): Where {
  return { role: 'assistant', message: `asked ${turn} ${step}`, turn, step }
}

function cameIn(turn: number, step: number): Where {
  return { role: 'tool', message: `came ${turn} ${step}`, turn, step }
}

function joinedIn(turn: number, step: number): Where {
  return { role: 'user', message: `joined ${turn} ${step}`, turn, step }
}

function resultText(whole: string, cut: TextCut | undefined): string {
  if (cut?.chars !== 0) return cutText(whole, cut)
  return cut.path === undefined
    ? '[cleared] The result is no longer available.'
    : `[cleared] The whole result is in the file ${cut.path} (use read_file).`
}

function cutText(whole: string, cut: TextCut | undefined): string {
  return cut ? endsOf(whole, cut.chars, whereOf(cut)) : whole
}

function whereOf({ path }: TextCut): string {
  return path === undefined
    ? ' and are no longer available'
    : `; the whole text is in the file ${path}, which read_file can read`
}

function pastNote({ summary, files, bareBefore, fromTurn }: SessionView, cut: TextCut | undefined): string | undefined {
  if (summary === undefined && files.length === 0) return undefined
  const short = bareBefore > fromTurn ? ['Some of the following turns are shown only as question and answer.'] : []
  const where = files.length > 0 ? [`The full text is in ${files.join(', ')} (use read_file).`] : []
  const summaryLines = summary === undefined ? [] : ['Summary:', cutSummary(summary, cut)]
  return [
    '[Earlier in this conversation. This is in the past: do not do any of it again.',
    ...short,
    ...where,
    ...summaryLines,
    'End of the earlier conversation.]',
  ].join('\n')
}

function workNote({ fromStep, text, files }: SessionView['work'][string], cut: TextCut | undefined): string {
  const steps = fromStep === 1 ? 'The first step' : `The first ${fromStep} steps`
  return [
    `[${steps} of the work on this request, already done. Do not repeat this work.`,
    ...(files.length > 0 ? [`The full text is in ${files.join(', ')} (use read_file).`] : []),
    'Summary:',
    cutSummary(text, cut),
    'End of the finished work.]',
  ].join('\n')
}

function cutSummary(text: string, cut: TextCut | undefined): string {
  return cut ? endsOf(text, cut.chars, '') : text
}

const STRICTEST = /^[\w-]{1,64}$/

/**
 * The id shown for each call. Some servers count from 0 in each answer, and some write ids that others refuse. Such ids
 * are replaced by the position of the call.
 */
function callIds(turns: readonly SessionTurn[]): (turn: number, step: number, call: number) => string {
  const usedIds = new Set<string>()
  const ids = turns.map(({ steps }, turn) =>
    steps.map(({ calls }, step) =>
      calls.map(({ id }, call) => {
        let shown = STRICTEST.test(id) ? id : ''
        if (shown === '' || usedIds.has(shown)) shown = `call_${turn}_${step}_${call}`
        while (usedIds.has(shown)) shown += '_'
        usedIds.add(shown)
        return shown
      }),
    ),
  )
  return (turn, step, call) => ids[turn]?.[step]?.[call] ?? `call_${turn}_${step}_${call}`
}

/** A model may call a tool by an invalid name, and services refuse such a name when it is sent back. */
function shownName(name: string): string {
  return STRICTEST.test(name) ? name : name.replace(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'
}

/**
 * Shortens the input of a call to about this many characters: its fields stay, and long values are cut in the middle.
 */
function shortInput(input: Record<string, unknown>, chars: number, where: string): Record<string, unknown> {
  const fields = Object.entries(input)
  const room = Math.floor(chars / Math.max(1, fields.length))
  const short = Object.fromEntries(fields.map(([name, value]) => [name, shortValue(value, room, where)]))
  if (JSON.stringify(short).length <= 2 * chars + 400) return short
  return { cut: endsOf(JSON.stringify(input), chars, where) }
}

function shortValue(value: unknown, chars: number, where: string): unknown {
  if (typeof value === 'string') return endsOf(value, chars, where)
  const text = JSON.stringify(value)
  return text === undefined || text.length <= chars ? value : endsOf(text, chars, where)
}

/** At least this much of a cut text is shown, so that it can be recognized. */
const MIN_SHOWN_CHARS = 40

/** The beginning and end of a text with a note about the omitted part, within this many characters if the note fits. */
export function endsOf(text: string, chars: number, where: string): string {
  if (text.length <= chars) return text
  const note = (left: number) => `\n[… ${left} characters are left out here${where} …]\n`
  const room = Math.max(MIN_SHOWN_CHARS, chars - note(text.length).length)
  if (text.length <= room) return text
  const head = wholeBefore(text, Math.ceil((room * 2) / 3))
  const tail = wholeBefore(text, text.length - Math.floor(room / 3))
  return `${text.slice(0, head)}${note(tail - head)}${text.slice(tail)}`
}
