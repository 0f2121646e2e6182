import type { LocalizedText } from '../../messages/localized.ts'
import { doubtMessages } from '../../messages/when-messages.ts'

export type Doubt = keyof typeof doubtMessages

/** Doubts that a model cannot resolve. */
const SETTLED: Doubt[] = [
  'tooLong',
  'noText',
  'inPast',
  'tooFarAhead',
  'impossibleDate',
  'impossibleTime',
  'wrongWeekday',
  'shortMonths',
  'cancels',
]

/** Whether the words are understood, but what they ask for is not possible. */
export function isSettled(ask: LocalizedText): boolean {
  return SETTLED.some((doubt) => doubtMessages[doubt] === ask)
}
