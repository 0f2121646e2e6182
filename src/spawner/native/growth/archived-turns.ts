import type { SessionStep, SessionTurn } from '../session.ts'
import { endsOf, noAnswer, type SessionPiece } from './pieces.ts'
import { placeOf, type SessionView, type TextCut } from './view.ts'
import type { Archiver, LayerResult, WindowState } from './window-state.ts'

/** The length of a summary; it is also limited to a share of the room. */
const MAX_SUMMARY_CHARS = 12_000
const MIN_SUMMARY_CHARS = 400
/** Only this many files are named, because each of them names the one before it. */
const MAX_NAMED_FILES = 10
/** Fewer turns than this are reduced to question and answer; of more, the older half is removed. */
const FEW_TURNS = 5

/** If there are too many turns, the older half goes into the summary. */
export async function dropOldTurns(scene: WindowState, view: SessionView): Promise<LayerResult> {
  let shown = scene.turns.length - view.fromTurn
  // Usually once, unless the limit was lowered.
  while (shown > scene.limits.maxContextTurns) shown = Math.ceil(shown / 2)
  const before = scene.turns.length - shown
  if (before === view.fromTurn) return undefined
  return {
    view: await withoutTurns(scene, view, before),
    told: `${counted(before - view.fromTurn)} put into the summary.`,
  }
}

/** The next smaller view of the turns before the present one; undefined if there are none. */
export async function fewerTurns(scene: WindowState, view: SessionView): Promise<LayerResult> {
  const { live, turns } = scene
  const shown = turns.length - view.fromTurn
  if (shown >= FEW_TURNS) {
    const removedTurns = Math.floor(shown / 2)
    return {
      view: await withoutTurns(scene, view, view.fromTurn + removedTurns),
      told: `${counted(removedTurns)} put into the summary.`,
    }
  }
  if (shown > 1 && view.bareBefore < live) {
    const filed = await withFile(scene, view, live)
    return { view: { ...filed, bareBefore: live }, told: 'Earlier turns were cut to question and answer.' }
  }
  if (shown > 1)
    return { view: await withoutTurns(scene, view, live), told: 'All earlier turns were put into the summary.' }
  return undefined
}

/** Removes the turns before this one. They are kept in a file and in the summary. */
export async function withoutTurns(scene: Archiver, view: SessionView, before: number): Promise<SessionView> {
  const summarised = await withSummary(scene, await withFile(scene, view, before), before)
  return { ...summarised, fromTurn: before, bareBefore: Math.max(summarised.bareBefore, before) }
}

/** Adds a summary of all turns before this one. */
export async function withSummary(scene: Archiver, view: SessionView, before: number): Promise<SessionView> {
  if (view.toldBefore >= before) return view
  const turns = scene.turns.slice(view.toldBefore, before)
  const summary = await scene.deps.summarise({ kind: 'turns', old: view.summary, turns }, scene.signal)
  const { [placeOf.summary]: _, ...cuts } = view.cuts
  return { ...view, cuts, summary: endsOf(summary, summaryChars(scene), ''), toldBefore: before }
}

/** Writes all turns before this one to files. */
export async function withFile(scene: Archiver, view: SessionView, before: number): Promise<SessionView> {
  const { filedBefore: first, files } = view
  if (first >= before) return view
  const text = turnsText(scene.turns.slice(first, before), first, files.at(-1))
  const path = await keepText(scene, `turns-${first + 1}-${before}`, 'md', text)
  return { ...view, filedBefore: before, files: named(files, path) }
}

/** Replaces the steps of the present turn before this one by a summary. */
export async function withoutSteps(scene: WindowState, view: SessionView, before: number): Promise<SessionView> {
  const { live, turns, deps, signal } = scene
  const old = view.work[live]
  const from = old?.fromStep ?? 0
  const turn = turns[live]
  if (!turn || before <= from) return view
  const fullText = stepsText(turn.steps.slice(from, before), from, old?.files.at(-1))
  const path = await keepText(scene, `turn-${live + 1}-steps-${from + 1}-${before}`, 'md', fullText)
  const summary = await deps.summarise({ kind: 'work', old: old?.text, turn, from, to: before }, signal)
  const { [placeOf.work(live)]: _, ...cuts } = view.cuts
  const text = endsOf(summary, summaryChars(scene), '')
  const work = { fromStep: before, text, files: named(old?.files ?? [], path) }
  return { ...view, cuts, work: { ...view.work, [live]: work } }
}

function named(files: readonly string[], path: string | undefined): string[] {
  return path === undefined ? [...files] : [...files, path].slice(-MAX_NAMED_FILES)
}

function summaryChars({ maxTokens }: Archiver): number {
  return Math.max(MIN_SUMMARY_CHARS, Math.min(MAX_SUMMARY_CHARS, Math.floor(maxTokens / 3)))
}

function counted(turns: number): string {
  return turns === 1 ? 'One turn was' : `${turns} turns were`
}

/** The complete turns with every call and result, for reference. */
function turnsText(turns: readonly SessionTurn[], first: number, before: string | undefined): string {
  const parts = turns.map((turn, index) =>
    [
      `# Turn ${first + index + 1}`,
      `## Asked\n\n${turn.text}`,
      ...turn.steps.map((step, number) => stepText(step, number)),
      `## Answered\n\n${turn.answer ?? noAnswer}`,
    ].join('\n\n'),
  )
  return whole(parts, before)
}

/** The complete steps of one turn. */
function stepsText(steps: readonly SessionStep[], first: number, before: string | undefined): string {
  return whole(
    steps.map((step, index) => stepText(step, first + index)),
    before,
  )
}

function whole(parts: readonly string[], before: string | undefined): string {
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
  scene: WindowState,
  view: SessionView,
  pieces: readonly SessionPiece[],
  chars: number,
): Promise<SessionView> {
  const cuts: Record<string, TextCut> = {}
  for (const piece of pieces) {
    const path = view.cuts[piece.place]?.path ?? (await keptPiece(scene, piece))
    cuts[piece.place] = { chars, ...(path === undefined ? {} : { path }) }
  }
  return { ...view, cuts: { ...view.cuts, ...cuts } }
}

/** Summaries already have their files. */
async function keptPiece(
  scene: WindowState,
  { kind, call, turn, step, whole }: SessionPiece,
): Promise<string | undefined> {
  if (kind === 'result') return keepText(scene, call?.id ?? 'result', 'txt', whole)
  if (kind === 'text') return keepText(scene, `message-${turn + 1}`, 'txt', whole)
  if (kind === 'joined') return keepText(scene, `message-${turn + 1}-${step + 1}`, 'txt', whole)
  if (kind === 'said' || kind === 'call') return keepText(scene, `step-${turn + 1}-${step + 1}-${kind}`, 'txt', whole)
  if (kind === 'answer') return keepText(scene, `answer-${turn + 1}`, 'txt', whole)
  return undefined
}
