import type { Line, Replied } from '../../../wire.ts'

/** Makes the next message an answer to this line. */
export function ReplyButton(props: { line: Line; text: string; reply: (line: Replied) => void }) {
  const { id, name, files = [] } = props.line
  const text = shorten(props.text) || files.map((file) => file.name).join(', ')
  return (
    <button
      type="button"
      class="reply"
      aria-label={`Reply to ${name}: ${text}`}
      onClick={() => props.reply({ id, who: name, text })}
    >
      Reply
    </button>
  )
}

/** What a line answers; pressing it leads there, once it has a place. */
export function RepliedTo({ replied, goTo }: { replied: Replied | undefined; goTo?: (line: number) => void }) {
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
    <button type="button" class="replied" aria-label={`In reply to ${who}: ${text}`} onClick={() => goTo(id)}>
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
