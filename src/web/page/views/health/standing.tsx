import { dateOf } from '../../text/date.ts'
import { howLong } from '../../text/how-long.ts'
import { sizeInWords } from '../../text/size.ts'
import type { Health, HeardChannel } from '../../wire/health-wire.ts'
import { type HealthWords, healthWords } from '../../words/health-words.ts'
import { type HowLongWords, howLongWords } from '../../words/how-long-words.ts'
import { useLocale, useWords } from '../../words/language.ts'

/** Who answers, how much there is to do, who is heard, and what all of it takes up. */
export function Standing({ health }: { health: Health }) {
  const words = useWords(healthWords)
  const ago = useWords(howLongWords)
  const locale = useLocale()
  const { version, pid, startedAt, brain, tasks, deliveries, worstStall } = health.overview
  const { databaseBytes, logBytes, files, freeBytes } = health.store
  return (
    <>
      <Facts
        title={words.facts}
        facts={[
          [words.answersWith, [brain.name, brain.banner].filter(Boolean).join(': ')],
          [words.tasks, words.tasksNow(tasks.running, tasks.maxRunning, tasks.waiting)],
          [words.deliveries, words.deliveriesNow(deliveries.open, deliveries.failed)],
          ...(deliveries.drafts > 0 ? [[words.drafts, words.draftsNow(deliveries.drafts)] as Fact] : []),
          ...(worstStall ? [[words.longestPause, pauseWords(worstStall, words, locale)] as Fact] : []),
          ['Skein', words.since(version, dateOf(startedAt, locale), pid)],
        ]}
      />
      <Facts
        title={words.channels}
        facts={health.channels.map((channel): Fact => [channel.name, heardWords(channel, words, ago)])}
      />
      <Facts
        title={words.store}
        facts={[
          [words.database, sizeInWords(databaseBytes, locale)],
          [words.log, sizeInWords(logBytes, locale)],
          [words.files, words.filesNow(files.count, sizeInWords(files.bytes, locale))],
          [words.free, sizeInWords(freeBytes, locale)],
        ]}
      />
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
