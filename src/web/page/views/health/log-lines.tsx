import { timeOf } from '../../text/date.ts'
import type { LogGrade, LogLine } from '../../wire/health-wire.ts'
import { healthWords } from '../../words/health-words.ts'
import { useLocale, useWords } from '../../words/language.ts'

const grades = ['debug', 'info', 'warn', 'error'] as const

export interface LogLinesProps {
  lines: LogLine[]
  level: LogGrade
  choose: (level: LogGrade) => void
}

/** What the daemon wrote last, the newest first. */
export function LogLines({ lines, level, choose }: LogLinesProps) {
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
