import type { AnyText } from '../messages/localized.ts'
import type { RouteFacts } from './delivery.ts'
import type { NamedFile } from './file.ts'
import type { ChannelName, ChatId } from './ids.ts'
import type { Address } from './person.ts'

/** What a channel passes to intake. It contains only what the platform reported. */
export type InboundEvent =
  | InboundMessage
  | InboundEdit
  | InboundDelete
  | InboundClear
  | InboundPress
  | InboundRetry
  | InboundChoice
  | InboundStop
  | InboundReaction
  | InboundMembership
  | InboundRename
  | InboundBounce
  | InboundUnreadable

/** Who reads a chat: one person, or several. Only the channel knows. */
export type Audience = 'private' | 'group'

export interface InboundMessage {
  kind: 'message'
  channel: ChannelName
  /** Our own account on the platform, so that two bots on one platform never share a key. */
  account: string
  /** At least one, each unique for ever. If any of them is known, this is a duplicate. */
  keys: string[]
  chat: ChatId
  /** `private`: only the sender reads the chat. */
  audience: Audience
  /** The latest title of a group. */
  chatTitle?: string
  /** The title is that of this message, like a subject. The chat keeps the first one. */
  keepsFirstTitle?: true
  remoteId: string
  sender: Address
  /**
   * The sender's identity is not proven. Then the message is only content: it cannot give commands, answer questions,
   * let anybody in or start work, whoever it claims to be from.
   */
  unproven?: true
  /**
   * What to do if the sender is a stranger or not proven: nothing, notify the owner, or draft an answer for the owner
   * to approve. By default they are told that they have no access.
   */
  ifUnknown?: 'ignore' | 'notify' | 'draft'
  senderName: string
  at: Date
  text: string
  topic?: string
  replyTo?: string
  /** Our id of an earlier message of the sender that it takes the place of, as another version. Only on the page. */
  replaces?: number
  /** Typed on the page in a remote session, which may do less than a local one. */
  isRemote?: true
  /**
   * The owner wrote it into their chat from another place, so its platform does not know it and no reply can point at
   * it.
   */
  saidElsewhere?: true
  /** Addressed to us: a private chat, a mention, or a reply to us. */
  addressed: boolean
  /** One part of something that is still arriving; intake waits for the rest. */
  partOf?: 'album' | 'long text' | 'forward'
  /** The author, if the sender only forwards the text. It is third-party text, no matter who forwards it. */
  forwardedFrom?: string
  /** The messages that the sender forwards below their own text. */
  forwards?: Forward[]
  /** The text that the sender selected or replied to. */
  quote?: Quote
  /** Whom the message names, if it names anybody but us. */
  recipients?: Recipients
  /** The attachments in order; their contents are already stored. */
  files?: NamedFile[]
  /** It was spoken, and the text is what was understood. */
  spoken?: true
  /** Why a model cannot answer it, in words for the sender. It is stored and refused with this text. */
  refusal?: AnyText
  /** When its platform deletes it. */
  expiresAt?: Date
  /** What the channel wants to get back with every answer. */
  facts?: RouteFacts
  /** The original data of the platform. */
  raw: string
}

/** As the message spells them. We are "you". */
export interface Recipients {
  to: string[]
  cc: string[]
}

export interface Forward {
  from: string
  text: string
}

export interface Quote {
  name: string
  text: string
  /** The sender selected exactly these words. Otherwise the text is the whole message that they reply to. */
  isSelected: boolean
  /**
   * The text is not from the message that they reply to. It is shown even if that message is known, and its author is
   * not verified.
   */
  isForeign?: true
}

/** New text for a message: `remoteId` is the id of that message, `keys` belong to this edit. */
export interface InboundEdit extends Omit<InboundMessage, 'kind' | 'partOf'> {
  kind: 'edit'
}

export interface InboundDelete {
  kind: 'delete'
  chat: ChatId
  remoteId: string
  at: Date
}

/** The platform deleted everything said in a chat until then. */
export interface InboundClear {
  kind: 'clear'
  chat: ChatId
  at: Date
}

/** A button below one of our messages was pressed. Handled at once, before the queue; intake decides who may press it. */
export interface InboundPress {
  kind: 'press'
  chat: ChatId
  topic?: string
  sender: Address
  /** The platform's id of the message with the button. */
  remoteId?: string
  /** The data of the button. */
  data: string
  /** Pressed on the page in a remote session. */
  isRemote?: true
  at: Date
}

/** Another version of an answer is asked for on the page. */
export interface InboundRetry {
  kind: 'retry'
  chat: ChatId
  sender: Address
  /** Our id of the answer. */
  line: number
}

/** Another version of a part of a chat is chosen on the page. */
export interface InboundChoice {
  kind: 'choice'
  chat: ChatId
  sender: Address
  branch: number
}

/** Somebody's present reactions to a message; empty if the last one was removed. */
export interface InboundReaction {
  kind: 'reaction'
  chat: ChatId
  remoteId: string
  sender: Address
  emoji: string[]
  at: Date
}

/** Our membership in a chat. Blocked and kicked are `out`. With `moved`, `movedTo` is the chat that replaces it. */
export interface InboundMembership {
  kind: 'membership'
  chat: ChatId
  audience: Audience
  chatTitle?: string
  standing: 'in' | 'out' | 'moved'
  movedTo?: ChatId
  /** Who caused it. If that is unknown, somebody in the chat whom we let in. */
  by?: Address
  at: Date
}

/** A group has a new name. */
export interface InboundRename {
  kind: 'rename'
  chat: ChatId
  chatTitle: string
  at: Date
}

/** A delivery bounced or is delayed. It is reported in its chat and never answered. */
export interface InboundBounce {
  kind: 'bounce'
  chat: ChatId
  /** The platform's id of our message. */
  remoteId: string
  /** The recipient it did not reach. */
  to: string
  /** The error text of the server that returned it. */
  reason: string
  /** The server is still trying. */
  isDelay: boolean
  /** Unique for ever. */
  key: string
  at: Date
}

/** An update we could not read. It is stored unchanged, so that nothing acknowledged is lost. */
export interface InboundUnreadable {
  kind: 'unreadable'
  channel: ChannelName
  account: string
  key: string
  at: Date
  raw: string
}

/** A stop button. Handled at once for the lane, before the queue. */
export interface InboundStop {
  kind: 'stop'
  chat: ChatId
  topic?: string
  /** If set, only this task is stopped. */
  task?: number
  sender: Address
  at: Date
}

/** How far a stream of events was read; stored in the same transaction as the events. */
export interface Cursor {
  channel: ChannelName
  account: string
  stream: string
  value: string
}

/** A value that a channel stores for itself under a name. */
export interface ChannelMemory {
  channel: ChannelName
  account: string
  name: string
  value: string
}

/** The author of a stored message. */
export type Author = 'human' | 'bot'

/**
 * `conversation`: between people and us. `command`: instructions to the daemon, such as /help or a code, and its
 * replies. `notice`: messages of the daemon about itself. Only conversation reaches a model.
 */
export type MessageKind = 'conversation' | 'command' | 'notice'

/** Why one of our messages is incomplete: a person stopped it, or the model broke off. */
export type UnfinishedReason = 'stopped' | 'cut off'

/** What caused the work: a person in a chat, or one of the background kinds. */
export type Origin = 'chat' | 'scheduled' | 'briefing' | 'heartbeat'

/**
 * Why a model was called: for an answer, to choose its context (`triage`), to summarise (`compaction`), to find facts in
 * what was said (`facts`), or to write the note of a day (`notes`).
 */
export type UsageOrigin = Origin | 'triage' | 'compaction' | 'facts' | 'notes'
