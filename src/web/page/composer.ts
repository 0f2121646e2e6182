import { part } from './element.ts'

export interface ComposerDeps {
  send: (text: string) => void
  stop: () => void
  /** Where what is being typed is kept, by chat. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

/** The field at the bottom, and its two buttons. */
export function createComposer({ send, stop, storage }: ComposerDeps) {
  const words = part('words', HTMLTextAreaElement)
  const sendButton = part('send', HTMLButtonElement)
  const stopButton = part('stop', HTMLButtonElement)
  let place = ''

  function typed(): void {
    sendButton.disabled = words.value.trim() === ''
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
    if (text.trim() === '') return
    write('')
    send(text)
  })
  stopButton.addEventListener('click', stop)

  return {
    write,
    /** Each chat has its own half-written words. */
    open(chat: string): void {
      place = `skein.typed.${chat}`
      write(storage.getItem(place) ?? '')
    },
    setStoppable(isRunning: boolean): void {
      stopButton.hidden = !isRunning
    },
  }
}
