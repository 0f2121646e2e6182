import type { Replied } from '../../../wire/wire.ts'
import { composeWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'

/** The line that the next message answers, shown above the field until it is sent or cancelled. */
export function Replying({ line, cancel }: { line: Replied | undefined; cancel: () => void }) {
  const words = useWords(composeWords)
  return (
    <div id="replying" class="replying" role="group" aria-label={words.lineRepliedTo} hidden={!line}>
      <div class="words">
        <div id="replying-who" class="who" dir="auto">
          {line && words.replyingTo(line.who)}
        </div>
        <div id="replying-said" class="said" dir="auto">
          {line?.text}
        </div>
      </div>
      <button
        id="replying-cancel"
        class="cancel"
        type="button"
        title={words.doNotReplyByKey}
        aria-label={words.doNotReply}
        onClick={cancel}
      >
        ×
      </button>
    </div>
  )
}
