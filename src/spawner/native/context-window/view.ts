import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'

const cut = z.object({
  /** How many characters are shown, from both ends; 0 shows none. */
  chars: z.number(),
  /** The file with the full text, if there is one. */
  path: z.string().optional(),
})

const work = z.object({
  /** Steps before this one are covered by `text`. */
  fromStep: z.number(),
  text: z.string(),
  /** The files with the full steps, oldest first. */
  files: z.array(z.string()),
})

const view = z.object({
  /** Turns before this one are not shown. */
  fromTurn: z.number(),
  /** Covers the turns before `toldBefore`: the hidden ones, and after an overflow also shown ones. */
  summary: z.string().optional(),
  toldBefore: z.number(),
  /** Turns before this one are reduced to question and answer. */
  bareBefore: z.number(),
  /** The files with the full turns before `filedBefore`, oldest first. */
  files: z.array(z.string()),
  filedBefore: z.number(),
  /** By the number of the turn. */
  work: z.record(z.string(), work),
  /** Texts that are shown only in part, by their place. */
  cuts: z.record(z.string(), cut),
})

/**
 * What a model is currently shown of a session. It only ever shows less: hidden parts stay hidden, so that the
 * beginning of the prompt stays the same.
 */
export type SessionView = z.infer<typeof view>
export type TextCut = z.infer<typeof cut>

export const FULL_VIEW: SessionView = {
  fromTurn: 0,
  toldBefore: 0,
  bareBefore: 0,
  files: [],
  filedBefore: 0,
  work: {},
  cuts: {},
}

/**
 * Reads a stored view. An unreadable view, or one of another session, is replaced by a full view, which is then reduced
 * again.
 */
export function readView(stored: string | undefined, turns: number): SessionView {
  if (stored === undefined) return FULL_VIEW
  const parsed = view.safeParse(parseJson(stored))
  if (!parsed.success) return FULL_VIEW
  const { fromTurn, toldBefore, bareBefore, filedBefore } = parsed.data
  return Math.max(fromTurn, toldBefore, bareBefore, filedBefore) <= turns ? parsed.data : FULL_VIEW
}

/** Names the place of a text in its session. */
export const placeKey = {
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

/** Limits the view to this many turns, because a failed turn was shown too and another may take its place. */
export function limitView(view: SessionView, turns: number): SessionView {
  const isWithinTurns = ([place]: [string, unknown]) =>
    place === placeKey.summary || Number(place.split(' ')[1]) < turns
  const work = Object.fromEntries(Object.entries(view.work).filter(([turn]) => Number(turn) < turns))
  return { ...view, work, cuts: Object.fromEntries(Object.entries(view.cuts).filter(isWithinTurns)) }
}

/** Removes the cuts of hidden texts. */
export function pruneView(view: SessionView, shown: ReadonlySet<string>): SessionView {
  const cuts = Object.fromEntries(Object.entries(view.cuts).filter(([place]) => shown.has(place)))
  const isShownWithSteps = (turn: string) => Number(turn) >= Math.max(view.fromTurn, view.bareBefore)
  const work = Object.fromEntries(Object.entries(view.work).filter(([turn]) => isShownWithSteps(turn)))
  return { ...view, cuts, work }
}
