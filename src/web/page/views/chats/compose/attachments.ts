import { type ReadonlySignal, signal } from '@preact/signals'
import type { ApiResult } from '../../../api.ts'
import type { UploadedFile } from '../../../wire/wire.ts'
import type { AttachmentWords } from '../../../words/chats/compose-words.ts'

/** The attachments of the next message in each chat. */
export interface ComposerAttachments {
  /** The attachments of the open chat. */
  items: ReadonlySignal<ComposerAttachment[]>
  open(chat: string): void
  add(files: File[]): void
  remove(item: ComposerAttachment): void
  /** Puts back the files of a message that could not be sent. */
  refill(files: UploadedFile[]): void
  /** No upload is in progress. Failed ones do not block the message. */
  isReady(): boolean
  /** No attachment can be sent. */
  isEmpty(): boolean
  /** Takes all uploaded files. Failed ones stay visible until they are removed. */
  take(): UploadedFile[]
}

export interface ComposerAttachment {
  id: number
  name: string
  bytes: number
  /** A preview of an image, while it is in memory. */
  preview?: string
  /** The uploaded share. */
  share?: number
  stored?: UploadedFile
  problem?: string
}

const MAX_FILE_BYTES = 25 * 1024 * 1024

export interface AttachmentsDeps {
  storage: {
    getItem: (name: string) => string | null
    setItem: (name: string, value: string) => void
    removeItem: (name: string) => void
  }
  upload: (file: Blob, name: string, progress: (share: number) => void) => Upload
  words: () => AttachmentWords
}

export interface Upload {
  done: Promise<ApiResult<UploadedFile>>
  cancel(): void
}

export function createComposerAttachments({
  storage,
  upload: startUpload,
  words,
}: AttachmentsDeps): ComposerAttachments {
  const items = signal<ComposerAttachment[]>([])
  const itemsByChat = new Map<string, ComposerAttachment[]>()
  /** Releases the preview and cancels the upload of an item. */
  const releases = new Map<number, () => void>()
  let chat = ''
  let lastId = 0

  function set(place: string, next: ComposerAttachment[]): void {
    itemsByChat.set(place, next)
    if (place === chat) items.value = next
    const stored = next.flatMap((item) => item.stored ?? [])
    if (stored.length === 0) storage.removeItem(`skein.tray.${place}`)
    else storage.setItem(`skein.tray.${place}`, JSON.stringify(stored))
  }

  function change(place: string, id: number, changes: Partial<ComposerAttachment>): void {
    set(
      place,
      (itemsByChat.get(place) ?? []).map((item) => (item.id === id ? { ...item, ...changes } : item)),
    )
  }

  function drop({ id }: ComposerAttachment): void {
    releases.get(id)?.()
    releases.delete(id)
  }

  function asItem(stored: UploadedFile): ComposerAttachment {
    return { id: ++lastId, name: stored.name, bytes: stored.bytes, stored }
  }

  function send(file: File): ComposerAttachment {
    const [id, place] = [++lastId, chat]
    // Pasted files may have no name.
    const name = file.name.slice(-255) || words().pasted
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const item = { id, name, bytes: file.size, ...(preview && { preview }) }
    const release = () => preview && URL.revokeObjectURL(preview)
    releases.set(id, release)
    if (file.size > MAX_FILE_BYTES) return { ...item, problem: words().tooLarge }
    const upload = startUpload(file, name, (share) => change(place, id, { share }))
    releases.set(id, () => {
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
      // Uploaded files are kept across a reload.
      const saved = JSON.parse(storage.getItem(`skein.tray.${chat}`) ?? '[]') as UploadedFile[]
      set(chat, itemsByChat.get(chat) ?? saved.map(asItem))
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
      const uploaded = items.value.filter(({ stored }) => stored)
      for (const item of uploaded) drop(item)
      set(
        chat,
        items.value.filter(({ stored }) => !stored),
      )
      return uploaded.flatMap(({ stored }) => stored ?? [])
    },
  }
}
