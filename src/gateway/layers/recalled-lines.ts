import { withoutCredentials } from '../../lib/text/secrets.ts'
import { isSmallTalk } from '../choosing/small-talk.ts'
import type { HistorySource, Recalled } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { type GatewaySettings, isBackground, type Question, questionText } from '../question.ts'
import { reasonMessages } from '../reason-messages.ts'
import type { Bar } from '../recall/evidence-stop.ts'
import { referredKinds, refersTo } from './background-references.ts'
import type { Arrival } from './lane-past.ts'
import { pointsAtResult } from './previous-tasks.ts'

/** How much better, as a share of the score, a hit from another lane must be than the best hit here, unless it is named. */
const OTHER_LANE_MARGIN = 0.25

/** How many lines say what the conversation is about. */
const TAIL_LINES = 8
const MAX_HITS = 2000
/** "The briefing" means one of the latest results. */
const LATEST_RESULTS = 50
/** Few rendered lines are shorter. */
const SHORT_LINE_CHARS = 60

/** After nothing but small talk the session has hardly any of the past, so the next message gets more of it. */
export function barFor({ candidates }: Arrival): Bar {
  const said = candidates.active.filter(({ author }) => author === 'human')
  return said.length > 0 && said.every(({ text }) => isSmallTalk(text)) ? 'greeted' : 'continuing'
}

/** The relevant lines of the whole past, best first, without what the model sees anyway. Small talk recalls nothing. */
export function recallFor(
  source: HistorySource,
  question: Question,
  arrival: Arrival,
  settings: GatewaySettings,
  { known, bar }: { known: number[]; bar: Bar },
): Recalled[] {
  const text = questionText(question)
  if (settings.recallShare === 0 || arrival.smallTalk) return []
  const { bound, marks, own, recent, target } = arrival
  const mayRefer = !isBackground(question) && !pointsAtResult(arrival)
  const exclude = new Set([...known, ...own, ...(target ? [target.id] : [])])
  const hits = source.recall({
    text,
    meaning: question.meaning,
    chat: question.chat,
    lane: question.lane,
    chats: question.person.chats,
    bound,
    after: marks.clearedAt,
    timezone: question.person.timezone,
    tail: recent.slice(0, TAIL_LINES).toReversed(),
    exclude,
    bar,
    activeMinutes: settings.activeMinutes,
    limit: Math.min(MAX_HITS, Math.ceil((settings.maxTokens * 4) / SHORT_LINE_CHARS)),
  })
  const open = hits.filter(
    ({ message: { id, origin } }) => !exclude.has(id) && (origin === 'chat' || (mayRefer && refersTo(origin, text))),
  )
  const spokenOf = mayRefer ? newestSpokenOf(source, question, arrival).filter(({ id }) => !exclude.has(id)) : []
  const found = new Set(spokenOf.map(({ id }) => id))
  const named = spokenOf.map((message) =>
    masked({ message, score: 0, reason: reasonMessages.found.newest(message.origin) }),
  )
  return [...named, ...admit(open, question, marks.clearedAt).filter(({ message }) => !found.has(message.id))]
}

/** "What did the briefing say?" shares no word with the briefing and means the latest one. */
function newestSpokenOf(source: HistorySource, question: Question, { bound, marks }: Arrival): PastMessage[] {
  const kinds = referredKinds(questionText(question))
  if (kinds.length === 0) return []
  const latest = source.background(question.lane, marks.clearedAt, bound, LATEST_RESULTS)
  return kinds.flatMap((kind) => latest.find(({ origin }) => origin === kind) ?? [])
}

/** Hits of other lanes must be named or clearly better. A line with a credential is shown only in its own chat. */
function admit(hits: Recalled[], question: Question, floor: Date | undefined): Recalled[] {
  const open = hits.filter(
    ({ message }) =>
      (!floor || message.at > floor) &&
      (message.chat === question.chat || withoutCredentials(message.text) === message.text),
  )
  const isHere = ({ message }: Recalled) => message.lane === question.lane
  // The hits need not be in order of their scores.
  const best = open
    .filter(isHere)
    .reduce<number | undefined>((top, { score }) => Math.max(top ?? score, score), undefined)
  // Scores may be negative, so the margin is added instead of multiplied.
  const bar = best === undefined ? Number.NEGATIVE_INFINITY : best + OTHER_LANE_MARGIN * Math.abs(best)
  return open.filter((hit) => isHere(hit) || hit.named || hit.score > bar).map(masked)
}

/** Hides credentials, so that recall does not repeat them. */
function masked(hit: Recalled): Recalled {
  const text = withoutCredentials(hit.message.text)
  return text === hit.message.text ? hit : { ...hit, message: { ...hit.message, text } }
}
