import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ChatSummary } from '../../../wire/chat-wire.ts'
import { deleteChatWords } from '../../../words/chats/delete-chat-words.ts'
import { useWords } from '../../../words/language.ts'

/** Says what deleting means, and asks; whoever does not answer keeps the chat. */
export function DeleteChat(props: { chat: ChatSummary; remove: () => void; leave: () => void }) {
  const words = useWords(deleteChatWords)
  const keep = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => keep.current?.focus(), [])
  const { title, id, channel } = props.chat
  return (
    <div class="delete-chat" role="alertdialog" aria-label={words.remove} aria-describedby={`sure-${id}`}>
      <span id={`sure-${id}`}>{words.sure(title, channel)}</span>
      <button ref={keep} type="button" class="quiet" onClick={props.leave}>
        {words.no}
      </button>
      <button type="button" class="quiet bad" onClick={props.remove}>
        {words.yes}
      </button>
    </div>
  )
}
