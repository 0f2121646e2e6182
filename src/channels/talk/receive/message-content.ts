import { tidyName } from '../../shared/display-name.ts'
import type { ChatMessage, Parameter } from '../wire/chat-message.ts'
import type { TalkFile } from './download.ts'

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
export function renderContent(given: Words): RenderedContent {
  const mentions: Mention[] = []
  const files: TalkFile[] = []
  const { message, messageParameters: parameters } = given
  const text = message.replace(/\{([\w-]{1,64})\}/g, (whole, key: string, at: number) => {
    const parameter = Object.hasOwn(parameters, key) ? parameters[key] : undefined
    if (!parameter || !isContent(key)) return whole
    if (parameter.type === 'file') {
      files.push(fileOf(parameter, given))
      return `[${labelOf(given, parameter)}]`
    }
    if (!key.startsWith('mention-')) return `[${objectWords(parameter)}]`
    // The server replaces matching letters anywhere, even in the middle of a mail address.
    const isInWord = /[\w.]$/.test(message.slice(0, at))
    const words = isInWord ? `@${parameter.id}` : mentionWords(parameter)
    if (!isInWord) mentions.push({ ...whoIs(parameter), words, isFirst: message.slice(0, at).trim() === '' })
    return words
  })
  for (const file of Object.values(parameters)) {
    // With a caption, no placeholder in the text stands for the file.
    if (file.type === 'file' && files.length === 0) files.push(fileOf(file, given))
  }
  return { text: clean(text), files, mentions }
}

/** SQLite cannot store lone surrogates, and a NUL ends the text in many programs. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Placeholders that people can cause; all others belong to system messages. */
function isContent(key: string): boolean {
  return key === 'file' || key === 'object' || key.startsWith('mention-')
}

function whoIs({ type, id, server }: Parameter): Pick<Mention, 'type' | 'id'> {
  if (type === 'call') return { type: 'everybody', id }
  // The same id on another server is a different person.
  return { type: type === 'user' && !server ? 'user' : 'other', id }
}

function mentionWords({ type, id, name, server }: Parameter): string {
  if (type === 'call') return '@all'
  const shown = tidyName(name || id)
  if (server) return `@${shown} (${tidyName(id)} on another server)`
  return type === 'guest' ? `@${shown} (guest)` : `@${shown}`
}

function objectWords({ type, name, id, latitude, longitude }: Parameter): string {
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

function fileOf({ name, path, size, 'hide-download': hidden }: Parameter, given: Words): TalkFile {
  const isAlone = /^\{file\}$/.test(given.message.trim())
  return {
    name: tidyName(name) || 'file',
    path: hidden === 'yes' ? undefined : path,
    bytes: size,
    spoken: given.messageType === 'voice-message',
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
