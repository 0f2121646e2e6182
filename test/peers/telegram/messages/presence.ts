import type { ApiMethods } from '@grammyjs/types'
import type { Upload } from '../http/body.ts'
import type { Methods } from '../http/method.ts'
import { badRequest } from '../http/refusal.ts'
import type { Draft, Room, World } from '../world.ts'
import { assertWritable, findRoom, readTopic } from './destination.ts'
import { formatText } from './formatted-text.ts'

type Action = Parameters<ApiMethods<Upload>['sendChatAction']>[0]['action']

const actions: Record<Action, true> = {
  typing: true,
  upload_photo: true,
  record_video: true,
  upload_video: true,
  record_voice: true,
  upload_voice: true,
  upload_document: true,
  choose_sticker: true,
  find_location: true,
  record_video_note: true,
  upload_video_note: true,
}

const typingMs = 5_000
const draftMs = 30_000

/** What is seen only for a moment: the typing sign and the draft of an answer. */
export function createPresence(world: World): Pick<Methods, 'sendChatAction' | 'sendMessageDraft'> {
  return {
    sendChatAction(args) {
      const room = findRoom(world, args.chat_id)
      assertWritable(room)
      readTopic(world, room, args.message_thread_id)
      if (args.action === undefined || !Object.hasOwn(actions, args.action))
        throw badRequest('wrong parameter action in request')
      room.typingUntil = world.clock.now().getTime() + typingMs
      return true
    },
    sendMessageDraft(args, context) {
      const room = findRoom(world, args.chat_id)
      assertWritable(room)
      if (room.chat.type !== 'private') throw badRequest('TEXTDRAFT_PEER_INVALID')
      if (args.draft_id === undefined || args.draft_id === 0) throw badRequest('draft_id must be non-zero')
      if (args.parse_mode !== undefined) throw badRequest('unsupported parse_mode')
      const rules = { limit: 4096, unit: world.lengthUnit, tooLong: 'message is too long', note: context.note }
      room.draft = {
        id: args.draft_id,
        text: formatText(args.text ?? '', args.entities, rules).text,
        topic: readTopic(world, room, args.message_thread_id),
        canStop: args.can_stop === true,
        keepOnStop: args.keep_on_stop === true,
        until: world.clock.now().getTime() + draftMs,
      }
      return true
    },
  }
}

/** The draft people see now: one that was not refreshed for half a minute is gone. */
export function currentDraft(world: World, room: Room): Draft | undefined {
  return room.draft !== undefined && room.draft.until > world.clock.now().getTime() ? room.draft : undefined
}
