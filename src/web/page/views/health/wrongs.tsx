import { clockOf, dateOf } from '../../text/date.ts'
import type { Overview } from '../../wire/overview-wire.ts'
import { type HealthWords, healthWords } from '../../words/health-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { PressOnce } from '../activity/press-once.tsx'

/** In sentences, the gravest first; a brain that can't be asked can be tried from here. */
export function Wrongs({ overview, tryNow }: { overview: Overview; tryNow: (brain: string) => void }) {
  const words = useWords(healthWords)
  const locale = useLocale()
  const textOf = useText()
  const { troubles } = overview.brain
  const [before, after] = [heavier(overview, words, locale), lighter(overview, words, locale, textOf)]
  if (before.length + troubles.length + after.length === 0) return <p class="well">{words.well}</p>
  return (
    <ul class="wrongs" aria-label={words.wrongs}>
      {before.map(toItem)}
      {troubles.map(({ name, sentence, until }) => (
        <li key={name} dir="auto">
          <p>{`${words.cannotAsk(name, textOf(sentence))} ${nextTry(until, words, locale)}`}</p>
          <PressOnce label={words.tryNow} about={words.tryNowAbout(name)} press={() => tryNow(name)} />
        </li>
      ))}
      {after.map(toItem)}
    </ul>
  )
}

function toItem(sentence: string) {
  return (
    <li key={sentence} dir="auto">
      {sentence}
    </li>
  )
}

function heavier({ safeMode, disk, sharedAccounts }: Overview, words: HealthWords, locale: string): string[] {
  return [
    ...(safeMode ? [words.safeMode] : []),
    ...(disk === 'full' ? [words.diskFull] : []),
    ...(disk === 'low' ? [words.diskLow] : []),
    ...sharedAccounts.map(({ channel, account, last }) => words.sharedAccount(account, channel, dateOf(last, locale))),
  ]
}

function lighter(
  { brain, tasks, deliveries, unread, clockJump }: Overview,
  words: HealthWords,
  locale: string,
  textOf: ReturnType<typeof useText>,
): string[] {
  return [
    ...(brain.standIn === undefined ? [] : [words.standIn(brain.standIn)]),
    ...tasks.waits.map(({ reason, count, until }) => words.again(count, clockOf(until, locale), textOf(reason))),
    ...(deliveries.failed > 0 ? [words.undelivered(deliveries.failed)] : []),
    ...unread.map(({ channel, count, last }) => words.unread(count, channel, dateOf(last, locale))),
    ...(clockJump ? [words.clockJump(dateOf(clockJump.at, locale), Math.round(clockJump.byMs / 1000))] : []),
  ]
}

function nextTry(until: number, words: HealthWords, locale: string): string {
  return until > Date.now() ? words.triedAt(clockOf(until, locale)) : words.triedNext
}
