import { part } from '../element.ts'
import type { Replied, UploadedFile } from '../wire.ts'
import { catchFiles } from './catch-files.ts'
import { createReplying } from './replying.ts'
import { createTray } from './tray.ts'

export interface ComposerDeps {
  send: (message: Composed) => void
  stop: () => void
  /** Where what is being typed is kept, by chat. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export interface Composed {
  text: string
  files: UploadedFile[]
  replyTo: Replied | undefined
}

/** The field at the bottom, what will go with it, and its buttons. */
export function createComposer({ send, stop, storage }: ComposerDeps) {
  const words = part('words', HTMLTextAreaElement)
  const sendButton = part('send', HTMLButtonElement)
  const stopButton = part('stop', HTMLButtonElement)
  const tray = createTray(() => {
    sendButton.disabled = !isSendable()
  })
  const replying = createReplying({ storage, cancelled: focus })
  let place = ''

  function isSendable(): boolean {
    return tray.isReady() && (words.value.trim() !== '' || !tray.isEmpty())
  }

  function typed(): void {
    sendButton.disabled = !isSendable()
    words.style.height = 'auto'
    words.style.height = `${words.scrollHeight + 2}px`
    if (words.value === '') storage.removeItem(place)
    else storage.setItem(place, words.value)
  }

  function write(text: string): void {
    words.value = text
    typed()
    // On a touch screen focus opens the keyboard, which nobody asked for by opening a chat.
    if (matchMedia('(hover: hover)').matches) focus()
  }

  function focus(): void {
    words.focus()
  }

  words.addEventListener('input', typed)
  words.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && replying.isOn()) {
      // The answer under way goes on: what is taken back is the reply.
      event.stopPropagation()
      return replying.set(undefined)
    }
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    part('composer', HTMLFormElement).requestSubmit()
  })
  part('composer', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const text = words.value
    if (!isSendable()) return
    const message = { text, files: tray.take(), replyTo: replying.take() }
    write('')
    send(message)
  })
  stopButton.addEventListener('click', stop)
  catchFiles((files) => tray.add(files))

  return {
    /** A message that could not be sent, to be changed. */
    takeBack({ text, files, replyTo }: Composed): void {
      write(text)
      tray.refill(files)
      replying.set(replyTo)
    },
    /** The next message answers this line. */
    replyTo(line: Replied): void {
      replying.set(line)
      focus()
    },
    /** Each chat has its own half-written words, and what will go with them. */
    open(chat: string): void {
      place = `skein.typed.${chat}`
      tray.open(chat)
      replying.open(chat)
      write(storage.getItem(place) ?? '')
    },
    setStoppable(isRunning: boolean): void {
      stopButton.hidden = !isRunning
    },
  }
}
