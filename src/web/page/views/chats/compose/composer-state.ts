import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { ApiResult } from '../../../api.ts'
import type { Look } from '../../../look.ts'
import type { HumanLine, Replied, ThreadLine, UploadedFile } from '../../../wire/wire.ts'
import { attachmentWords } from '../../../words/chats/compose-words.ts'
import { type ApiWords, apiWords } from '../../../words/common-words.ts'
import { type ComposerAttachments, createComposerAttachments, type Upload } from './attachments.ts'

export interface ComposedMessage {
  text: string
  files: UploadedFile[]
  replyTo: Replied | undefined
  /** The stored message that it takes the place of. */
  replaces: number | undefined
  /** Some of it was dictated. */
  spoken?: true
}

/** The sent message that is being edited, and the unsent text that returns afterwards. */
export interface EditedLine {
  id: number
  text: string
  aside: string
}

/** The message being written in each chat: text, attachments and the line it replies to. Kept across reloads. */
export interface ComposerState {
  /** The text that was last set. While somebody types, the field itself has the text. */
  fieldText: ReadonlySignal<{ text: string }>
  isBlank: ReadonlySignal<boolean>
  repliedTo: ReadonlySignal<Replied | undefined>
  edited: ReadonlySignal<EditedLine | undefined>
  attachments: ComposerAttachments
  /** Increases when the field should get the focus. */
  focusRequests: Signal<number>
  open(chat: string): void
  setTyped(text: string): void
  /** Some of the text was dictated. It counts until the message is sent or the field is empty. */
  noteSpoken(): void
  setRepliedTo(line: Replied | undefined): void
  replyTo(line: Replied): void
  isSendable(): boolean
  /** Takes the message and clears the field. */
  take(text: string): ComposedMessage
  /** Puts an unsent message back into the field, in front of the text that is there. */
  restore(message: ComposedMessage): void
  /** Puts a sent message into the field. It takes the place of that message, or is sent as a new one. */
  editAgain(line: HumanLine, as: 'version' | 'copy'): Promise<void>
  cancelEdit(): void
}

export function createComposerState(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  translate: Look['translate'],
): ComposerState {
  const lastSet = signal({ text: '' })
  const isBlank = signal(true)
  const repliedTo = signal<Replied | undefined>(undefined)
  const edited = signal<EditedLine | undefined>(undefined)
  const focusRequests = signal(0)
  const attachments = createComposerAttachments({
    storage,
    upload: (file, name, progress) => startUpload(file, name, progress, translate(apiWords)),
    words: () => translate(attachmentWords),
  })
  let chat = ''
  let isSpoken = false

  function setTyped(text: string): void {
    isBlank.value = text.trim() === ''
    if (isBlank.value) isSpoken = false
    store(`skein.typed.${chat}`, text)
  }

  function write(text: string): void {
    lastSet.value = { text }
    setTyped(text)
  }

  function setRepliedTo(line: Replied | undefined): void {
    repliedTo.value = line
    store(`skein.replying.${chat}`, line ? JSON.stringify(line) : '')
  }

  function setEdited(line: EditedLine | undefined): void {
    edited.value = line
    store(`skein.editing.${chat}`, line ? JSON.stringify(line) : '')
  }

  function endEdit(): void {
    const aside = edited.value?.aside ?? ''
    setEdited(undefined)
    setRepliedTo(undefined)
    write(aside)
  }

  function restore({ text, files, replyTo, replaces }: ComposedMessage): void {
    if (replaces !== undefined) beginEdit(replaces, text)
    const typedText = storage.getItem(`skein.typed.${chat}`) ?? ''
    write([text, typedText].filter((words) => words.trim() !== '').join('\n\n'))
    attachments.refill(files)
    setRepliedTo(replyTo)
  }

  function beginEdit(id: number, text: string): void {
    setEdited({ id, text, aside: edited.value?.aside ?? storage.getItem(`skein.typed.${chat}`) ?? '' })
    write('')
  }

  function store(key: string, text: string): void {
    if (text === '') storage.removeItem(key)
    else storage.setItem(key, text)
  }

  return {
    fieldText: lastSet,
    isBlank,
    repliedTo,
    edited,
    attachments,
    focusRequests,
    open(next) {
      chat = next
      isSpoken = false
      attachments.open(chat)
      setRepliedTo((JSON.parse(storage.getItem(`skein.replying.${chat}`) ?? 'null') as Replied | null) ?? undefined)
      edited.value = (JSON.parse(storage.getItem(`skein.editing.${chat}`) ?? 'null') as EditedLine | null) ?? undefined
      write(storage.getItem(`skein.typed.${chat}`) ?? '')
    },
    setTyped,
    noteSpoken() {
      isSpoken = true
    },
    setRepliedTo,
    replyTo(line) {
      setRepliedTo(line)
      focusRequests.value++
    },
    isSendable: () => attachments.isReady() && (!isBlank.value || !attachments.isEmpty()),
    take(text) {
      const message: ComposedMessage = {
        text,
        files: attachments.take(),
        replyTo: repliedTo.value,
        replaces: edited.value?.id,
        ...(isSpoken && { spoken: true }),
      }
      isSpoken = false
      endEdit()
      return message
    },
    restore,
    cancelEdit() {
      attachments.take()
      endEdit()
    },
    async editAgain(line, as) {
      const replaces = as === 'version' ? line.id : undefined
      restore({ text: line.text, files: [], replyTo: line.repliesTo, replaces })
      focusRequests.value++
      attachments.add(await readFiles(line))
    },
  }
}

/** Downloads the files of a line to attach them again. Missing ones are left out. */
async function readFiles({ id, files = [] }: Pick<ThreadLine, 'id' | 'files'>): Promise<File[]> {
  const read = files.map(async ({ name }, seq) => {
    const response = await fetch(`/api/files/${id}/${seq}`).catch(() => undefined)
    return response?.ok ? [new File([await response.blob()], name)] : []
  })
  return (await Promise.all(read)).flat()
}

/** Uploads a file. Uses XMLHttpRequest because fetch reports no upload progress. */
export function startUpload(file: Blob, name: string, progress: (share: number) => void, words: ApiWords): Upload {
  const request = new XMLHttpRequest()
  request.open('POST', `/api/files?name=${encodeURIComponent(name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('x-skein', '1')
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 1)
  const done = new Promise<ApiResult<UploadedFile>>((resolve) => {
    request.onload = () => resolve(toApiResult(request.status, request.response as { error?: string } | null, words))
    request.onerror = () => resolve({ status: 'later', error: words.notReached })
    request.onabort = () => resolve({ status: 'refused', error: words.takenBack })
  })
  request.send(file)
  return { done, cancel: () => request.abort() }
}

function toApiResult(status: number, body: { error?: string } | null, words: ApiWords): ApiResult<UploadedFile> {
  if (status === 200) return { status: 'ok', value: body as UploadedFile }
  const error = body?.error ?? words.answered(status)
  return { status: status === 401 ? 'signed-out' : 'refused', error }
}
