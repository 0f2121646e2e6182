import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../../text/copy-button.tsx'
import { dateOf } from '../../../text/date.ts'
import type { Glimpse, LeftOut, Seen, TurnPart } from '../../../wire/turn-wire.ts'
import { seenWords, turnWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'

/** What a prompt is made of, in order, and what was left out; the same for a turn that was and one that is imagined. */
export function Contents({ seen }: { seen: Seen }) {
  const words = useWords(seenWords)
  return (
    <>
      <h3>{words.wasIn}</h3>
      <BudgetBar seen={seen} />
      <Parts parts={seen.parts} />
      <h3>{words.wasLeftOut}</h3>
      <LeftOuts reasons={seen.leftOut} />
    </>
  )
}

/** To the letter. */
export function Prompts({ seen: { opens, system, text } }: { seen: Seen }) {
  const words = useWords(seenWords)
  return (
    <>
      <Prompt name={opens ? words.systemPrompt : words.systemPromptOfSession} text={system} />
      <Prompt name={words.message} text={text} />
    </>
  )
}

/** What of the past filled how much of its budget; the list below says it in words. */
function BudgetBar({ seen: { parts, budget } }: { seen: Seen }) {
  const past = parts.filter(({ isPast, tokens }) => isPast && tokens > 0)
  if (past.length === 0) return null
  const furthest = Math.max(1, budget, sum(past))
  return (
    <div class="budget-bar" aria-hidden="true">
      {past.map(({ share, tokens }, at) => (
        <i key={at} class={`use-${share}`} style={{ width: `${(tokens / furthest) * 100}%` }} />
      ))}
    </div>
  )
}

function sum(parts: TurnPart[]): number {
  return parts.reduce((all, { tokens }) => all + tokens, 0)
}

function Parts({ parts }: { parts: TurnPart[] }) {
  const words = useWords(seenWords)
  const most = Math.max(1, ...parts.map(({ tokens }) => tokens))
  return (
    <ol class="parts">
      {parts.map(({ name, reason, tokens, share, trust, foreign, from, lines }, at) => (
        <li key={at}>
          <Opening lines={lines}>
            <span class="part-name">{`${name.charAt(0).toUpperCase()}${name.slice(1)}`}</span>
            <span class="part-tokens">{words.tokens(tokens)}</span>
            <span class="bar" aria-hidden="true">
              <i class={`use-${share}`} style={{ width: `${(tokens / most) * 100}%` }} />
            </span>
            <span class="part-reason" dir="auto">
              {reason}
            </span>
            {(trust !== undefined || from.length > 0) && (
              <span class="part-source" dir="auto">
                {[
                  from.length > 0 && words.from(from.join(', ')),
                  trust && trustIn(words, trust),
                  foreign.length > 0 && words.ofOthers(foreign.map((one) => foreignIn(words, one)).join(', ')),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </Opening>
        </li>
      ))}
    </ol>
  )
}

/** Of several in it, the lowest. */
function trustIn(words: (typeof seenWords)['en'], trust: string): string {
  return trust === 'untrusted' ? words.notTrusted : words.trustedAs(trust)
}

function foreignIn(words: (typeof seenWords)['en'], { kind, name }: TurnPart['foreign'][number]): string {
  return words.foreign[kind]?.(name === '' ? words.somebody : words.named(name)) ?? name
}

function LeftOuts({ reasons }: { reasons: LeftOut[] }) {
  const words = useWords(seenWords)
  if (reasons.length === 0) return <p class="muted">{words.nothingNear}</p>
  return (
    <ul class="parts">
      {reasons.map(({ reason, lines, more }, at) => (
        <li key={at}>
          <Opening lines={lines} more={more}>
            <span class="part-name">{words.messages(lines.length + more)}</span>
            <span class="part-reason" dir="auto">
              {reason}
            </span>
          </Opening>
        </li>
      ))}
    </ul>
  )
}

/** Opens to its lines; what has none only stands there. */
function Opening({ lines, more = 0, children }: { lines: Glimpse[]; more?: number; children: ComponentChildren }) {
  const words = useWords(seenWords)
  const locale = useLocale()
  if (lines.length === 0) return <div class="part">{children}</div>
  return (
    <details>
      <summary class="part">{children}</summary>
      <ol class="glimpses">
        {lines.map(({ id, who, at, text }) => (
          <li key={id}>
            <div class="glimpse-head">
              <bdi>{who}</bdi>
              {` · ${dateOf(at, locale)} · [${id}]`}
            </div>
            <div dir="auto">{text || words.noWords}</div>
          </li>
        ))}
      </ol>
      {more > 0 && <p class="muted">{words.andMore(more)}</p>}
    </details>
  )
}

function Prompt({ name, text }: { name: string; text: string }) {
  return (
    <figure class="code prompt">
      <figcaption>
        <span>{name}</span>
        <CopyButton text={text} of={name} />
      </figcaption>
      <pre role="region" tabIndex={0} aria-label={name}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** What broke while it was put together. */
export function Failures({ failures }: Pick<Seen, 'failures'>) {
  const words = useWords(turnWords)
  return failures.map(({ step, left }) => (
    <p key={step} class="bad">
      {words.broke(words.failed[step === 'choosing' ? left : step] ?? step)}
    </p>
  ))
}
