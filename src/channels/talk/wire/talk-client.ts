import { z } from 'zod'
import { type Capabilities, capabilities } from './capabilities.ts'
import { type ChatMessage, chatMessage } from './chat-message.ts'
import { failed, ok, type TalkAnswer } from './failure.ts'
import { createFiles, type TalkFiles } from './files.ts'
import { createAction, createNextcloudConnection, type NextcloudOptions } from './nextcloud-connection.ts'
import {
  CALL_TIMEOUT_SECONDS,
  ocsList,
  ocsValue,
  query,
  SEND_TIMEOUT_SECONDS,
  TALK_API,
  type TalkAccount,
} from './ocs.ts'
import { type Participant, participant, room, type TalkRoom } from './room.ts'

/** One method for each call the channel makes. Failures of the server or the network are values, never rejections. */
export interface TalkClient extends TalkFiles {
  /** Our account; requested once. */
  me(signal: AbortSignal): Promise<TalkAnswer<TalkAccount>>
  /** Requested again when the server says that something changed. */
  capabilities(signal: AbortSignal): Promise<TalkAnswer<Capabilities>>
  rooms(since: number | undefined, signal: AbortSignal): Promise<TalkAnswer<RoomList>>
  participants(token: string, signal: AbortSignal): Promise<TalkAnswer<Participant[]>>
  /** Returns the existing room or creates one. The other person is not notified. */
  openOneToOne(uid: string, signal: AbortSignal): Promise<TalkAnswer<TalkRoom>>

  messages(token: string, page: PageRequest, signal: AbortSignal): Promise<TalkAnswer<ChatPage>>
  send(token: string, text: NewChatMessage, signal: AbortSignal): Promise<TalkAnswer<ChatMessage>>
  edit(token: string, id: number, message: string, signal: AbortSignal): Promise<TalkAnswer<void>>
  delete(token: string, id: number, signal: AbortSignal): Promise<TalkAnswer<void>>
  react(token: string, id: number, emoji: string, signal: AbortSignal): Promise<TalkAnswer<void>>
  unreact(token: string, id: number, emoji: string, signal: AbortSignal): Promise<TalkAnswer<void>>
  markRead(token: string, id: number, signal: AbortSignal): Promise<TalkAnswer<void>>
  close(): void
}

export interface RoomList {
  rooms: TalkRoom[]
  /** False if some rooms could not be parsed; then missing ones must not be considered gone. */
  isWhole: boolean
  /** For the next list of changes; undefined if the server did not say. */
  modifiedBefore: number | undefined
}

/** Messages after or before an id, or the newest ones if neither is given. */
export interface PageRequest {
  after?: number
  before?: number
  limit: number
  /** How long the server waits for new messages; only together with `after`. */
  waitSeconds?: number
}

export interface ChatPage {
  /** Oldest first with `after`, else newest first. */
  lines: ChatLine[]
  /** Where to continue, including hidden messages; undefined if there was nothing at all. */
  lastGiven: number | undefined
}

export interface ChatLine {
  /** Undefined if it could not be parsed. */
  message: ChatMessage | undefined
  raw: string
}

export interface NewChatMessage {
  message: string
  /** At most 64 characters; the server cuts off the rest. */
  referenceId: string
  replyTo?: number
  silent?: boolean
  threadId?: number
  threadTitle?: string
}

/** How much later than announced the answer to a poll may arrive. */
const POLL_GRACE_SECONDS = 15

const ownAccount = z.object({
  id: z.string().min(1),
  'display-name': z.string().optional(),
  displayname: z.string().optional(),
})

/** Opens no connection before the first call. */
export function createTalkClient(options: NextcloudOptions): TalkClient {
  const wire = createNextcloudConnection(options)
  const act = createAction(wire)
  const apiPath = (version: number, path: string) => `${TALK_API}/v${version}/${path}`
  const roomPath = apiPath(4, 'room')
  const chatPath = (token: string, ...rest: (string | number)[]) => apiPath(1, ['chat', token, ...rest].join('/'))
  let account: TalkAccount | undefined
  let cached: { value: Capabilities; hash: string | undefined } | undefined
  /** Changes whenever the capabilities change. */
  let serverHash: string | undefined

  async function me(signal: AbortSignal): Promise<TalkAnswer<TalkAccount>> {
    if (account) return ok(account)
    const request = { what: 'who we are', path: '/ocs/v2.php/cloud/user', deadlineSeconds: CALL_TIMEOUT_SECONDS }
    const answer = ocsValue('who we are', await wire.ask(request, [200], signal), ownAccount)
    if (!answer.ok) return answer
    const { id, displayname } = answer.value
    account = { id, name: answer.value['display-name'] || displayname || id }
    return ok(account)
  }

  return {
    me,
    async capabilities(signal) {
      if (cached && cached.hash === serverHash) return ok(cached.value)
      const request = {
        what: 'capabilities',
        path: '/ocs/v2.php/cloud/capabilities',
        deadlineSeconds: CALL_TIMEOUT_SECONDS,
      }
      const hash = serverHash
      const answer = ocsValue('capabilities', await wire.ask(request, [200], signal), capabilities)
      if (!answer.ok) return answer
      if (!answer.value)
        return failed({ kind: 'refused', status: 404, reason: 'Talk is not installed on this Nextcloud' })
      cached = { value: answer.value, hash }
      return ok(answer.value)
    },
    async rooms(since, signal) {
      const parameters = query({ noStatusUpdate: 1, ...(since === undefined ? {} : { modifiedSince: since }) })
      const answer = await wire.ask(
        { what: 'rooms', path: roomPath + parameters, deadlineSeconds: CALL_TIMEOUT_SECONDS },
        [200],
        signal,
      )
      if (!answer.ok) return answer
      const { headers } = answer.value
      const hash = headers['x-nextcloud-talk-hash']
      if (typeof hash === 'string') serverHash = hash
      const list = ocsList('rooms', answer, room)
      if (!list.ok) return list
      const rooms = list.value.flatMap(({ value }) => (value ? [value] : []))
      const isWhole = rooms.length === list.value.length
      return ok({ rooms, isWhole, modifiedBefore: numberIn(headers['x-nextcloud-talk-modified-before']) })
    },
    async participants(token, signal) {
      const request = {
        what: 'participants',
        path: `${roomPath}/${token}/participants`,
        deadlineSeconds: CALL_TIMEOUT_SECONDS,
      }
      const list = ocsList('participants', await wire.ask(request, [200], signal), participant)
      return list.ok ? ok(list.value.flatMap(({ value }) => (value ? [value] : []))) : list
    },
    async openOneToOne(uid, signal) {
      const body = { roomType: 1, invite: uid }
      const request = { what: 'open one to one', path: roomPath, body, deadlineSeconds: CALL_TIMEOUT_SECONDS }
      return ocsValue('open one to one', await wire.ask(request, [200, 201], signal), room)
    },
    async messages(token, { after, before, limit, waitSeconds = 0 }, signal) {
      const last = after ?? before
      const parameters = query({
        lookIntoFuture: after === undefined ? 0 : 1,
        ...(last === undefined ? {} : { lastKnownMessageId: last }),
        limit,
        timeout: waitSeconds,
        setReadMarker: 0,
        markNotificationsAsRead: 0,
        noStatusUpdate: 1,
        includeLastKnown: 0,
      })
      const request = {
        what: 'messages',
        path: chatPath(token) + parameters,
        ...(waitSeconds > 0 ? { kind: 'poll' as const } : {}),
        deadlineSeconds: waitSeconds + (waitSeconds > 0 ? POLL_GRACE_SECONDS : CALL_TIMEOUT_SECONDS),
      }
      const answer = await wire.ask(request, [200, 304], signal)
      if (!answer.ok && answer.failure.kind === 'unsent' && answer.failure.yielded) return ok(emptyPage)
      if (!answer.ok) return answer
      if (answer.value.status === 304) return ok(emptyPage)
      const list = ocsList('messages', answer, chatMessage)
      if (!list.ok) return list
      const lines = list.value.map(({ value, raw }) => ({ message: value, raw }))
      return ok({ lines, lastGiven: numberIn(answer.value.headers['x-chat-last-given']) })
    },
    async send(token, text, signal) {
      const request = { what: 'send', path: chatPath(token), body: { ...text }, deadlineSeconds: SEND_TIMEOUT_SECONDS }
      return ocsValue('send', await wire.ask(request, [201, 200], signal), chatMessage)
    },
    edit: (token, id, message, signal) =>
      act(
        { what: 'edit', path: chatPath(token, id), method: 'PUT', body: { message }, seconds: SEND_TIMEOUT_SECONDS },
        signal,
      ),
    delete: (token, id, signal) => act({ what: 'delete', path: chatPath(token, id), method: 'DELETE' }, signal),
    react: (token, id, reaction, signal) =>
      act({ what: 'react', path: apiPath(1, `reaction/${token}/${id}`), body: { reaction } }, signal),
    unreact: (token, id, reaction, signal) =>
      act(
        { what: 'unreact', path: apiPath(1, `reaction/${token}/${id}`) + query({ reaction }), method: 'DELETE' },
        signal,
      ),
    markRead: (token, id, signal) =>
      act({ what: 'mark read', path: chatPath(token, 'read'), body: { lastReadMessage: id } }, signal),
    ...createFiles(wire, me),
    close: wire.close,
  }
}

const emptyPage: ChatPage = { lines: [], lastGiven: undefined }

function numberIn(header: string | string[] | undefined): number | undefined {
  const value = Number(header)
  return header === undefined || header === '' || !Number.isSafeInteger(value) ? undefined : value
}
