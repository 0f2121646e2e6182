import { percent } from '../../../text/number.ts'
import type { ContextUse } from '../../../wire/turn-wire.ts'
import { type ContextWords, contextWords } from '../../../words/chats/turn-words.ts'
import { useWords } from '../../../words/language.ts'

/** How full the context was: a bar of what the model can read, what it was spent on, and where something happens by itself. */
export function ContextBar({ use }: { use: ContextUse }) {
  const words = useWords(contextWords)
  const { tokens, window, shares, marks, next } = use
  return (
    <>
      <p class="use-head">
        <strong>{headOf(use, words)}</strong>
        {` ${sourceOf(use, words)}`}
      </p>
      {/* Of how much it is a part nobody has said yet: a full bar would say that it is full. */}
      {(window !== undefined || marks.length > 0) && <Bar use={use} />}
      <ul class="use-legend">
        {shares.map(({ name, what, tokens: own }) => (
          <Key key={name} kind={name} name={name === 'rest' ? words.other : words.part(name)} what={what}>
            {words.tokensAndShare(own, percent(own / Math.max(1, tokens)))}
          </Key>
        ))}
        {marks.map((mark) => (
          <Key key={mark.what} kind="mark-key" name={words.from(mark.tokens)} what={mark.what}>
            {window === undefined ? '' : percent(mark.tokens / window)}
          </Key>
        ))}
      </ul>
      {next.map((sentence) => (
        <p key={sentence} class="use-next">
          {sentence}
        </p>
      ))}
    </>
  )
}

function Key({ kind, name, what, children }: { kind: string; name: string; what: string; children: string }) {
  return (
    <li>
      <i class={`use-key use-${kind}`} aria-hidden="true" />
      <span class="use-name">{name}</span>
      <span class="use-tokens">{children}</span>
      <span class="use-what">{what}</span>
    </li>
  )
}

/** Everything in it is said below, so it is only a picture. */
function Bar({ use: { tokens, window, shares, marks } }: { use: ContextUse }) {
  const furthest = Math.max(1, tokens, window ?? Math.max(0, ...marks.map((mark) => mark.tokens)))
  return (
    <div class="use-bar" aria-hidden="true">
      {shares.map(({ name, tokens: own }) => (
        <i key={name} class={`use-${name}`} style={{ width: `${(own / furthest) * 100}%` }} />
      ))}
      {marks.map((mark) => (
        <b key={mark.what} class="use-mark" style={{ left: `${Math.min(1, mark.tokens / furthest) * 100}%` }} />
      ))}
    </div>
  )
}

function headOf({ tokens, window }: ContextUse, words: ContextWords): string {
  return window === undefined ? words.inUse(tokens) : words.shareInUse(percent(tokens / window), tokens, window)
}

function sourceOf({ measured, model, brain }: ContextUse, words: ContextWords): string {
  return measured ? words.counted(model, brain) : words.estimated
}
