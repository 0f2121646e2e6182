import type { Line, Replied } from '../../../wire/wire.ts'
import { lineWords } from '../../../words/chats/line-words.ts'
import { useWords } from '../../../words/language.ts'
import { isOfPage } from './of-page.ts'

/** Makes the next message an answer to this line. */
export function ReplyButton(props: { line: Line; text: string; reply: (line: Replied) => void }) {
  const words = useWords(lineWords)
  if (!isOfPage(props.line.chat)) return null
  const replied = asReplied(props.line, props.text)
  return (
    <button
      type="button"
      class="reply"
      aria-label={words.replyTo(replied.who, replied.text)}
      onClick={() => props.reply(replied)}
    >
      {words.reply}
    </button>
  )
}

/** A line as it is shown above the one that answers it. */
export function asReplied({ id, name, files = [] }: Line, words: string): Replied {
  return { id, who: name, text: shorten(words) || files.map((file) => file.name).join(', ') }
}

/** What a line answers; pressing it leads there, once it has a place. */
export function RepliedTo({ replied, goTo }: { replied: Replied | undefined; goTo?: (line: number) => void }) {
  const words = useWords(lineWords)
  if (!replied) return null
  const { id, who, text } = replied
  const said = (
    <span class="said" dir="auto">
      {text}
    </span>
  )
  if (!goTo) {
    return (
      <div class="replied">
        {who}
        {said}
      </div>
    )
  }
  return (
    <button type="button" class="replied" aria-label={words.inReplyTo(who, text)} onClick={() => goTo(id)}>
      {who}
      {said}
    </button>
  )
}

const MOST_CHARS = 120

function shorten(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > MOST_CHARS ? `${words.slice(0, MOST_CHARS)}…` : words
}
