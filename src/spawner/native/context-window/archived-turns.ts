import type { SessionStep, SessionTurn } from '../session.ts'
import { cutMiddle, NO_ANSWER, type SessionPiece } from './pieces.ts'
import { placeKey, type SessionView, type TextCut } from './view.ts'
import type { Archiver, LayerResult, WindowState } from './window-state.ts'

/** The length of a summary; it is also limited to a share of the room. */
const MAX_SUMMARY_CHARS = 12_000
const MIN_SUMMARY_CHARS = 400
/** Only this many files are named, because each of them names the one before it. */
const MAX_NAMED_FILES = 10
/** Fewer turns than this are reduced to question and answer; of more, the older half is removed. */
const FEW_TURNS = 5

/** If there are too many turns, the older half goes into the summary. */
export async function dropOldTurns(state: WindowState, view: SessionView): Promise<LayerResult> {
  let shownTurns = state.turns.length - view.fromTurn
  // Usually once, unless the limit was lowered.
  while (shownTurns > state.limits.maxContextTurns) shownTurns = Math.ceil(shownTurns / 2)
  const before = state.turns.length - shownTurns
  if (before === view.fromTurn) return undefined
  return {
    view: await withoutTurns(state, view, before),
    told: `${describeTurnCount(before - view.fromTurn)} put into the summary.`,
  }
}

/** The next smaller view of the turns before the present one; undefined if there are none. */
export async function fewerTurns(state: WindowState, view: SessionView): Promise<LayerResult> {
  const { live, turns } = state
  const shownTurns = turns.length - view.fromTurn
  if (shownTurns >= FEW_TURNS) {
    const removedTurns = Math.floor(shownTurns / 2)
    return {
      view: await withoutTurns(state, view, view.fromTurn + removedTurns),
      told: `${describeTurnCount(removedTurns)} put into the summary.`,
    }
  }
  if (shownTurns > 1 && view.bareBefore < live) {
    const filedView = await withFile(state, view, live)
    return { view: { ...filedView, bareBefore: live }, told: 'Earlier turns were cut to question and answer.' }
  }
  if (shownTurns > 1)
    return { view: await withoutTurns(state, view, live), told: 'All earlier turns were put into the summary.' }
  return undefined
}

/** Removes the turns before this one. They are kept in a file and in the summary. */
export async function withoutTurns(state: Archiver, view: SessionView, before: number): Promise<SessionView> {
  const summarisedView = await withSummary(state, await withFile(state, view, before), before)
  return { ...summarisedView, fromTurn: before, bareBefore: Math.max(summarisedView.bareBefore, before) }
}

/** Adds a summary of all turns before this one. */
export async function withSummary(state: Archiver, view: SessionView, before: number): Promise<SessionView> {
  if (view.toldBefore >= before) return view
  const turns = state.turns.slice(view.toldBefore, before)
  const summary = await state.deps.summarise({ kind: 'turns', old: view.summary, turns }, state.signal)
  const { [placeKey.summary]: _, ...cuts } = view.cuts
  return { ...view, cuts, summary: cutMiddle(summary, summaryChars(state), ''), toldBefore: before }
}

/** Writes all turns before this one to files. */
export async function withFile(state: Archiver, view: SessionView, before: number): Promise<SessionView> {
  const { filedBefore: first, files } = view
  if (first >= before) return view
  const text = turnsText(state.turns.slice(first, before), first, files.at(-1))
  const path = await keepText(state, `turns-${first + 1}-${before}`, 'md', text)
  return { ...view, filedBefore: before, files: addFile(files, path) }
}

/** Replaces the steps of the present turn before this one by a summary. */
export async function withoutSteps(state: WindowState, view: SessionView, before: number): Promise<SessionView> {
  const { live, turns, deps, signal } = state
  const earlierWork = view.work[live]
  const from = earlierWork?.fromStep ?? 0
  const turn = turns[live]
  if (!turn || before <= from) return view
  const fullText = stepsText(turn.steps.slice(from, before), from, earlierWork?.files.at(-1))
  const path = await keepText(state, `turn-${live + 1}-steps-${from + 1}-${before}`, 'md', fullText)
  const summary = await deps.summarise({ kind: 'work', old: earlierWork?.text, turn, from, to: before }, signal)
  const { [placeKey.work(live)]: _, ...cuts } = view.cuts
  const text = cutMiddle(summary, summaryChars(state), '')
  const work = { fromStep: before, text, files: addFile(earlierWork?.files ?? [], path) }
  return { ...view, cuts, work: { ...view.work, [live]: work } }
}

function addFile(files: readonly string[], path: string | undefined): string[] {
  return path === undefined ? [...files] : [...files, path].slice(-MAX_NAMED_FILES)
}

function summaryChars({ maxTokens }: Archiver): number {
  return Math.max(MIN_SUMMARY_CHARS, Math.min(MAX_SUMMARY_CHARS, Math.floor(maxTokens / 3)))
}

function describeTurnCount(turns: number): string {
  return turns === 1 ? 'One turn was' : `${turns} turns were`
}

/** The complete turns with every call and result, for reference. */
function turnsText(turns: readonly SessionTurn[], first: number, before: string | undefined): string {
  const parts = turns.map((turn, index) =>
    [
      `# Turn ${first + index + 1}`,
      `## Asked\n\n${turn.text}`,
      ...turn.steps.map((step, number) => stepText(step, number)),
      `## Answered\n\n${turn.answer ?? NO_ANSWER}`,
    ].join('\n\n'),
  )
  return joinParts(parts, before)
}

/** The complete steps of one turn. */
function stepsText(steps: readonly SessionStep[], first: number, before: string | undefined): string {
  return joinParts(
    steps.map((step, index) => stepText(step, first + index)),
    before,
  )
}

function joinParts(parts: readonly string[], before: string | undefined): string {
  const head = before === undefined ? [] : [`The part before this is in ${before}.`]
  return `${[...head, ...parts].join('\n\n')}\n`
}

function stepText({ said, calls, results, joined }: SessionStep, number: number): string {
  return [
    `## Step ${number + 1}`,
    ...(said.trim() === '' ? [] : [said]),
    ...calls.map(({ id, name, input }) => `### Call ${id}: ${name}\n\n${JSON.stringify(input ?? {})}`),
    ...results.map(({ call, text, failed }) => `### ${failed ? 'Failed' : 'Result'} ${call}\n\n${text}`),
    ...(joined === undefined ? [] : [`### Sent meanwhile\n\n${joined}`]),
  ].join('\n\n')
}

/** Writes a text to its own file under a safe name. */
function keepText({ deps }: Archiver, name: string, ending: 'txt' | 'md', text: string): Promise<string | undefined> {
  return deps.keepFile(`${name.replace(/[^\w-]+/g, '-').slice(0, 60)}.${ending}`, text)
}

/** Shortens each of these to this many characters and keeps the full text in a file. */
export async function cutTo(
  state: WindowState,
  view: SessionView,
  pieces: readonly SessionPiece[],
  chars: number,
): Promise<SessionView> {
  const cuts: Record<string, TextCut> = {}
  for (const piece of pieces) {
    const path = view.cuts[piece.place]?.path ?? (await keepPiece(state, piece))
    cuts[piece.place] = { chars, ...(path === undefined ? {} : { path }) }
  }
  return { ...view, cuts: { ...view.cuts, ...cuts } }
}

/** Summaries already have their files. */
async function keepPiece(
  state: WindowState,
  { kind, call, turn, step, fullText }: SessionPiece,
): Promise<string | undefined> {
  if (kind === 'result') return keepText(state, call?.id ?? 'result', 'txt', fullText)
  if (kind === 'text') return keepText(state, `message-${turn + 1}`, 'txt', fullText)
  if (kind === 'joined') return keepText(state, `message-${turn + 1}-${step + 1}`, 'txt', fullText)
  if (kind === 'said' || kind === 'call')
    return keepText(state, `step-${turn + 1}-${step + 1}-${kind}`, 'txt', fullText)
  if (kind === 'answer') return keepText(state, `answer-${turn + 1}`, 'txt', fullText)
  return undefined
}
