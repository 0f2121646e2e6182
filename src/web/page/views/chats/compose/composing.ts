import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Look } from '../../../look.ts'
import type { HumanLine, Line, Replied, UploadedFile } from '../../../wire/wire.ts'
import { apiWords } from '../../../words/api-words.ts'
import { trayWords } from '../../../words/chats/compose-words.ts'
import { createTray, type Tray } from './tray.ts'
import { startUpload } from './upload.ts'

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
  /** A message that could not be sent, to be changed. What is being written stays, behind it. */
  takeBack(message: Composed): void
  /** A message that was sent, to be changed and sent once more. */
  again(line: HumanLine): Promise<void>
}

export function createComposing(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  speak: Look['speak'],
): Composing {
  const given = signal({ text: '' })
  const isBlank = signal(true)
  const replying = signal<Replied | undefined>(undefined)
  const wanted = signal(0)
  const tray = createTray({
    storage,
    upload: (file, name, progress) => startUpload(file, name, progress, speak(apiWords)),
    words: () => speak(trayWords),
  })
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

  function takeBack({ text, files, replyTo }: Composed): void {
    const begun = storage.getItem(`skein.typed.${chat}`) ?? ''
    write([text, begun].filter((words) => words.trim() !== '').join('\n\n'))
    tray.refill(files)
    reply(replyTo)
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
    isSendable: () => tray.isReady() && (!isBlank.value || !tray.isEmpty()),
    take(text) {
      const message = { text, files: tray.take(), replyTo: replying.value }
      reply(undefined)
      write('')
      return message
    },
    takeBack,
    async again(line) {
      takeBack({ text: line.text, files: [], replyTo: line.repliesTo })
      wanted.value++
      tray.add(await readFiles(line))
    },
  }
}

/** The files of a stored line, to be sent once more; those that are not there any more are left out. */
async function readFiles({ id, files = [] }: Pick<Line, 'id' | 'files'>): Promise<File[]> {
  const read = files.map(async ({ name }, seq) => {
    const response = await fetch(`/api/files/${id}/${seq}`).catch(() => undefined)
    return response?.ok ? [new File([await response.blob()], name)] : []
  })
  return (await Promise.all(read)).flat()
}
