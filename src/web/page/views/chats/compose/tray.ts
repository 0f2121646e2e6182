import { type ReadonlySignal, signal } from '@preact/signals'
import type { UploadedFile } from '../../../wire.ts'
import { startUpload } from './upload.ts'

/** What will go with the next message of each chat. */
export interface Tray {
  /** Of the open chat. */
  items: ReadonlySignal<TrayItem[]>
  open(chat: string): void
  add(files: File[]): void
  remove(item: TrayItem): void
  /** Puts back what was in a message that could not be sent. */
  refill(files: UploadedFile[]): void
  /** Nothing is on its way and nothing went wrong. */
  isReady(): boolean
  /** Everything in it; empty from then on. */
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

export function createTray(): Tray {
  const items = signal<TrayItem[]>([])
  const trays = new Map<string, TrayItem[]>()
  /** Ends whatever is kept for an item. */
  const drops = new Map<number, () => void>()
  let chat = ''
  let made = 0

  function set(place: string, next: TrayItem[]): void {
    trays.set(place, next)
    if (place === chat) items.value = next
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

  function send(file: File): TrayItem {
    const [id, place] = [++made, chat]
    // What is pasted may have no name of its own.
    const name = file.name.slice(-255) || 'pasted'
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const item = { id, name, bytes: file.size, ...(preview && { preview }) }
    const release = () => preview && URL.revokeObjectURL(preview)
    drops.set(id, release)
    if (file.size > mostBytes) return { ...item, problem: 'It is larger than 25 MB.' }
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
      items.value = trays.get(chat) ?? []
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
      const back = files.map((stored) => ({ id: ++made, name: stored.name, bytes: stored.bytes, stored }))
      set(chat, [...items.value, ...back])
    },
    isReady: () => items.value.every(({ stored }) => stored),
    take() {
      const taken = items.value
      for (const item of taken) drop(item)
      set(chat, [])
      return taken.flatMap(({ stored }) => stored ?? [])
    },
  }
}
