import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { Replied } from '../../../wire/wire.ts'
import { composeWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { createCommandMenu } from './command-menu.ts'
import { CommandMenuView, commandMenuId } from './command-menu-view.tsx'
import type { Composed, Composing } from './composing.ts'
import { TrayView } from './tray-view.tsx'
import { VoiceButton } from './voice-button.tsx'

export interface ComposerProps {
  chat: string
  composing: Composing
  api: Pick<Api, 'commands' | 'get' | 'post'>
  isStoppable: boolean
  send: (message: Composed) => void
  stop: () => void
}

/** The field at the bottom, what will go with it, and its buttons. A letter that is typed draws nothing anew. */
export function Composer({ chat, composing, api, isStoppable, send, stop }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  const words = useWords(composeWords)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { given, replying, tray, wanted } = composing
  const focus = () => field.current?.focus()
  const menu = useMemo(() => createCommandMenu({ ask: api.commands, put }), [])

  function put(text: string): void {
    if (!field.current) return
    field.current.value = text
    fit(field.current)
    composing.typed(text)
  }

  useLayoutEffect(() => composing.open(chat), [chat])
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.value = given.value.text
    fit(field.current)
    menu.typed('')
    // On a touch screen focus opens the keyboard, which nobody asked for by opening a chat.
    if (matchMedia('(hover: hover)').matches) focus()
  }, [given.value])
  useLayoutEffect(() => {
    if (wanted.value > 0) focus()
  }, [wanted.value])
  useLayoutEffect(() => catchDrops(tray.add), [])

  return (
    <form
      id="composer"
      ref={form}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.current && composing.isSendable()) send(composing.take(field.current.value))
      }}
    >
      <CommandMenuView menu={menu} />
      <Replying
        line={replying.value}
        cancel={() => {
          composing.reply(undefined)
          focus()
        }}
      />
      <TrayView tray={tray} removed={focus} />
      <input
        id="chooser"
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          tray.add([...(currentTarget.files ?? [])])
          // So that choosing the same file again is a change again.
          currentTarget.value = ''
        }}
      />
      <button
        id="attach"
        class="attach"
        type="button"
        title={words.attach}
        aria-label={words.attach}
        onClick={() => chooser.current?.click()}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8L9.8 17.3a1.7 1.7 0 0 1-2.4-2.4l7.6-7.6" />
        </svg>
      </button>
      <label class="hidden" for="words">
        {words.message}
      </label>
      <textarea
        id="words"
        ref={field}
        rows={1}
        placeholder={words.write}
        autocomplete="off"
        enterkeyhint="send"
        aria-autocomplete="list"
        aria-controls={commandMenuId}
        aria-activedescendant={menu.activeId}
        onInput={({ currentTarget }) => {
          fit(currentTarget)
          composing.typed(currentTarget.value)
          menu.typed(currentTarget.value)
        }}
        onBlur={menu.dismiss}
        onPaste={(event) => {
          const files = pastedFiles(event)
          if (files.length === 0) return
          event.preventDefault()
          tray.add(files)
        }}
        onKeyDown={(event) => {
          if (menu.press(event)) {
            event.preventDefault()
            return event.stopPropagation()
          }
          if (event.key === 'Escape' && replying.value) {
            // The answer under way goes on: what is taken back is the reply.
            event.stopPropagation()
            return composing.reply(undefined)
          }
          // While an input method composes, Enter chooses a word.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      />
      <VoiceButton
        api={api}
        write={(heard) => {
          put([field.current?.value.trim(), heard].filter(Boolean).join(' '))
          focus()
        }}
      />
      <button id="stop" class="stop" type="button" title={words.stopByKey} hidden={!isStoppable} onClick={stop}>
        <span class="square" />
        {words.stop}
      </button>
      <button id="send" class="send" type="submit" disabled={!composing.isSendable()}>
        {words.send}
      </button>
    </form>
  )
}

function fit(words: HTMLTextAreaElement): void {
  words.style.height = 'auto'
  words.style.height = `${words.scrollHeight + 2}px`
}

/** The files that were pasted; none when words were. */
function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  // Programs put a picture of their text beside the text; then the text is meant.
  return clipboardData?.types.includes('text/plain') ? [] : [...(clipboardData?.files ?? [])]
}

/** Files that are dropped, anywhere: one that misses the room would otherwise open in place of the page. */
function catchDrops(add: (files: File[]) => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver)
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  }
  const leave = (event: DragEvent) => event.relatedTarget === null && mark(false)
  const drop = (event: DragEvent) => {
    mark(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    add([...(event.dataTransfer?.files ?? [])])
  }
  addEventListener('dragover', over, { signal })
  addEventListener('dragleave', leave, { signal })
  addEventListener('drop', drop, { signal })
  return () => closing.abort()
}

/** The line that the next message answers, shown above the field until it is sent or cancelled. */
function Replying({ line, cancel }: { line: Replied | undefined; cancel: () => void }) {
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
