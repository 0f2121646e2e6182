import type { SessionTurn, Step } from '../session/session.ts'
import { endsOf } from './ends.ts'
import { kept } from './files.ts'
import { noAnswer } from './pieces.ts'
import type { Done, Scene, Teller } from './scene.ts'
import { placeOf, type View } from './view.ts'

/** A summary is held to this, and to a share of the room. */
const SUMMARY_CHARS = 12_000
const SHORTEST_SUMMARY = 400
/** So many files are named; each of them names the one before it. */
const NAMED_FILES = 10
/** Fewer turns than these are each told by question and answer; of more the first half goes. */
const FEW_TURNS = 5

/** More turns than are wanted: the older half goes. */
export async function dropOldTurns(scene: Scene, view: View): Promise<Done> {
  let shown = scene.turns.length - view.fromTurn
  // Once, unless fewer are wanted than before.
  while (shown > scene.limits.maxContextTurns) shown = Math.ceil(shown / 2)
  const before = scene.turns.length - shown
  if (before === view.fromTurn) return undefined
  return {
    view: await withoutTurns(scene, view, before),
    told: `${counted(before - view.fromTurn)} put into the summary.`,
  }
}

/** The next smaller view by what is older than the turn under way, if there is any. */
export async function fewerTurns(scene: Scene, view: View): Promise<Done> {
  const { live, turns } = scene
  const shown = turns.length - view.fromTurn
  if (shown >= FEW_TURNS) {
    const gone = Math.floor(shown / 2)
    return {
      view: await withoutTurns(scene, view, view.fromTurn + gone),
      told: `${counted(gone)} put into the summary.`,
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

/** Without the turns before this one: they stand in a file, and in the summary. */
export async function withoutTurns(scene: Teller, view: View, before: number): Promise<View> {
  const told = await withSummary(scene, await withFile(scene, view, before), before)
  return { ...told, fromTurn: before, bareBefore: Math.max(told.bareBefore, before) }
}

/** With a summary of all turns before this one. */
export async function withSummary(scene: Teller, view: View, before: number): Promise<View> {
  if (view.toldBefore >= before) return view
  const turns = scene.turns.slice(view.toldBefore, before)
  const summary = await scene.deps.summarise({ kind: 'turns', old: view.summary, turns }, scene.signal)
  const { [placeOf.summary]: _, ...cuts } = view.cuts
  return { ...view, cuts, summary: endsOf(summary, summaryChars(scene), ''), toldBefore: before }
}

/** With all turns before this one in files. */
export async function withFile(scene: Teller, view: View, before: number): Promise<View> {
  const { filedBefore: first, files } = view
  if (first >= before) return view
  const text = turnsText(scene.turns.slice(first, before), first, files.at(-1))
  const path = await kept(scene, `turns-${first + 1}-${before}`, 'md', text)
  return { ...view, filedBefore: before, files: named(files, path) }
}

/** Of the turn under way the steps before this one are told in short. */
export async function withoutSteps(scene: Scene, view: View, before: number): Promise<View> {
  const { live, turns, deps, signal } = scene
  const old = view.work[live]
  const from = old?.fromStep ?? 0
  const turn = turns[live]
  if (!turn || before <= from) return view
  const whole = stepsText(turn.steps.slice(from, before), from, old?.files.at(-1))
  const path = await kept(scene, `turn-${live + 1}-steps-${from + 1}-${before}`, 'md', whole)
  const told = await deps.summarise({ kind: 'work', old: old?.text, turn, from, to: before }, signal)
  const { [placeOf.work(live)]: _, ...cuts } = view.cuts
  const text = endsOf(told, summaryChars(scene), '')
  const work = { fromStep: before, text, files: named(old?.files ?? [], path) }
  return { ...view, cuts, work: { ...view.work, [live]: work } }
}

function named(files: readonly string[], path: string | undefined): string[] {
  return path === undefined ? [...files] : [...files, path].slice(-NAMED_FILES)
}

function summaryChars({ most }: Teller): number {
  return Math.max(SHORTEST_SUMMARY, Math.min(SUMMARY_CHARS, Math.floor(most / 3)))
}

function counted(turns: number): string {
  return turns === 1 ? 'One turn was' : `${turns} turns were`
}

/** Turns as they were, with every call and all that came of it, for whoever wants to look something up. */
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

/** Steps of one turn in the same way. */
function stepsText(steps: readonly Step[], first: number, before: string | undefined): string {
  return whole(
    steps.map((step, index) => stepText(step, first + index)),
    before,
  )
}

function whole(parts: readonly string[], before: string | undefined): string {
  const head = before === undefined ? [] : [`What was before this is in ${before}.`]
  return `${[...head, ...parts].join('\n\n')}\n`
}

function stepText({ said, calls, results, joined }: Step, number: number): string {
  return [
    `## Step ${number + 1}`,
    ...(said.trim() === '' ? [] : [said]),
    ...calls.map(({ id, name, input }) => `### Call ${id}: ${name}\n\n${JSON.stringify(input ?? {})}`),
    ...results.map(({ call, text, failed }) => `### ${failed ? 'Failed' : 'Result'} ${call}\n\n${text}`),
    ...(joined === undefined ? [] : [`### Sent meanwhile\n\n${joined}`]),
  ].join('\n\n')
}
