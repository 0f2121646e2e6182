import { catchFiles } from './catch-files.ts'
import { part } from './element.ts'
import { createTray } from './tray.ts'
import type { UploadedFile } from './wire.ts'

export interface ComposerDeps {
  send: (text: string, files: UploadedFile[]) => void
  stop: () => void
  /** Where what is being typed is kept, by chat. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** The field at the bottom, what will go with it, and its buttons. */
export function createComposer({ send, stop, storage }: ComposerDeps) {
  const words = part('words', HTMLTextAreaElement)
  const sendButton = part('send', HTMLButtonElement)
  const stopButton = part('stop', HTMLButtonElement)
  const tray = createTray(() => {
    sendButton.disabled = !isSendable()
  })
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
    if (matchMedia('(hover: hover)').matches) words.focus()
  }

  words.addEventListener('input', typed)
  words.addEventListener('keydown', (event) => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    part('composer', HTMLFormElement).requestSubmit()
  })
  part('composer', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const text = words.value
    if (!isSendable()) return
    const files = tray.take()
    write('')
    send(text, files)
  })
  stopButton.addEventListener('click', stop)
  catchFiles((files) => tray.add(files))

  return {
    /** A message that could not be sent, to be changed. */
    takeBack(text: string, files: UploadedFile[]): void {
      write(text)
      tray.refill(files)
    },
    /** Each chat has its own half-written words, and what will go with them. */
    open(chat: string): void {
      place = `skein.typed.${chat}`
      tray.open(chat)
      write(storage.getItem(place) ?? '')
    },
    setStoppable(isRunning: boolean): void {
      stopButton.hidden = !isRunning
    },
  }
}
