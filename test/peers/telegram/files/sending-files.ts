import type { Message } from '@grammyjs/types'
import type { Upload } from '../http/body.ts'
import type { CallContext, Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import { findDestination } from '../messages/destination.ts'
import { readKeyboard } from '../messages/keyboard.ts'
import { markupFields, postAsBot, readCaption } from '../messages/outgoing.ts'
import type { World } from '../world.ts'
import { asAnimation, asAudio, asDocument, asPhoto, asVideo, asVoice } from './media.ts'
import type { Stored } from './shelf.ts'

type FileMethods = Pick<
  Methods,
  'sendDocument' | 'sendPhoto' | 'sendVoice' | 'sendAudio' | 'sendVideo' | 'sendAnimation' | 'sendMediaGroup'
>

type FileKind = 'document' | 'photo' | 'voice' | 'audio' | 'video' | 'animation'

const photoLimit = 10 * 1024 * 1024
const fileLimit = 50 * 1024 * 1024

/** Files of the bot: uploads are kept, and known ones can be sent again by file_id. */
export function createFileSending(world: World): FileMethods {
  let albums = 0

  function content(kind: FileKind, file: Upload | string | undefined, duration = 0): Partial<Message> {
    const stored = store(kind, file)
    switch (kind) {
      case 'document':
        return asDocument(stored)
      case 'photo':
        return asPhoto(
          stored,
          world.fileStore.put({ ...stored, bytes: stored.bytes.subarray(0, 32) }),
          ...sizeOf(stored.bytes),
        )
      case 'voice':
        return asVoice(stored, duration)
      case 'audio':
        return asAudio(stored, duration)
      case 'video':
        return asVideo(stored, duration)
      case 'animation':
        return asAnimation(stored, duration)
    }
  }

  function store(kind: FileKind, file: Upload | string | undefined): Stored {
    if (file === undefined || file === '') throw badRequest(`there is no ${kind} in the request`)
    if (typeof file !== 'string') return world.fileStore.put(checkUpload(kind, file))
    if (/^https?:/.test(file)) throw badRequest('failed to get HTTP URL content')
    const known = world.fileStore.get(file)
    if (known === undefined) throw badRequest('wrong remote file identifier specified: Wrong string length')
    return known
  }

  function send<K extends FileKind>(kind: K) {
    return (args: FileArgs, context: CallContext) => {
      const caption = readCaption(world, args, context)
      const markup = readKeyboard(args.reply_markup)
      const to = findDestination(world, args)
      const fields = { ...content(kind, args[kind], args.duration), ...caption, ...markupFields(markup) }
      // What was just put in is there; an animation is a document too.
      return postAsBot(world, to, fields) as Message & Record<K | DocumentOf<K>, NonNullable<Message[K]>>
    }
  }

  return {
    sendDocument: send('document'),
    sendPhoto: send('photo'),
    sendVoice: send('voice'),
    sendAudio: send('audio'),
    sendVideo: send('video'),
    sendAnimation: send('animation'),
    sendMediaGroup(args, context) {
      const items = args.media ?? []
      if (items.length < 2 || items.length > 10) throw badRequest('album must include 2-10 messages')
      const kinds = new Set(items.map((item) => (item.type === 'video' ? 'photo' : item.type)))
      const [first] = [...kinds].filter((kind) => kind === 'document' || kind === 'audio')
      if (kinds.size > 1 && first !== undefined) throw badRequest(`${first} can't be mixed with other media types`)
      const to = findDestination(world, args)
      const contents = items.map((item) => {
        if (item.type === 'live_photo') throw badRequest('live photos are unknown here')
        return { ...content(item.type, item.media), ...readCaption(world, item, context) }
      })
      albums += 1
      const media_group_id = `139${world.bot.id}${albums}`
      // The published type promises media in every message, which each of these has.
      return contents.map((fields) => postAsBot(world, to, { ...fields, media_group_id })) as ReturnType<
        NonNullable<Methods['sendMediaGroup']>
      >
    },
  }
}

type DocumentOf<K> = K extends 'animation' ? 'document' : never

type FileArgs = Parameters<typeof findDestination>[1] &
  Parameters<typeof readCaption>[1] & { [K in FileKind]?: Upload | string } & {
    duration?: number
    reply_markup?: object
  }

function checkUpload(kind: FileKind, file: Upload): Upload {
  if (file.bytes.length === 0) throw badRequest('file must be non-empty')
  if (file.bytes.length > fileLimit) throw badRequest('file is too big')
  if (kind !== 'photo') return file
  if (file.bytes.length > photoLimit) throw badRequest('file is too big for a photo')
  if (!isPicture(file.bytes)) throw badRequest('IMAGE_PROCESS_FAILED')
  const [width, height] = sizeOf(file.bytes)
  if (width + height > 10_000 || Math.max(width / height, height / width) > 20)
    throw badRequest('PHOTO_INVALID_DIMENSIONS')
  return { ...file, type: 'image/jpeg' }
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const jpegMark = Buffer.from([0xff, 0xd8, 0xff])

function isPicture(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(pngMark) || bytes.subarray(0, 3).equals(jpegMark)
}

/** PNG says its size in its first chunk; for a JPEG any allowed size will do. */
function sizeOf(bytes: Buffer): [number, number] {
  if (!bytes.subarray(0, 4).equals(pngMark) || bytes.length < 24) return [1280, 960]
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}
