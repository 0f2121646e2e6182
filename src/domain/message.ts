import type { NamedFile } from './file.ts'
import type { ChannelName, ChatId } from './ids.ts'
import type { Address } from './person.ts'

/** What a channel hands to intake. Everything in it was decided from platform facts alone. */
export type InboundEvent = InboundMessage | InboundStop | InboundPress

export interface InboundMessage {
  kind: 'message'
  channel: ChannelName
  /** Our own account on the platform, so that two bots on one platform never share a key. */
  account: string
  /** Unique for ever, at least one; any of them seen before makes this a duplicate. */
  keys: string[]
  chat: ChatId
  chatTitle?: string
  remoteId: string
  sender: Address
  senderName: string
  at: Date
  text: string
  topic?: string
  replyTo?: string
  /** Meant for us: a private chat, a mention, a reply to us. */
  addressed: boolean
  /** Visibly one part of something that is still arriving; intake waits for the rest. */
  partOf?: 'album' | 'long text' | 'forward'
  /** What came with it, in order; the contents are on the shelf already. */
  files?: NamedFile[]
  /** The platform's own bytes. */
  raw: string
}

/** A stop button: acts at once on the lane, before the queue. */
export interface InboundStop {
  kind: 'stop'
  chat: ChatId
  topic?: string
  sender: Address
  at: Date
}

/** A button below one of our lines was pressed. Acts at once, before the queue; who may press it is decided at intake. */
export interface InboundPress {
  kind: 'press'
  chat: ChatId
  topic?: string
  sender: Address
  /** What the button carried. */
  data: string
  at: Date
}

/** Where a stream of events was read up to; moves in the same commit as what was read. */
export interface Cursor {
  channel: ChannelName
  account: string
  stream: string
  value: string
}

/** Who speaks in a stored line. */
export type Author = 'human' | 'bot'

/** `talk` is conversation; `command` is /help and its answer; `notice` is the daemon speaking of itself. Only talk reaches a model. */
export type MessageKind = 'talk' | 'command' | 'notice'

/** What made the work: a person in a chat, or one of the background kinds. */
export type Origin = 'chat' | 'scheduled' | 'briefing' | 'heartbeat'

/** What a model was asked for: an answer to one of these, or a piece of the work around it. */
export type UsageOrigin = Origin | 'triage' | 'compaction'
