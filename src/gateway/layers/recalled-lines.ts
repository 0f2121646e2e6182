import { withoutCredentials } from '../../lib/text/secrets.ts'
import { isSmallTalk } from '../choosing/small-talk.ts'
import type { HistorySource, Recalled } from '../history-source.ts'
import type { PastMessage } from '../past.ts'
import { type GatewaySettings, isBackground, type Question, questionText } from '../question.ts'
import type { Bar } from '../recall/evidence-stop.ts'
import { isSpokenOf, kindsSpokenOf } from './background-references.ts'
import type { Arrival } from './lane-past.ts'
import { pointsAtResult } from './previous-tasks.ts'

/** By how much of its score a hit from elsewhere must beat the best of this lane when its place is not named. */
const OTHER_LANE_MARGIN = 0.25

/** Lines that tell what the conversation is about. */
const TAIL_LINES = 8
const MOST_HITS = 2000
/** Further back nobody means one without saying more of it. */
const LATEST_RESULTS = 50
/** Few lines are shorter with all that belongs to them. */
const SHORT_LINE = 60

/** A session that was only small talk so far holds next to nothing of the past yet: what comes now needs more of it. */
export function barFor({ candidates }: Arrival): Bar {
  const said = candidates.active.filter(({ author }) => author === 'human')
  return said.length > 0 && said.every(({ text }) => isSmallTalk(text)) ? 'greeted' : 'continuing'
}

/** What the whole history has to say to this, best first, without what is before the model anyway: to small talk, nothing. */
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
    limit: Math.min(MOST_HITS, Math.ceil((settings.maxTokens * 4) / SHORT_LINE)),
  })
  const open = hits.filter(
    ({ message: { id, origin } }) => !exclude.has(id) && (origin === 'chat' || (mayRefer && isSpokenOf(origin, text))),
  )
  const spokenOf = mayRefer ? newestSpokenOf(source, question, arrival).filter(({ id }) => !exclude.has(id)) : []
  const found = new Set(spokenOf.map(({ id }) => id))
  const named = spokenOf.map((message) => masked({ message, score: 0, reason: `the newest ${message.origin} here` }))
  return [...named, ...admit(open, question, marks.clearedAt).filter(({ message }) => !found.has(message.id))]
}

/** "What did the briefing say?" shares no word with what it said, and means the last one. */
function newestSpokenOf(source: HistorySource, question: Question, { bound, marks }: Arrival): PastMessage[] {
  const kinds = kindsSpokenOf(questionText(question))
  if (kinds.length === 0) return []
  const latest = source.background(question.lane, marks.clearedAt, bound, LATEST_RESULTS)
  return kinds.flatMap((kind) => latest.find(({ origin }) => origin === kind) ?? [])
}

/** This lane's hits, and from elsewhere only what is named or clearly better. What looks like a key stays in its chat. */
function admit(hits: Recalled[], question: Question, floor: Date | undefined): Recalled[] {
  const open = hits.filter(
    ({ message }) =>
      (!floor || message.at > floor) &&
      (message.chat === question.chat || withoutCredentials(message.text) === message.text),
  )
  const isHere = ({ message }: Recalled) => message.lane === question.lane
  // Not always the first of them: what answers together may come before what answers best.
  const best = open
    .filter(isHere)
    .reduce<number | undefined>((top, { score }) => Math.max(top ?? score, score), undefined)
  // Scores may be below zero, where a larger multiple would be a lower bar.
  const bar = best === undefined ? Number.NEGATIVE_INFINITY : best + OTHER_LANE_MARGIN * Math.abs(best)
  return open.filter((hit) => isHere(hit) || hit.named || hit.score > bar).map(masked)
}

/** A key that was said once is not said again by the way. */
function masked(hit: Recalled): Recalled {
  const text = withoutCredentials(hit.message.text)
  return text === hit.message.text ? hit : { ...hit, message: { ...hit.message, text } }
}
