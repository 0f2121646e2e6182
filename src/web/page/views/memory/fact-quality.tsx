import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Api } from '../../api.ts'
import { formatNumber } from '../../text/format.ts'
import type { FactQuality as Quality } from '../../wire/memory-wire.ts'
import { factWords } from '../../words/fact-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { Plot, type PlottedLine } from '../usage/plot.tsx'

const figures = [
  'written',
  'repeated',
  'replaced',
  'forgotten',
  'neverShown',
  'corrected',
  'untrusted',
  'useful',
  'tokens',
  'tokensPerUseful',
] as const

/** How well the memory is kept, in figures and by week; loaded when unfolded. */
export function FactQuality({ api }: { api: Pick<Api, 'get'> }) {
  const words = useWords(factWords).quality
  const locale = useLocale()
  const quality = useSignal<Quality | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const read = async () => {
    const answer = await api.get<Quality>('/api/facts/quality')
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') quality.value = answer.value
  }
  const found = quality.value
  return (
    <details class="fact-quality" onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary>{words.title}</summary>
      {problem.value && <p role="alert">{problem.value}</p>}
      {found && found.untrusted > 0 && (
        <p class="bad" role="alert">
          {words.untrustedProblem}
        </p>
      )}
      {found && (
        <dl class="fact-figures">
          {figures.map((name) => {
            const value = found[name]
            return (
              <div key={name}>
                <dt>{words[name]}</dt>
                <dd>{value === undefined ? '–' : formatNumber(value, locale)}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {found && found.dropped.length > 0 && <p class="muted">{describeDropped(found.dropped, words, locale)}</p>}
      {found && (found.written === 0 ? <p class="muted">{words.nothing}</p> : <Weeks weeks={found.weeks} />)}
    </details>
  )
}

function describeDropped(
  dropped: Quality['dropped'],
  words: (typeof factWords)['en']['quality'],
  locale: string,
): string {
  const reasons = dropped.map(({ reason, facts }) => `${words.dropReason[reason]} (${formatNumber(facts, locale)})`)
  return words.dropped(reasons.join(', '))
}

function Weeks({ weeks }: { weeks: Quality['weeks'] }) {
  const words = useWords(factWords).quality
  const locale = useLocale()
  const { dates, lines } = useMemo(() => {
    const line = (colour: PlottedLine['colour'], name: 'written' | 'replaced' | 'corrected') => ({
      name: words[name],
      colour,
      bars: name === 'written',
      values: weeks.map((week) => week[name]),
    })
    return {
      dates: weeks.map(({ from }) => from),
      lines: [line('--accent', 'written'), line('--soft', 'replaced'), line('--ink', 'corrected')],
    }
  }, [weeks, words])
  return (
    <Plot title={words.byWeek} dates={dates} lines={lines} daysApart={7} tick={(value) => formatNumber(value, locale)}>
      <div class="table-box" role="region" tabIndex={0} aria-label={words.byWeek}>
        <table class="shares">
          <thead>
            <tr>
              {[words.week, words.written, words.replaced, words.corrected, words.neverShown, words.tokens].map(
                (name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {weeks
              .toReversed()
              .filter(({ written, tokens }) => written + tokens > 0)
              .map((week) => (
                <tr key={week.from}>
                  <th scope="row">{week.from}</th>
                  {[week.written, week.replaced, week.corrected, week.neverShown, week.tokens].map((value, at) => (
                    <td key={at}>{formatNumber(value, locale)}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </Plot>
  )
}
