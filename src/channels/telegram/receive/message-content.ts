import type { Attachment, EventWithFiles } from '../../shared/attachments.ts'
import type { ContentFields, Entity, RemoteFile } from '../wire/update-schema.ts'
import { flattenRich } from './rich-message.ts'

/** The content of a message as text, with the files that still have to be downloaded. */
export interface MessageContent {
  text: string
  /** Offsets into text the sender wrote; empty if we made up the text for a picture or a location. */
  entities: Entity[]
  files: WantedFile[]
}

export interface WantedFile extends Attachment {
  fileId: string
  bytes: number | undefined
}

/** One event, and what else to do about it. */
export interface ReceivedUpdate extends EventWithFiles<WantedFile> {
  /** A button press that Telegram wants answered, and the message with the button. */
  callback?: { id: string; message: number }
}

/** Undefined if there is no content. Such a message is usually a service message. */
export function describeContent(content: ContentFields): MessageContent | undefined {
  const media = mediaOf(content)
  const files = media ? [media.file] : []
  const typedText = content.text ?? content.caption
  if (typedText !== undefined && typedText.trim() !== '')
    return { text: clean(typedText), entities: content.entities ?? content.caption_entities ?? [], files }
  const rich = content.rich_message === undefined ? '' : clean(flattenRich(content.rich_message))
  if (rich !== '') return { text: rich, entities: [], files }
  const label = media?.label ?? labelOf(content)
  if (label === undefined) return undefined
  return { text: `[${clean(label)}]`, entities: [], files: files.map((file) => ({ ...file, isAlone: true })) }
}

/** SQLite cannot store lone surrogates, and a NUL ends the text in many programs. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

interface Media {
  label: string
  file: WantedFile
}

function mediaOf(content: ContentFields): Media | undefined {
  // Photo sizes come smallest first. An animation is also listed as a document, so animations are checked before
  // documents.
  const photo = content.photo?.at(-1)
  if (photo) return media('photo', photo, 'photo.jpg')
  if (content.live_photo) return media('live photo', content.live_photo, 'live-photo.mov')
  if (content.animation) return media('animation', content.animation, 'animation.mp4')
  if (content.voice) return media('voice message', content.voice, 'voice.ogg', true)
  if (content.audio) return media('audio', content.audio, 'audio.mp3')
  if (content.video_note) return media('video message', content.video_note, 'video-message.mp4', true)
  if (content.video) return media('video', content.video, 'video.mp4')
  if (content.sticker) return media(`sticker ${content.sticker.emoji ?? ''}`.trim(), content.sticker, 'sticker.webp')
  if (content.document) return media('file', content.document, 'file')
  return undefined
}

function media(kind: string, file: RemoteFile, fallbackName: string, spoken = false): Media {
  const title = [file.performer, file.title].filter(Boolean).join(' – ') || file.file_name
  const length = file.duration === undefined ? undefined : formatDuration(file.duration)
  return {
    label: [kind, title, length].filter(Boolean).join(', '),
    file: { fileId: file.file_id, name: file.file_name ?? fallbackName, bytes: file.file_size, spoken },
  }
}

function labelOf(content: ContentFields): string | undefined {
  const { venue, location, contact, poll, checklist, dice, game, invoice } = content
  if (venue) return ['place', venue.title, venue.address, coordinates(venue.location)].filter(Boolean).join(', ')
  if (location) return `location, ${coordinates(location)}`
  if (contact)
    return `contact, ${[contact.first_name, contact.last_name].filter(Boolean).join(' ')}, ${contact.phone_number}`
  if (poll) return `poll, ${poll.question}${choices(poll.options)}`
  if (checklist) return `checklist, ${checklist.title ?? ''}${choices(checklist.tasks)}`
  if (dice) return `${dice.emoji} ${dice.value}`
  if (game) return `game, ${game.title}`
  if (invoice) return `invoice, ${invoice.title}`
  if (content.story) return 'story'
  if (content.paid_media) return 'paid media'
  return undefined
}

function choices(list: { text: string }[] | undefined): string {
  return list && list.length > 0 ? `: ${list.map((choice) => choice.text).join(' / ')}` : ''
}

function coordinates({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude}, ${longitude}`
}

function formatDuration(duration: number): string {
  const seconds = Math.max(0, Math.round(duration))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
