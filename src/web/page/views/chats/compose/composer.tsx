import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { composeWords } from '../../../words/chats/compose-words.ts'
import { useWords } from '../../../words/language.ts'
import { AttachmentList } from '../thread/file-view.tsx'
import { Editing, Replying } from '../thread/reply-view.tsx'
import { type CommandPicker, createCommandPicker, optionId } from './command-picker.ts'
import type { ComposedMessage, ComposerState } from './composer-state.ts'
import { VoiceButton } from './voice-button.tsx'

export interface ComposerProps {
  chat: string
  composer: ComposerState
  api: Pick<Api, 'commands' | 'get' | 'post'>
  isStoppable: boolean
  send: (message: ComposedMessage) => void
  stop: () => void
}

/** The message field, its attachments and buttons. Typing a letter redraws nothing. */
export function Composer({ chat, composer, api, isStoppable, send, stop }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  const words = useWords(composeWords)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { fieldText, repliedTo, edited, attachments, focusRequests } = composer
  const focus = () => field.current?.focus()
  const menu = useMemo(() => createCommandPicker({ ask: api.commands, put }), [])

  function put(text: string): void {
    if (!field.current) return
    field.current.value = text
    fitHeight(field.current)
    composer.setTyped(text)
  }

  useLayoutEffect(() => composer.open(chat), [chat])
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.value = fieldText.value.text
    fitHeight(field.current)
    menu.typed('')
    // On touch screens, focus would open the keyboard.
    if (matchMedia('(hover: hover)').matches) focus()
  }, [fieldText.value])
  useLayoutEffect(() => {
    if (focusRequests.value > 0) focus()
  }, [focusRequests.value])
  useLayoutEffect(() => catchDrops(attachments.add), [])

  return (
    <form
      id="composer"
      ref={form}
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.current && composer.isSendable()) send(composer.take(field.current.value))
      }}
    >
      <CommandMenuView menu={menu} />
      <Editing
        line={edited.value}
        cancel={() => {
          composer.cancelEdit()
          focus()
        }}
      />
      <Replying
        line={repliedTo.value}
        cancel={() => {
          composer.setRepliedTo(undefined)
          focus()
        }}
      />
      <AttachmentList attachments={attachments} removed={focus} />
      <input
        id="chooser"
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          attachments.add([...(currentTarget.files ?? [])])
          // Lets the same file be chosen again.
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
        enterkeyhint={isTouchScreen() ? 'enter' : 'send'}
        aria-autocomplete="list"
        aria-controls={commandMenuId}
        aria-activedescendant={menu.activeId}
        onInput={({ currentTarget }) => {
          fitHeight(currentTarget)
          composer.setTyped(currentTarget.value)
          menu.typed(currentTarget.value)
        }}
        onBlur={menu.dismiss}
        onPaste={(event) => {
          const files = pastedFiles(event)
          if (files.length === 0) return
          event.preventDefault()
          attachments.add(files)
        }}
        onKeyDown={(event) => {
          if (menu.press(event)) {
            event.preventDefault()
            return event.stopPropagation()
          }
          if (event.key === 'Escape' && (repliedTo.value || edited.value)) {
            // Escape cancels the edit or the reply, not the answer in progress.
            event.stopPropagation()
            return edited.value ? composer.cancelEdit() : composer.setRepliedTo(undefined)
          }
          // While an input method composes, Enter chooses a word.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
          // The keyboard of a touch screen has no Shift+Enter. There, Send sends.
          if (isTouchScreen() && !event.ctrlKey && !event.metaKey) return
          event.preventDefault()
          form.current?.requestSubmit()
        }}
      />
      <VoiceButton
        api={api}
        write={(transcript) => {
          put([field.current?.value.trim(), transcript].filter(Boolean).join(' '))
          composer.noteSpoken()
          focus()
        }}
      />
      <button id="stop" class="stop" type="button" title={words.stopByKey} hidden={!isStoppable} onClick={stop}>
        <span class="square" />
        {words.stop}
      </button>
      <button id="send" class="send" type="submit" disabled={!composer.isSendable()}>
        {words.send}
      </button>
    </form>
  )
}

function isTouchScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

function fitHeight(words: HTMLTextAreaElement): void {
  words.style.height = 'auto'
  words.style.height = `${words.scrollHeight + 2}px`
}

/** Files from the clipboard. None if it holds text. */
function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  // Some programs add a picture of copied text. The person means the text then.
  return clipboardData?.types.includes('text/plain') ? [] : [...(clipboardData?.files ?? [])]
}

/** Accepts files dropped anywhere. Otherwise a dropped file would open instead of the page. */
function catchDrops(add: (files: File[]) => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const mark = (isDragging: boolean) => document.body.classList.toggle('dropping', isDragging)
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  }
  const onDragLeave = (event: DragEvent) => event.relatedTarget === null && mark(false)
  const onDrop = (event: DragEvent) => {
    mark(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    add([...(event.dataTransfer?.files ?? [])])
  }
  addEventListener('dragover', onDragOver, { signal })
  addEventListener('dragleave', onDragLeave, { signal })
  addEventListener('drop', onDrop, { signal })
  return () => closing.abort()
}

const commandMenuId = 'commands'

/** The command menu above the field. */
function CommandMenuView({ menu }: { menu: CommandPicker }) {
  const words = useWords(composeWords)
  const list = useRef<HTMLDivElement>(null)
  const choices = menu.choices.value
  const active = menu.activeId.value
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      id={commandMenuId}
      ref={list}
      class="command-menu"
      role="listbox"
      aria-label={words.commands}
      hidden={choices.length === 0}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((command) => (
        <div
          key={command.name}
          id={optionId(command)}
          class="command"
          role="option"
          aria-selected={optionId(command) === active}
          onClick={() => menu.choose(command)}
        >
          <span class="command-name">
            /{command.name} {command.usage && <span class="command-usage">{command.usage}</span>}
          </span>{' '}
          <span class="command-summary">{command.summary}</span>
        </div>
      ))}
    </div>
  )
}
