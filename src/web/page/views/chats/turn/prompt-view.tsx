import type { ComponentChildren } from 'preact'
import { dateOf } from '../../../text/format.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import type { Glimpse, InspectedPrompt, LeftOut, TurnPart } from '../../../wire/turn-wire.ts'
import { promptWords, turnWords } from '../../../words/chats/turn-words.ts'
import { useLocale, useText, useWords } from '../../../words/language.ts'

/** The parts of a prompt and what was left out, for real and for imagined turns. */
export function PromptContents({ seen }: { seen: InspectedPrompt }) {
  const words = useWords(promptWords)
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

/** The exact prompts. */
export function PromptTexts({ seen: { opens, system, text } }: { seen: InspectedPrompt }) {
  const words = useWords(promptWords)
  return (
    <>
      <Prompt name={opens ? words.systemPrompt : words.systemPromptOfSession} text={system} />
      <Prompt name={words.message} text={text} />
    </>
  )
}

/** How much of its budget the history used. The list below says the same in words. */
function BudgetBar({ seen: { parts, budget } }: { seen: InspectedPrompt }) {
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
  const words = useWords(promptWords)
  const textOf = useText()
  const maxTokens = Math.max(1, ...parts.map(({ tokens }) => tokens))
  return (
    <ol class="parts">
      {parts.map(({ name, reason, tokens, share, trust, foreign, from, lines }, at) => (
        <li key={at}>
          <Opening lines={lines}>
            <span class="part-name">{capitalized(textOf(name))}</span>
            <span class="part-tokens">{words.tokens(tokens)}</span>
            <span class="bar" aria-hidden="true">
              <i class={`use-${share}`} style={{ width: `${(tokens / maxTokens) * 100}%` }} />
            </span>
            <span class="part-reason" dir="auto">
              {textOf(reason)}
            </span>
            {(trust !== undefined || from.length > 0) && (
              <span class="part-source" dir="auto">
                {[
                  from.length > 0 && words.from(from.join(', ')),
                  trust && trustIn(words, trust),
                  foreign.length > 0 && words.ofOthers(foreign.map((source) => foreignIn(words, source)).join(', ')),
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

/** The lowest trust of all parts. */
function trustIn(words: (typeof promptWords)['en'], trust: string): string {
  return trust === 'untrusted' ? words.notTrusted : words.trustedAs(trust)
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function foreignIn(words: (typeof promptWords)['en'], { kind, name }: TurnPart['foreign'][number]): string {
  return words.foreign[kind]?.(name === '' ? words.somebody : words.named(name)) ?? name
}

function LeftOuts({ reasons }: { reasons: LeftOut[] }) {
  const words = useWords(promptWords)
  const textOf = useText()
  if (reasons.length === 0) return <p class="muted">{words.nothingNear}</p>
  return (
    <ul class="parts">
      {reasons.map(({ reason, lines, more }, at) => (
        <li key={at}>
          <Opening lines={lines} more={more}>
            <span class="part-name">{words.messages(lines.length + more)}</span>
            <span class="part-reason" dir="auto">
              {textOf(reason)}
            </span>
          </Opening>
        </li>
      ))}
    </ul>
  )
}

/** Unfolds to its lines, if it has any. */
function Opening({ lines, more = 0, children }: { lines: Glimpse[]; more?: number; children: ComponentChildren }) {
  const words = useWords(promptWords)
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

/** Errors while the prompt was built. */
export function PromptFailures({ failures }: Pick<InspectedPrompt, 'failures'>) {
  const words = useWords(turnWords)
  return failures.map(({ step, left }) => (
    <p key={step} class="bad">
      {words.broke(words.failed[step === 'choosing' ? left : step] ?? step)}
    </p>
  ))
}
