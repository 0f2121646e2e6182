import { clockOf, dateOf, formatSize, howLong } from '../../text/format.ts'
import type { Health, HeardChannel, WireOverview, WireRunner } from '../../wire/health-wire.ts'
import { type HowLongWords, howLongWords } from '../../words/common-words.ts'
import { type HealthWords, healthWords } from '../../words/health-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { PressOnce } from '../buttons.tsx'

/** Problems, the most serious first. A failing model can be tried again at once. */
export function Problems({ health, tryNow }: { health: Health; tryNow: (brain: string) => void }) {
  const { overview, runners = [] } = health
  const words = useWords(healthWords)
  const locale = useLocale()
  const textOf = useText()
  const { troubles } = overview.brain
  const [before, after] = [heavier(overview, words, locale, textOf), lighter(overview, runners, words, locale, textOf)]
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

function heavier(
  { safeMode, crashes, disk, sharedAccounts }: WireOverview,
  words: HealthWords,
  locale: string,
  textOf: ReturnType<typeof useText>,
): string[] {
  return [
    ...(safeMode ? [words.safeMode] : []),
    ...(crashes ? [textOf(crashes)] : []),
    ...(disk === 'full' ? [words.diskFull] : []),
    ...(disk === 'low' ? [words.diskLow] : []),
    ...sharedAccounts.map(({ channel, account, last }) => words.sharedAccount(account, channel, dateOf(last, locale))),
  ]
}

function lighter(
  { brain, tasks, deliveries, unread, clockJump, library }: WireOverview,
  runners: WireRunner[],
  words: HealthWords,
  locale: string,
  textOf: ReturnType<typeof useText>,
): string[] {
  return [
    ...(brain.standIn === undefined ? [] : [words.standIn(brain.standIn)]),
    ...runners.flatMap(({ problem }) => (problem === undefined ? [] : [textOf(problem)])),
    ...tasks.waits
      .filter(({ reason }) => !brain.troubles.some(({ sentence }) => textOf(reason).startsWith(textOf(sentence))))
      .map(({ reason, count, until }) => words.again(count, clockOf(until, locale), textOf(reason))),
    ...(deliveries.failed > 0 ? [words.undelivered(deliveries.failed)] : []),
    ...unread.map(({ channel, count, last }) => words.unread(count, channel, dateOf(last, locale))),
    ...(library ? library.problems.map(textOf) : []),
    ...(clockJump ? [words.clockJump(dateOf(clockJump.at, locale), Math.round(clockJump.byMs / 1000))] : []),
  ]
}

function nextTry(until: number, words: HealthWords, locale: string): string {
  return until > Date.now() ? words.triedAt(clockOf(until, locale)) : words.triedNext
}

/** Facts about the model, tasks, channels and storage. */
export function HealthFacts({ health }: { health: Health }) {
  const words = useWords(healthWords)
  const ago = useWords(howLongWords)
  const locale = useLocale()
  const textOf = useText()
  const { version, pid, startedAt, brain, tasks, deliveries, worstStall, library } = health.overview
  const { runners = [] } = health
  const { databaseBytes, logBytes, files, freeBytes } = health.store
  return (
    <>
      <Facts
        title={words.facts}
        facts={[
          [words.answersWith, brain.banner === undefined ? brain.name : `${brain.name}: ${textOf(brain.banner)}`],
          [words.tasks, words.tasksNow(tasks.running, tasks.maxRunning, tasks.waiting)],
          [words.deliveries, words.deliveriesNow(deliveries.open, deliveries.failed)],
          ...(deliveries.drafts > 0 ? [[words.drafts, words.draftsNow(deliveries.drafts)] as Fact] : []),
          ...(library ? [[words.library, textOf(library.says)] as Fact] : []),
          ...(worstStall ? [[words.longestPause, pauseWords(worstStall, words, locale)] as Fact] : []),
          ['Skein', words.since(version, dateOf(startedAt, locale), pid)],
        ]}
      />
      {runners.length > 0 && (
        <Facts title={words.runners} facts={runners.map(({ name, says }): Fact => [name, textOf(says)])} />
      )}
      <Facts
        title={words.channels}
        facts={health.channels.map((channel): Fact => [channel.name, heardWords(channel, words, ago)])}
      />
      <Facts
        title={words.store}
        facts={[
          [words.database, formatSize(databaseBytes, locale)],
          [words.log, formatSize(logBytes, locale)],
          [words.files, words.filesNow(files.count, formatSize(files.bytes, locale))],
          [words.free, formatSize(freeBytes, locale)],
        ]}
      />
      {health.sizes && (
        <Facts
          title={words.sizes(dateOf(health.sizes.at, locale))}
          facts={health.sizes.parts.map(({ what, bytes }): Fact => [textOf(what), formatSize(bytes, locale)])}
        />
      )}
    </>
  )
}

type Stall = NonNullable<Health['overview']['worstStall']>
type Fact = [name: string, value: string]

function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl class="facts">
        {facts.map(([name, value]) => [
          <dt key={`${name} is`}>{name}</dt>,
          <dd key={name} dir="auto">
            {value}
          </dd>,
        ])}
      </dl>
    </section>
  )
}

function pauseWords({ at, ms, work }: Stall, words: HealthWords, locale: string): string {
  const seconds = (ms / 1000).toLocaleString(locale, { maximumFractionDigits: 1 })
  return words.pause(seconds, dateOf(at, locale), work)
}

function heardWords({ isAsking, heardAt }: HeardChannel, words: HealthWords, ago: HowLongWords): string {
  if (!isAsking) return words.told
  return heardAt === undefined ? words.unheard : words.heard(howLong(heardAt, ago))
}
