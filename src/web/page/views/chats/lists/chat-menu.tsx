import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { ChatChanges, ChatSummary, ErasableChat } from '../../../wire/chat-wire.ts'
import { chatMenuWords, deleteChatWords } from '../../../words/chats/chat-list-words.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { onEscape } from '../../buttons.tsx'

export interface ChatMenuProps {
  id: string
  chat: ChatSummary
  /** Resolves with the error, or undefined. */
  save: (changes: ChatChanges) => Promise<string | undefined>
  /** What would be deleted. */
  count: () => Promise<ErasableChat | undefined>
  /** Resolves with the error, or undefined. */
  remove: () => Promise<string | undefined>
  close: () => void
  canExport: boolean
}

/** The menu of a chat. It opens below its row, so that nothing is covered. */
export function ChatMenu({ id, chat, save, count, remove, close, canExport }: ChatMenuProps) {
  const { title, pinned, archived } = chat
  const words = useWords(chatMenuWords)
  const deleting = useWords(deleteChatWords)
  const { untitled } = useWords(commonWords)
  const isDeleting = useSignal(false)
  const isNaming = useSignal(false)
  const error = useSignal<string | undefined>(undefined)
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const change = async (changes: ChatChanges) => {
    error.value = await save(changes)
  }
  const removeChat = async () => {
    error.value = await remove()
    isDeleting.value = false
  }
  return (
    <div id={id} class="chat-menu" role="group" aria-label={words.what(title || untitled)} onKeyDown={onEscape(close)}>
      {isNaming.value ? (
        <NameForm title={title} save={(name) => void change({ name })} />
      ) : isDeleting.value ? (
        <DeleteChat chat={chat} count={count} remove={() => void removeChat()} leave={close} />
      ) : (
        <>
          <button ref={first} type="button" class="quiet" onClick={() => (isNaming.value = true)}>
            {words.rename}
          </button>
          <button type="button" class="quiet" onClick={() => void change({ pinned: !pinned })}>
            {pinned ? words.unpin : words.pin}
          </button>
          <button type="button" class="quiet" onClick={() => void change({ archived: !archived })}>
            {archived ? words.bringBack : words.archive}
          </button>
          {canExport && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                download(`/api/chats/${encodeURIComponent(chat.id)}/export`)
                close()
              }}
            >
              {words.export}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => (isDeleting.value = true)}>
            {deleting.remove}
          </button>
        </>
      )}
      {error.value !== undefined && <p role="alert">{error.value}</p>}
    </div>
  )
}

/** The answer is an attachment, so the page stays. */
function download(path: string): void {
  window.location.assign(path)
}

function NameForm({ title, save }: { title: string; save: (name: string) => void }) {
  const words = useWords(chatMenuWords)
  const common = useWords(commonWords)
  const name = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => name.current?.select(), [])
  return (
    <form
      class="chat-name"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        save(name.current?.value ?? '')
      }}
    >
      <input ref={name} aria-label={words.name} maxLength={100} autocomplete="off" dir="auto" defaultValue={title} />
      <button type="submit" class="quiet">
        {common.save}
      </button>
    </form>
  )
}

interface DeleteChatProps extends Pick<ChatMenuProps, 'chat' | 'count'> {
  remove: () => void
  leave: () => void
}

/** Says what will be deleted, and asks for confirmation. */
function DeleteChat(props: DeleteChatProps) {
  const words = useWords(deleteChatWords)
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => cancel.current?.focus(), [])
  const { title, id, channel } = props.chat
  const goes = useSignal<ErasableChat | undefined>(undefined)
  useEffect(() => {
    void props.count().then((counted) => (goes.value = counted))
  }, [])
  return (
    <div class="delete-chat" role="alertdialog" aria-label={words.remove} aria-describedby={`sure-${id}`}>
      <span id={`sure-${id}`}>
        {words.sure(title, channel)} {goes.value && words.counts(goes.value)}
      </span>
      <button ref={cancel} type="button" class="quiet" onClick={props.leave}>
        {words.no}
      </button>
      <button type="button" class="quiet bad" onClick={props.remove}>
        {words.yes}
      </button>
    </div>
  )
}
