import { Blocks } from '../../../text/blocks.tsx'
import { answerFootWords } from '../../../words/chats/thread-words.ts'
import { useWords } from '../../../words/language.ts'
import type { AnswerDraft } from '../lists/conversations.ts'

/** An answer that is still being written: the thinking, folded, then texts and steps as they come. */
export function DraftView({ draft: { parts, blocks, thought } }: { draft: AnswerDraft }) {
  const words = useWords(answerFootWords)
  const last = parts.at(-1)
  const running = blocks.length === 0 && last && 'step' in last ? last.step : undefined
  const done = running === undefined ? parts : parts.slice(0, -1)
  return (
    <li class="line bot draft" aria-busy="true">
      {thought !== '' && (
        <details class="actions thought">
          <summary>{words.thinking}</summary>
          <p dir="auto">{thought}</p>
        </details>
      )}
      {done.map((part, at) =>
        'step' in part ? (
          <div key={at} class="step" dir="auto">
            {part.step}
          </div>
        ) : (
          <div key={at} class="text">
            <Blocks blocks={part.said} />
          </div>
        ),
      )}
      <div class="text">
        <Blocks blocks={blocks} />
      </div>
      <div class="doing">
        <span class="dots">
          <i />
          <i />
          <i />
        </span>
        <span>{running}</span>
      </div>
    </li>
  )
}
