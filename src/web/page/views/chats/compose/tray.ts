import { type ReadonlySignal, signal } from '@preact/signals'
import type { Answer } from '../../../api.ts'
import type { UploadedFile } from '../../../wire/wire.ts'
import type { TrayWords } from '../../../words/chats/compose-words.ts'

/** What will go with the next message of each chat. */
export interface Tray {
  /** Of the open chat. */
  items: ReadonlySignal<TrayItem[]>
  open(chat: string): void
  add(files: File[]): void
  remove(item: TrayItem): void
  /** Puts back what was in a message that could not be sent. */
  refill(files: UploadedFile[]): void
  /** Nothing is on its way. What went wrong says so, and holds up nothing else. */
  isReady(): boolean
  /** Nothing in it can be sent. */
  isEmpty(): boolean
  /** Everything that can be sent; what went wrong stays, to be read and removed. */
  take(): UploadedFile[]
}

export interface TrayItem {
  id: number
  name: string
  bytes: number
  /** A picture of it, as long as it is here. */
  preview?: string
  /** How much of it has left. */
  share?: number
  stored?: UploadedFile
  problem?: string
}

const mostBytes = 25 * 1024 * 1024

export interface TrayDeps {
  /** The browser's localStorage. */
  storage: {
    getItem: (name: string) => string | null
    setItem: (name: string, value: string) => void
    removeItem: (name: string) => void
  }
  upload: (file: Blob, name: string, progress: (share: number) => void) => Upload
  words: () => TrayWords
}

export interface Upload {
  done: Promise<Answer<UploadedFile>>
  cancel(): void
}

export function createTray({ storage, upload: startUpload, words }: TrayDeps): Tray {
  const items = signal<TrayItem[]>([])
  const trays = new Map<string, TrayItem[]>()
  /** Ends whatever is kept for an item. */
  const drops = new Map<number, () => void>()
  let chat = ''
  let made = 0

  function set(place: string, next: TrayItem[]): void {
    trays.set(place, next)
    if (place === chat) items.value = next
    const stored = next.flatMap((item) => item.stored ?? [])
    if (stored.length === 0) storage.removeItem(`skein.tray.${place}`)
    else storage.setItem(`skein.tray.${place}`, JSON.stringify(stored))
  }

  function change(place: string, id: number, what: Partial<TrayItem>): void {
    set(
      place,
      (trays.get(place) ?? []).map((item) => (item.id === id ? { ...item, ...what } : item)),
    )
  }

  function drop({ id }: TrayItem): void {
    drops.get(id)?.()
    drops.delete(id)
  }

  function asItem(stored: UploadedFile): TrayItem {
    return { id: ++made, name: stored.name, bytes: stored.bytes, stored }
  }

  function send(file: File): TrayItem {
    const [id, place] = [++made, chat]
    // What is pasted may have no name of its own.
    const name = file.name.slice(-255) || words().pasted
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const item = { id, name, bytes: file.size, ...(preview && { preview }) }
    const release = () => preview && URL.revokeObjectURL(preview)
    drops.set(id, release)
    if (file.size > mostBytes) return { ...item, problem: words().tooLarge }
    const upload = startUpload(file, name, (share) => change(place, id, { share }))
    drops.set(id, () => {
      upload.cancel()
      release()
    })
    void upload.done.then((answer) => {
      if (answer.status === 'ok') change(place, id, { stored: answer.value })
      else change(place, id, { problem: answer.error })
    })
    return { ...item, share: 0 }
  }

  return {
    items,
    open(next) {
      chat = next
      // What has arrived at the daemon is still there after a reload.
      const kept = JSON.parse(storage.getItem(`skein.tray.${chat}`) ?? '[]') as UploadedFile[]
      set(chat, trays.get(chat) ?? kept.map(asItem))
    },
    add: (files) => set(chat, [...items.value, ...files.map(send)]),
    remove(item) {
      drop(item)
      set(
        chat,
        items.value.filter(({ id }) => id !== item.id),
      )
    },
    refill(files) {
      set(chat, [...items.value, ...files.map(asItem)])
    },
    isReady: () => items.value.every(({ stored, problem }) => stored ?? problem),
    isEmpty: () => !items.value.some(({ stored }) => stored),
    take() {
      const taken = items.value.filter(({ stored }) => stored)
      for (const item of taken) drop(item)
      set(
        chat,
        items.value.filter(({ stored }) => !stored),
      )
      return taken.flatMap(({ stored }) => stored ?? [])
    },
  }
}
