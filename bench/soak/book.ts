import { answeredKey, isMarkedRepeat, keysIn, type LineKind } from './lines.ts'
import type { Place } from './place.ts'

/** What somebody said. Unless they stop it, each task that it became has to be answered exactly once. */
export interface Asked {
  key: string
  kind: LineKind
  place: Place
  /** 2 if they changed its words. What is changed after its answer is answered anew. */
  versions: number
}

/** What the store says of a message, in the order in which they came. */
export interface StoredTurn {
  text: string
  /** The newest version of an edited message may be in no task, because the earlier one was being answered. */
  task: StoredTask | null
}

export interface StoredTask {
  id: number
  state: string
  begun: number
  /** 0 while it is under way. */
  ended: number
}

/** What was found of what people said since the last look. */
export interface Verdict {
  answered: number
  /** Changed after its answer, and answered anew. */
  anew: number
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

const ends = ['answered', 'refused', 'cancelled', 'expired', 'failed', 'quarantined']

/** Compares what people said with what is in their chats. */
export function judge(asked: Asked[], places: Place[], turns: StoredTurn[]): Verdict {
  const verdict: Verdict = { ...noVerdict(), lost: [], doubled: [], stuck: [], misrouted: [], failed: [] }
  const answers = findAnswers(places)
  const tasksOf = new Map<string, Map<number, StoredTask>>()
  /** An answer names the last message of its task. */
  const lastKeys = new Map<number, string>()
  for (const { text, task } of turns) {
    for (const key of keysIn(text)) {
      if (task === null) continue
      tasksOf.set(key, (tasksOf.get(key) ?? new Map<number, StoredTask>()).set(task.id, task))
      lastKeys.set(task.id, key)
    }
  }
  for (const one of asked) judgeOne(one)
  return verdict

  function judgeOne(one: Asked): void {
    const { key, kind, place, versions } = one
    const what = `${key} (${kind}) in ${place.name}`
    const tasks = [...(tasksOf.get(key)?.values() ?? [])]
    if (tasks.length === 0) verdict.lost.push(`${what}, no task`)
    if (tasks.length > versions || tasks.some(({ begun }, at) => at > 0 && begun < (tasks[at - 1]?.ended || Infinity)))
      verdict.doubled.push(`${what}, ${describe(tasks)}`)

    const due = tasks.filter(({ id, state }) => state === 'answered' && lastKeys.get(id) === key).length
    const all = answers.get(key) ?? []
    const here = all.filter((answer) => answer.place === place.name)
    if (here.length < all.length) verdict.misrouted.push(`${what}: ${all.map((answer) => answer.place).join(', ')}`)
    const repeats = here.filter(({ isRepeat }) => isRepeat).length
    const found = `${what}, ${here.length} answers, ${due} due, ${describe(tasks)}`
    if (here.length - repeats > due) verdict.doubled.push(found)
    if (here.length < due) verdict.lost.push(found)
    verdict.repeated += repeats
    if (due > 0) verdict.answered += 1
    if (due > 1) verdict.anew += 1
    for (const task of tasks) judgeTask(one, task, `${what}, task ${task.id} ${task.state}`)
  }

  function judgeTask(one: Asked, { id, state }: StoredTask, what: string): void {
    if (state === 'answered') verdict.together += lastKeys.get(id) === one.key ? 0 : 1
    else if (state === 'interrupted') verdict.told += 1
    else if (!ends.includes(state)) verdict.stuck.push(what)
    else if (state === 'cancelled' && wasStopped(one)) verdict.stopped += 1
    else verdict.failed.push(what)
  }

  /** Who says stop ends what is answered at that moment, and that may be something they said before. */
  function wasStopped(one: Asked): boolean {
    return asked.slice(asked.indexOf(one)).some(({ kind, place }) => kind === 'stop' && place === one.place)
  }
}

export function noVerdict() {
  return { answered: 0, anew: 0, together: 0, repeated: 0, told: 0, stopped: 0 }
}

function describe(tasks: StoredTask[]): string {
  return tasks.map(({ id, state }) => `task ${id} ${state}`).join(', ') || 'no task'
}

function findAnswers(places: Place[]): Map<string, { place: string; isRepeat: boolean }[]> {
  const found = new Map<string, { place: string; isRepeat: boolean }[]>()
  for (const place of places) {
    for (const text of place.answers()) {
      const key = answeredKey(text)
      if (key === undefined) continue
      found.set(key, [...(found.get(key) ?? []), { place: place.name, isRepeat: isMarkedRepeat(text) }])
    }
  }
  return found
}
