/** What a model is shown of a session by now. It only ever shows less: what was hidden once stays so, and the prefix stays the same. */
export interface View {
  /** Turns before this one are gone; `summary` stands for them. */
  fromTurn: number
  summary: string | undefined
  /** Turns before this one are shown by what was asked and what was answered. */
  bareBefore: number
  /** Results that stand in a file, by the id of their call: the path, and whether the ends of it are shown. */
  files: Record<string, { path: string | undefined; ends: boolean }>
  /** Of the turn `workOf`: steps before this one are told by `work`. */
  workOf: number
  fromStep: number
  work: string | undefined
}

export const wholeView: View = {
  fromTurn: 0,
  summary: undefined,
  bareBefore: 0,
  files: {},
  workOf: -1,
  fromStep: 0,
  work: undefined,
}
