import type { When } from '../../domain/job.ts'
import { wallAt } from '../../lib/time/zone.ts'
import { asksToCancel, isOnlyCancelling } from './cancelling.ts'
import { DOUBTS, type Doubt } from './doubts.ts'
import { fold } from './folded.ts'
import { doubtInLeftovers } from './leftovers.ts'
import { oneOff } from './one-off.ts'
import { type Reading, readAs } from './reading.ts'
import { isRecurring, recurring } from './recurring.ts'
import type { Spoken } from './spoken.ts'
import { grammarsFor } from './words/grammars.ts'

export type { Spoken } from './spoken.ts'

/** `ask` says in a sentence what is not clear and how to say it. `cancels`: an end to something planned is wanted. */
export type Unclear = { status: 'unclear'; ask: string; cancels?: boolean }
export type UnderstoodTime = { status: 'understood'; when: When } | Unclear
export type Understood = { status: 'understood'; when: When; what: string } | Unclear

const MOST_CHARACTERS = 2000

/** From a person's words to when a job is due and what it is about. What may be meant in two ways is asked back, never guessed. */
export function understand(words: string, spoken: Spoken): Understood {
  const read = readBest(words, spoken)
  if (typeof read === 'string') return unclear(read)
  const what = read.what.replace(LINK, '')
  return what === '' ? unclear('what') : { status: 'understood', when: read.when, what }
}

/** What is left of "remind me ... to" where the command itself said "remind me". */
const LINK =
  /^(?:to (?=\p{Ll})|that (?=(?:I|we|you|he|she|it|they|the|my|our) )|(?:daran,? )?dass (?=\p{L})|zu (?=\p{Ll}{3,30}n$)|de (?=\p{Ll})|d['’](?=\p{Ll})|que (?=\p{L})|qu['’](?=\p{L}))/u

/** Only a time, no text: "tomorrow at 9", "in 20 minutes", "every weekday at 7". */
export function understandTime(words: string, spoken: Spoken): UnderstoodTime {
  const read = readBest(words, spoken)
  if (typeof read === 'string') return unclear(read)
  return read.what === '' ? { status: 'understood', when: read.when } : unclear('rest')
}

const unclear = (doubt: Doubt): Unclear => ({
  status: 'unclear',
  ask: DOUBTS[doubt],
  ...(doubt === 'cancels' && { cancels: true }),
})

interface Read {
  when: When
  what: string
}

/** In the language that knows most of the words. Where several know as much, they must agree. */
function readBest(words: string, spoken: Spoken): Read | Doubt {
  if (words.length > MOST_CHARACTERS) return 'long'
  const folded = fold(words)
  if (asksToCancel(folded.folded)) return 'cancels'
  const readings = grammarsFor(folded.folded).map((grammar) => readAs(grammar, folded))
  const most = Math.max(...readings.map(({ known }) => known))
  const best = readings.filter(({ known }) => known === most)
  const results = best.map((reading) => resolve(reading, spoken))
  const asked = results.find((result) => typeof result === 'string')
  if (asked !== undefined) return asked
  const [first, ...others] = results as Read[]
  if (!first) return 'none'
  if (others.some((other) => JSON.stringify(other.when) !== JSON.stringify(first.when))) return 'two'
  if (best.every(({ dayless }) => dayless) && readings.some(({ dayIn }) => dayIn && first.what.includes(dayIn)))
    return 'two'
  if (isOnlyCancelling(fold(first.what).folded)) return 'cancels'
  const isText = best.every((reading) => reading.isText)
  const used = best.flatMap((reading) => reading.used)
  return doubtInLeftovers({ said: folded, what: first.what, used, isText }) ?? first
}

/** Who wants to be woken means an hour in the morning. */
const WAKING =
  /(?<![a-z])(?:wake|get up|weck|aufwachen|aufsteh|reveil|lever|despiert|despert|levantar)|起床|叫醒|叫我起|闹钟|鬧鐘/

function resolve({ chosen, what }: Reading, spoken: Spoken): Read | Doubt {
  if ('doubt' in chosen) return chosen.doubt
  const pieces = chosen.groups.flatMap((group) => group.pieces)
  for (const piece of pieces) if (piece.kind === 'doubt') return piece.doubt
  const circumstances = {
    wallHour: wallAt(spoken.now, spoken.timezone).hour,
    isWaking: WAKING.test(fold(what).folded),
  }
  const when = (pieces.some(isRecurring) ? recurring : oneOff)(pieces, spoken, circumstances)
  return typeof when === 'string' ? when : { when, what }
}
