import type { Animation, Audio, Document, Message, PhotoSize, Sticker, Video, VideoNote, Voice } from '@grammyjs/types'
import type { Stored } from './shelf.ts'

type Base = { file_id: string; file_unique_id: string; file_size: number }

const base = (file: Stored): Base => ({ file_id: file.id, file_unique_id: file.uniqueId, file_size: file.size })

const named = (file: Stored) => ({ ...base(file), file_name: file.name, mime_type: file.type })

export function asDocument(file: Stored): { document: Document } {
  return { document: named(file) }
}

/** Sizes of one picture, smallest first; the last one is the picture itself. */
export function asPhoto(file: Stored, thumb: Stored, width = 1280, height = 960): { photo: PhotoSize[] } {
  return {
    photo: [
      { ...base(thumb), width: 90, height: Math.round((90 * height) / width) },
      { ...base(file), width, height },
    ],
  }
}

export function asVoice(file: Stored, duration: number): { voice: Voice } {
  return { voice: { ...base(file), duration, mime_type: 'audio/ogg' } }
}

export function asAudio(file: Stored, duration: number): { audio: Audio } {
  return { audio: { ...named(file), duration } }
}

export function asVideo(file: Stored, duration: number): { video: Video } {
  return { video: { ...named(file), duration, width: 640, height: 360 } }
}

/** Old readers know an animation as a document, so it is both. */
export function asAnimation(file: Stored, duration: number): { animation: Animation; document: Document } {
  return { animation: { ...named(file), duration, width: 320, height: 240 }, document: named(file) }
}

export function asVideoNote(file: Stored, duration: number): { video_note: VideoNote } {
  return { video_note: { ...base(file), duration, length: 240 } }
}

export function asSticker(file: Stored, emoji: string): { sticker: Sticker } {
  const flags = { is_animated: false, is_video: false } as const
  return { sticker: { ...base(file), ...flags, type: 'regular', width: 512, height: 512, emoji } }
}

/** The file a message carries, if it carries one. */
export function fileIdOf(message: Message): string | undefined {
  const { document, voice, audio, video, video_note, sticker, photo } = message
  return (document ?? voice ?? audio ?? video ?? video_note ?? sticker ?? photo?.at(-1))?.file_id
}
