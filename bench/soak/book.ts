import { keysIn, type LineKind } from './lines.ts'
import type { Place } from './place.ts'

/** What somebody said, and what has to come of it. */
export interface Asked {
  key: string
  kind: LineKind
  place: Place
  /** `answer`: exactly one. `any`: somebody stopped it or changed it meanwhile, so one or none. */
  expects: 'answer' | 'any'
}

/** What the store says of a message. */
export interface StoredTurn {
  task: number | null
  state: string | null
  text: string
}

/** What was found of what people said since the last look. */
export interface Verdict {
  answered: number
  /** Answered together with what was said after it. */
  together: number
  /** Said again after a kill, with the words that say so. */
  repeated: number
  /** The person was told that a kill interrupted it. */
  told: number
  stopped: number
  lost: string[]
  doubled: string[]
  stuck: string[]
  misrouted: string[]
  failed: string[]
}

const REPEAT = 'sent again after an interruption'
const ends = ['answered', 'refused', 'cancelled', 'expired', 'failed', 'quarantined']

/** Compares what people said with what stands in their chats. */
export function judge(asked: Asked[], places: Place[], turns: StoredTurn[]): Verdict {
  const verdict: Verdict = { ...noVerdict(), lost: [], doubled: [], stuck: [], misrouted: [], failed: [] }
  const answers = findAnswers(places)
  const turnOf = new Map(turns.flatMap((turn) => keysIn(turn.text).map((key) => [key, turn] as const)))
  const keysOf = new Map<number, string[]>()
  for (const [key, { task }] of turnOf) if (task !== null) keysOf.set(task, [...(keysOf.get(task) ?? []), key])

  for (const one of asked) {
    const { key, place } = one
    const all = answers.get(key) ?? []
    const here = all.filter((answer) => answer.place === place.name)
    if (here.length < all.length)
      verdict.misrouted.push(`${key} of ${place.name}: ${all.map((answer) => answer.place).join(', ')}`)
    const repeats = here.filter(({ isRepeat }) => isRepeat).length
    verdict.repeated += repeats
    // What was changed after its answer is answered anew.
    const most = one.kind === 'edit' ? 2 : 1
    if (here.length - repeats > most)
      verdict.doubled.push(`${key} (${one.kind}) in ${place.name}, ${here.length} times`)
    if (here.length > 0) verdict.answered += 1
    else judgeSilence(one)
  }
  return verdict

  function judgeSilence({ key, kind, place, expects }: Asked): void {
    const turn = turnOf.get(key)
    const what = `${key} (${kind}) in ${place.name}${turn?.task ? `, task ${turn.task} ${turn.state}` : ''}`
    if (turn?.task === undefined || turn.task === null || turn.state === null) return void verdict.lost.push(what)
    const isWithOthers = (keysOf.get(turn.task) ?? []).some((other) => answers.has(other))
    if (turn.state === 'answered' && isWithOthers) verdict.together += 1
    else if (turn.state === 'interrupted') verdict.told += 1
    else if (!ends.includes(turn.state)) verdict.stuck.push(what)
    else if (expects === 'any') verdict.stopped += 1
    else if (turn.state === 'answered') verdict.lost.push(what)
    else verdict.failed.push(what)
  }
}

export function noVerdict() {
  return { answered: 0, together: 0, repeated: 0, told: 0, stopped: 0 }
}

/** By the key in each answer: the last one, because a model may repeat what it was shown before. */
function findAnswers(places: Place[]): Map<string, { place: string; isRepeat: boolean }[]> {
  const found = new Map<string, { place: string; isRepeat: boolean }[]>()
  for (const place of places) {
    for (const text of place.answers()) {
      const key = keysIn(text).at(-1)
      if (key === undefined) continue
      found.set(key, [...(found.get(key) ?? []), { place: place.name, isRepeat: text.includes(REPEAT) }])
    }
  }
  return found
}
