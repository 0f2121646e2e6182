import { tidyName } from '../../shared/display-name.ts'
import type { ChatMessage, Parameter } from '../wire/chat-message.ts'
import type { TalkFile } from './attachments.ts'

/** What a message holds, told in words. */
export interface Told {
  text: string
  files: TalkFile[]
  /** The names in it, as they stand in the text. */
  mentions: Mention[]
}

/** Somebody named in a message; `everybody` for @all. */
export interface Mention {
  type: 'user' | 'everybody' | 'other'
  id: string
  /** As it stands in the text. */
  words: string
  /** At the very beginning. */
  isFirst: boolean
}

type Words = Pick<ChatMessage, 'message' | 'messageParameters' | 'messageType'>

/**
 * The placeholders of the text, each replaced by what it stands for: in one pass, so that a name that looks like another
 * placeholder stays a name, and only where there is something of that name. What people type in braces stays as it is.
 */
export function tellContent(given: Words): Told {
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
    // Wherever the same letters stand in a text they become a mention, in the middle of an address too.
    const isInWord = /[\w.]$/.test(message.slice(0, at))
    const words = isInWord ? `@${parameter.id}` : mentionWords(parameter)
    if (!isInWord) mentions.push({ ...whoIs(parameter), words, isFirst: message.slice(0, at).trim() === '' })
    return words
  })
  for (const file of Object.values(parameters)) {
    // With a caption nothing in the text stands for the file.
    if (file.type === 'file' && files.length === 0) files.push(fileOf(file, given))
  }
  return { text: clean(text), files, mentions }
}

/** Half a character cannot be stored, and a NUL ends a text in more places than one. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** What people can put into a text; the rest belongs to the notes of the server. */
function isContent(key: string): boolean {
  return key === 'file' || key === 'object' || key.startsWith('mention-')
}

function whoIs({ type, id, server }: Parameter): Pick<Mention, 'type' | 'id'> {
  if (type === 'call') return { type: 'everybody', id }
  // The same name on another server is somebody else.
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
