import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { isSameInAll } from '../../../../messages/localized.ts'
import type { Api, ApiResult } from '../../api.ts'
import { usePolled, withResult } from '../../polled-data.ts'
import { clockOf, timeOf } from '../../text/format.ts'
import type { Health, LogGrade, Round, WireFinding, WireLogLine } from '../../wire/health-wire.ts'
import { viewTitles } from '../../words/common-words.ts'
import { healthWords } from '../../words/health-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import { type PageView, ViewPage, type ViewProps } from '../view.tsx'
import { HealthFacts, Problems } from './health-status.tsx'

const againMs = 5000

/** The state of the daemon, with problems first. */
function HealthBody({ api }: ViewProps) {
  const words = useWords(healthWords)
  const calls = useMemo(() => createHealthCalls(api), [api])
  const level = useSignal<LogGrade>('info')
  /** During a check there are new results soon. */
  const happened = useSignal(0)
  const polled = usePolled(
    async () => {
      const answer = await calls.read(level.peek())
      if (answer.status === 'ok' && isLooking(answer.value)) happened.value++
      return answer
    },
    happened,
    againMs,
  )
  const act = async (done: Promise<ApiResult<Health>>) => {
    polled.value = withResult(polled.peek(), await done)
    happened.value++
  }
  const { value, problem } = polled.value
  return (
    <ViewPage name="health" title={useWords(viewTitles.health)}>
      {!value && !problem && (
        <p class="muted" aria-busy="true">
          {words.reading}
        </p>
      )}
      {problem && <p role="alert">{problem}</p>}
      {value && (
        <>
          <Problems health={value} tryNow={(brain) => void act(calls.tryNow(brain, level.peek()))} />
          <HealthFacts health={value} />
          <Doctor round={value.doctor} look={() => void act(calls.look(level.peek()))} />
          <LogLines
            lines={value.log}
            level={level.value}
            choose={(chosen) => {
              level.value = chosen
              void act(calls.read(chosen))
            }}
          />
        </>
      )}
    </ViewPage>
  )
}

function isLooking({ doctor }: Health): boolean {
  return doctor !== undefined && doctor.endedAt === undefined
}

export const healthView: PageView = {
  name: 'health',
  title: viewTitles.health,
  icon: 'M3 12.5h4l2.5-6 4.5 12 2.5-6H21',
  Body: HealthBody,
}

/** The requests of this view. Each returns the complete state and the wanted part of the log. */
interface HealthCalls {
  read(level: LogGrade): Promise<ApiResult<Health>>
  look(level: LogGrade): Promise<ApiResult<Health>>
  tryNow(brain: string, level: LogGrade): Promise<ApiResult<Health>>
}

function createHealthCalls({ get, post }: Pick<Api, 'get' | 'post'>): HealthCalls {
  return {
    read: (level) => get(`/api/health?level=${level}`),
    look: (level) => post(`/api/health/doctor?level=${level}`, {}),
    tryNow: (brain, level) => post(`/api/health/try?level=${level}`, { brain }),
  }
}

/** Checks everything when asked to. Problems come first. */
function Doctor({ round, look }: { round: Round | undefined; look: () => void }) {
  const words = useWords(healthWords)
  const locale = useLocale()
  const textOf = useText()
  const isLooking = round !== undefined && round.endedAt === undefined
  return (
    <section aria-label={words.doctor}>
      <div class="section-head">
        <h2>{words.doctor}</h2>
        <button type="button" class="quiet" aria-disabled={isLooking} onClick={() => !isLooking && look()}>
          {round ? words.lookAgain : words.look}
        </button>
      </div>
      <p class="muted" role="status">
        {!round && words.doctorAbout}
        {isLooking && words.looking(round.waiting.map(textOf).join(', '))}
        {round?.endedAt !== undefined && words.looked(clockOf(round.endedAt, locale))}
      </p>
      {round && round.findings.length > 0 && (
        <ul class="findings">
          {round.findings.toSorted(byWeight).map((finding) => (
            <li key={`${finding.id}: ${textOf(finding.says)}`} class={`finding is-${finding.verdict}`}>
              <span class="verdict">{words.verdicts[finding.verdict]}</span>
              <span dir="auto">
                <b>{textOf(finding.what)}</b> {textOf(finding.says)}
                {finding.why !== undefined && <span class="reason">{textOf(finding.why)}</span>}
                {finding.step !== undefined && (
                  <span class="step">
                    {words.nextStep}{' '}
                    {isSameInAll(finding.step) ? <code>{textOf(finding.step)}</code> : textOf(finding.step)}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const weights: Record<WireFinding['verdict'], number> = { bad: 0, note: 1, ok: 2 }

function byWeight(a: WireFinding, b: WireFinding): number {
  return weights[a.verdict] - weights[b.verdict]
}

const grades = ['debug', 'info', 'warn', 'error'] as const

interface LogLinesProps {
  lines: WireLogLine[]
  level: LogGrade
  choose: (level: LogGrade) => void
}

/** The latest log lines, newest first. */
function LogLines({ lines, level, choose }: LogLinesProps) {
  const words = useWords(healthWords)
  const locale = useLocale()
  return (
    <section aria-label={words.logTitle}>
      <h2>{words.logTitle}</h2>
      <p class="muted">{words.logAbout}</p>
      <fieldset class="choices" aria-label={words.levelsName}>
        {grades.map((grade) => (
          <label key={grade}>
            <input type="radio" name="log-level" checked={grade === level} onChange={() => choose(grade)} />
            {words.levels[grade]}
          </label>
        ))}
      </fieldset>
      {lines.length === 0 && <p class="muted">{words.nothingLogged}</p>}
      {lines.length > 0 && (
        <ol class="log-lines" tabIndex={0} aria-label={words.logTitle}>
          {lines.map((line, at) => (
            <li key={`${line.at} ${lines.length - at}`} class={line.level}>
              <time dateTime={new Date(line.at).toISOString()}>{timeOf(line.at, locale)}</time> <b>{line.msg}</b>{' '}
              <span>{line.more}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
