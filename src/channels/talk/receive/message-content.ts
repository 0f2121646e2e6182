import { NotStoredError } from '../../../domain/errors.ts'
import { tidyName } from '../../../lib/text/safe-name.ts'
import { type Attachment, type ChannelFileStore, createByteLimit, type FetchedFile } from '../../shared/attachments.ts'
import type { ChatMessage, Parameter } from '../wire/chat-message.ts'
import { describeFailure } from '../wire/failure.ts'
import type { TalkClient } from '../wire/talk-client.ts'

/** The content of a message as text. */
export interface RenderedContent {
  text: string
  files: TalkFile[]
  /** The mentions in the text. */
  mentions: Mention[]
}

/** A mention of a person; `everybody` for @all. */
export interface Mention {
  type: 'user' | 'everybody' | 'other'
  id: string
  /** As it appears in the text. */
  words: string
  /** The message begins with it. */
  isFirst: boolean
}

type Words = Pick<ChatMessage, 'message' | 'messageParameters' | 'messageType'>

/**
 * Replaces the placeholders in the text in one pass, so that a name that looks like a placeholder stays a name. Only
 * placeholders with a parameter are replaced, because people also type braces.
 */
export function renderContent(message: Words): RenderedContent {
  const mentions: Mention[] = []
  const files: TalkFile[] = []
  const { message: template, messageParameters: parameters } = message
  const text = template.replace(/\{([\w-]{1,64})\}/g, (placeholder, key: string, at: number) => {
    const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined
    if (!parameter || !isContent(key)) return placeholder
    if (parameter.type === 'file') {
      files.push(fileOf(parameter, message))
      return `[${labelOf(message, parameter)}]`
    }
    if (!key.startsWith('mention-')) return `[${describeObject(parameter)}]`
    // The server replaces matching letters anywhere, even in the middle of a mail address.
    const isInWord = /[\w.]$/.test(template.slice(0, at))
    const words = isInWord ? `@${parameter.id}` : describeMention(parameter)
    if (!isInWord) mentions.push({ ...toMentionTarget(parameter), words, isFirst: template.slice(0, at).trim() === '' })
    return words
  })
  for (const file of Object.values(parameters)) {
    // With a caption, no placeholder in the text stands for the file.
    if (file.type === 'file' && files.length === 0) files.push(fileOf(file, message))
  }
  return { text: clean(text), files, mentions }
}

/** SQLite cannot store lone surrogates, and a NUL ends the text in many programs. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Placeholders that can occur in a person's message; all others belong to system messages. */
function isContent(key: string): boolean {
  return key === 'file' || key === 'object' || key.startsWith('mention-')
}

function toMentionTarget({ type, id, server }: Parameter): Pick<Mention, 'type' | 'id'> {
  if (type === 'call') return { type: 'everybody', id }
  // The same id on another server is a different person.
  return { type: type === 'user' && !server ? 'user' : 'other', id }
}

function describeMention({ type, id, name, server }: Parameter): string {
  if (type === 'call') return '@all'
  const displayName = tidyName(name || id)
  if (server) return `@${displayName} (${tidyName(id)} on another server)`
  return type === 'guest' ? `@${displayName} (guest)` : `@${displayName}`
}

function describeObject({ type, name, id, latitude, longitude }: Parameter): string {
  const place = latitude !== undefined && longitude !== undefined ? `${latitude}, ${longitude}` : undefined
  return clean([objectNames[type] ?? tidyName(type), tidyName(name || id), place].filter(Boolean).join(', '))
}

const objectNames: Record<string, string> = {
  'talk-poll': 'poll',
  'geo-location': 'location',
  'deck-card': 'card',
  'deck-board': 'board',
  'calendar-event': 'event',
  addressbook: 'address book',
  'addressbook-contact': 'contact',
}

function fileOf({ name, path, size, 'hide-download': hidden }: Parameter, message: Words): TalkFile {
  const isAlone = /^\{file\}$/.test(message.message.trim())
  return {
    name: tidyName(name) || 'file',
    path: hidden === 'yes' ? undefined : path,
    bytes: size,
    spoken: message.messageType === 'voice-message',
    ...(isAlone ? { isAlone: true as const } : {}),
  }
}

function labelOf({ messageType }: Words, { name, mimetype = '' }: Parameter): string {
  const kind = messageType === 'voice-message' ? 'voice message' : kindOf(messageType, mimetype)
  return clean(`${kind}, ${tidyName(name) || 'without a name'}`)
}

function kindOf(messageType: string, mimetype: string): string {
  if (messageType.startsWith('record-')) return 'recording of a call'
  const [kind = ''] = mimetype.split('/')
  return ({ image: 'picture', audio: 'audio', video: 'video' } as Record<string, string>)[kind] ?? 'file'
}

export interface TalkFile extends Attachment {
  /** The path in our own home; undefined if the server does not allow the download. */
  path: string | undefined
  /** The current size according to the server, which may differ from the size when it was sent. */
  bytes: number | undefined
}

const MiB = 1024 * 1024
const MAX_DOWNLOAD_BYTES = 100 * MiB

/** Downloads a file. A failure is a value, because it must not cost the message the file belongs to. */
export async function fetchFile(
  client: Pick<TalkClient, 'download'>,
  fileStore: ChannelFileStore,
  { path, bytes, name }: TalkFile,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const tooLarge = { status: 'missing', reason: `it is larger than ${MAX_DOWNLOAD_BYTES / MiB} MB` } as const
  if (path === undefined) return { status: 'missing', reason: 'its owner does not allow downloads' }
  if (bytes !== undefined && bytes > MAX_DOWNLOAD_BYTES) return tooLarge
  const limit = createByteLimit(MAX_DOWNLOAD_BYTES)
  try {
    const answer = await client.download(path, signal, async (content) => {
      content.once('error', (error) => limit.stream.destroy(error))
      return await fileStore.put(content.pipe(limit.stream), name)
    })
    if (!answer.ok) return { status: 'missing', reason: reasonOf(answer.failure) }
    const file = answer.value
    return 'tooLarge' in file ? { status: 'missing', reason: 'it is too large to be kept' } : { status: 'kept', file }
  } catch (error) {
    // A full disk may be freed: until then the message and its file stay on the server.
    if (error instanceof NotStoredError) throw error
    return limit.hasOverflowed() ? tooLarge : { status: 'missing', reason: 'it broke off' }
  }
}

function reasonOf(failure: Parameters<typeof describeFailure>[0]): string {
  return failure.kind === 'refused' && failure.status === 404 ? 'it is not there any more' : describeFailure(failure)
}
