import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Replied, UploadedFile } from '../../../wire.ts'
import { createTray, type Tray } from './tray.ts'

export interface Composed {
  text: string
  files: UploadedFile[]
  replyTo: Replied | undefined
}

/** What is being written, by chat: the words, what goes with them and what they answer. It outlives the page. */
export interface Composing {
  /** The words as they were last put there; while somebody types, the field itself has them. */
  given: ReadonlySignal<{ text: string }>
  isBlank: ReadonlySignal<boolean>
  replying: ReadonlySignal<Replied | undefined>
  tray: Tray
  /** The keyboard belongs into the field; another number each time. */
  wanted: Signal<number>
  open(chat: string): void
  typed(text: string): void
  reply(line: Replied | undefined): void
  /** The next message answers this line. */
  replyTo(line: Replied): void
  isSendable(): boolean
  /** All of it; empty from then on. */
  take(text: string): Composed
  /** A message that could not be sent, to be changed. */
  takeBack(message: Composed): void
}

export function createComposing(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Composing {
  const given = signal({ text: '' })
  const isBlank = signal(true)
  const replying = signal<Replied | undefined>(undefined)
  const wanted = signal(0)
  const tray = createTray()
  let chat = ''

  function typed(text: string): void {
    isBlank.value = text.trim() === ''
    keep(`skein.typed.${chat}`, text)
  }

  function write(text: string): void {
    given.value = { text }
    typed(text)
  }

  function reply(line: Replied | undefined): void {
    replying.value = line
    keep(`skein.replying.${chat}`, line ? JSON.stringify(line) : '')
  }

  function keep(place: string, text: string): void {
    if (text === '') storage.removeItem(place)
    else storage.setItem(place, text)
  }

  return {
    given,
    isBlank,
    replying,
    tray,
    wanted,
    open(next) {
      chat = next
      tray.open(chat)
      reply((JSON.parse(storage.getItem(`skein.replying.${chat}`) ?? 'null') as Replied | null) ?? undefined)
      write(storage.getItem(`skein.typed.${chat}`) ?? '')
    },
    typed,
    reply,
    replyTo(line) {
      reply(line)
      wanted.value++
    },
    isSendable: () => tray.isReady() && (!isBlank.value || tray.items.value.length > 0),
    take(text) {
      const message = { text, files: tray.take(), replyTo: replying.value }
      reply(undefined)
      write('')
      return message
    },
    takeBack({ text, files, replyTo }) {
      write(text)
      tray.refill(files)
      reply(replyTo)
    },
  }
}
