import { isPageChat } from '../../../address.ts'
import type { Replied, ThreadLine } from '../../../wire/wire.ts'
import { composeWords } from '../../../words/chats/compose-words.ts'
import { lineWords } from '../../../words/chats/thread-words.ts'
import { useWords } from '../../../words/language.ts'

/** Replies to this line. */
export function ReplyButton(props: { line: ThreadLine; text: string; reply: (line: Replied) => void }) {
  const words = useWords(lineWords)
  if (!isPageChat(props.line.chat)) return null
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

/** The quotation of a line. */
export function asReplied({ id, name, files = [] }: ThreadLine, words: string): Replied {
  return { id, who: name, text: shorten(words) || files.map((file) => file.name).join(', ') }
}

/** The quoted line. A click scrolls to it, once the message is stored. */
export function RepliedTo({ replied, goTo }: { replied: Replied | undefined; goTo?: (line: number) => void }) {
  const words = useWords(lineWords)
  if (!replied) return null
  const { id, who, text } = replied
  const quote = (
    <span class="said" dir="auto">
      {text}
    </span>
  )
  if (!goTo) {
    return (
      <div class="replied">
        {who}
        {quote}
      </div>
    )
  }
  return (
    <button type="button" class="replied" aria-label={words.inReplyTo(who, text)} onClick={() => goTo(id)}>
      {who}
      {quote}
    </button>
  )
}

const MAX_QUOTE_CHARS = 120

function shorten(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  return words.length > MAX_QUOTE_CHARS ? `${words.slice(0, MAX_QUOTE_CHARS)}…` : words
}

/** The line being replied to, above the field. */
export function Replying({ line, cancel }: { line: Replied | undefined; cancel: () => void }) {
  const { lineRepliedTo: label, replyingTo, doNotReply, doNotReplyByKey } = useWords(composeWords)
  const words = { label, who: line && replyingTo(line.who), cancel: doNotReply, cancelByKey: doNotReplyByKey }
  return <NamedLine id="replying" text={line?.text} words={words} cancel={cancel} />
}

/** The sent message being edited, above the field. */
export function Editing({ line, cancel }: { line: { text: string } | undefined; cancel: () => void }) {
  const { lineEdited: label, editing: who, cancelEdit, cancelEditByKey: cancelByKey } = useWords(composeWords)
  return (
    <NamedLine id="editing" text={line?.text} words={{ label, who, cancel: cancelEdit, cancelByKey }} cancel={cancel} />
  )
}

interface NamedLineProps {
  id: string
  /** Hidden without a text. */
  text: string | undefined
  words: { label: string; who: string | undefined; cancel: string; cancelByKey: string }
  cancel: () => void
}

function NamedLine({ id, text, words, cancel }: NamedLineProps) {
  return (
    <div id={id} class="replying" role="group" aria-label={words.label} hidden={text === undefined}>
      <div class="words">
        <div id={`${id}-who`} class="who" dir="auto">
          {words.who}
        </div>
        <div id={`${id}-said`} class="said" dir="auto">
          {text}
        </div>
      </div>
      <button
        id={`${id}-cancel`}
        class="cancel"
        type="button"
        title={words.cancelByKey}
        aria-label={words.cancel}
        onClick={cancel}
      >
        ×
      </button>
    </div>
  )
}
