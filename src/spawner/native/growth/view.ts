import { z } from 'zod'

const cut = z.object({
  /** How many characters of it are shown, by head and tail; 0 shows none. */
  chars: z.number(),
  /** Where all of it stands, if it stands anywhere. */
  path: z.string().optional(),
})

const work = z.object({
  /** Steps before this one are told by `text`. */
  fromStep: z.number(),
  text: z.string(),
  /** Where they stand in full, oldest first. */
  files: z.array(z.string()),
})

const view = z.object({
  /** Turns before this one are not shown. */
  fromTurn: z.number(),
  /** Stands for the turns before `toldBefore`: those that are not shown, and after an overflow also those that are. */
  summary: z.string().optional(),
  toldBefore: z.number(),
  /** Turns before this one are shown by what was asked and what was answered. */
  bareBefore: z.number(),
  /** Where the turns before `filedBefore` stand in full, oldest first. */
  files: z.array(z.string()),
  filedBefore: z.number(),
  /** By the number of the turn. */
  work: z.record(z.string(), work),
  /** Texts that are not shown whole, by their place. */
  cuts: z.record(z.string(), cut),
})

/**
 * What a model is shown of a session by now. It only ever shows less: what was hidden once stays so, and what stands
 * before the newest messages stays the same.
 */
export type View = z.infer<typeof view>
export type TextCut = z.infer<typeof cut>

export const wholeView: View = {
  fromTurn: 0,
  toldBefore: 0,
  bareBefore: 0,
  files: [],
  filedBefore: 0,
  work: {},
  cuts: {},
}

/** As it was kept. What cannot be read, or is of another session, shows everything: it is made smaller again. */
export function readView(kept: string | undefined, turns: number): View {
  if (kept === undefined) return wholeView
  const read = view.safeParse(parsed(kept))
  if (!read.success) return wholeView
  const { fromTurn, toldBefore, bareBefore, filedBefore } = read.data
  return Math.max(fromTurn, toldBefore, bareBefore, filedBefore) <= turns ? read.data : wholeView
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where a text stands in its session. */
export const placeOf = {
  summary: 'summary',
  text: (turn: number) => `text ${turn}`,
  pictures: (turn: number) => `pictures ${turn}`,
  work: (turn: number) => `work ${turn}`,
  answer: (turn: number) => `answer ${turn}`,
  said: (turn: number, step: number) => `said ${turn} ${step}`,
  joined: (turn: number, step: number) => `joined ${turn} ${step}`,
  call: (turn: number, step: number, call: number) => `call ${turn} ${step} ${call}`,
  result: (turn: number, step: number, call: number) => `result ${turn} ${step} ${call}`,
}

/** Of these many turns alone: a turn that failed was shown too, and another one may come to stand in its place. */
export function viewOf(view: View, turns: number): View {
  const isThere = ([place]: [string, unknown]) => place === placeOf.summary || Number(place.split(' ')[1]) < turns
  const work = Object.fromEntries(Object.entries(view.work).filter(([turn]) => Number(turn) < turns))
  return { ...view, work, cuts: Object.fromEntries(Object.entries(view.cuts).filter(isThere)) }
}

/** Without the cuts of what is not shown at all. */
export function pruned(view: View, shown: ReadonlySet<string>): View {
  const cuts = Object.fromEntries(Object.entries(view.cuts).filter(([place]) => shown.has(place)))
  const isWhole = (turn: string) => Number(turn) >= Math.max(view.fromTurn, view.bareBefore)
  const work = Object.fromEntries(Object.entries(view.work).filter(([turn]) => isWhole(turn)))
  return { ...view, cuts, work }
}
