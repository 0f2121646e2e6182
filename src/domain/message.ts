import type { RouteFacts } from './delivery.ts'
import type { NamedFile } from './file.ts'
import type { ChannelName, ChatId } from './ids.ts'
import type { Address } from './person.ts'

/** What a channel hands to intake. Everything in it was decided from platform facts alone. */
export type InboundEvent =
  | InboundMessage
  | InboundEdit
  | InboundDelete
  | InboundCleared
  | InboundPress
  | InboundStop
  | InboundReaction
  | InboundMembership
  | InboundRenamed
  | InboundReturned
  | InboundUnread

/** Who reads along: one person and nobody else, or several. Only the channel knows; nothing else guesses it. */
export type Audience = 'private' | 'group'

export interface InboundMessage {
  kind: 'message'
  channel: ChannelName
  /** Our own account on the platform, so that two bots on one platform never share a key. */
  account: string
  /** Unique for ever, at least one; any of them seen before makes this a duplicate. */
  keys: string[]
  chat: ChatId
  /** `private`: the sender is the only one who reads what is said there. */
  audience: Audience
  /** A group is called what its channel said last. */
  chatTitle?: string
  /** The title is of this message, as a subject is: the chat keeps the one it began with. */
  titleOnce?: true
  remoteId: string
  sender: Address
  /**
   * Nobody can say that it is really they. Then it is content and no more: it commands nothing, answers no question, lets
   * nobody in and starts no work, whoever it claims to be from.
   */
  unproven?: true
  /**
   * What becomes of it where its sender is not let in, or is not proven: nothing, a line to the owner, or an answer that
   * the owner reads before it goes. Without it they hear that they are not let in.
   */
  ifUnknown?: 'ignore' | 'notify' | 'draft'
  senderName: string
  at: Date
  text: string
  topic?: string
  replyTo?: string
  /** Typed on the page by a session from elsewhere, which may do less than one at the machine. */
  byPublicDoor?: true
  /** Written by its owner into their chat from somewhere else: its platform never saw it, so that no answer can point at it. */
  saidElsewhere?: true
  /** Meant for us: a private chat, a mention, a reply to us. */
  addressed: boolean
  /** Visibly one part of something that is still arriving; intake waits for the rest. */
  partOf?: 'album' | 'long text' | 'forward'
  /** Set when all the words are somebody else's, brought in by the sender: third-party text, whoever carried it. */
  forwardedFrom?: string
  /** What the sender passes on below their own words, and whose it is. */
  forwards?: Forward[]
  /** What the sender marked or pointed at, in the words of whoever wrote it. */
  quote?: Quote
  /** What came with it, in order; the contents are on the shelf already. */
  files?: NamedFile[]
  /** Why there is nothing in it that a model could answer, in words for its sender: kept, and refused with these. */
  refusal?: string
  /** When its platform takes it away by itself. */
  expiresAt?: Date
  /** What the channel wants to have back with whatever is said in answer. */
  facts?: RouteFacts
  /** The platform's own bytes. */
  raw: string
}

export interface Forward {
  from: string
  text: string
}

export interface Quote {
  name: string
  text: string
  /** The sender marked these very words; else it is the whole of what they reply to. */
  isMarked: boolean
  /** No words of the message they reply to: shown even where that is known, and nobody vouches for who wrote them. */
  isForeign?: true
}

/** New words for a message that we may know already: `remoteId` is that message's, `keys` are this edit's own. */
export interface InboundEdit extends Omit<InboundMessage, 'kind' | 'partOf'> {
  kind: 'edit'
}

export interface InboundDelete {
  kind: 'delete'
  chat: ChatId
  remoteId: string
  at: Date
}

/** Everything said in a chat until then was taken away there. */
export interface InboundCleared {
  kind: 'cleared'
  chat: ChatId
  at: Date
}

/** A button below one of our lines was pressed. Acts at once, before the queue; who may press it is decided at intake. */
export interface InboundPress {
  kind: 'press'
  chat: ChatId
  topic?: string
  sender: Address
  /** The platform's id of the line that carries the button. */
  remoteId?: string
  /** What the button carried. */
  data: string
  /** Pressed on the page by a session from elsewhere. */
  byPublicDoor?: true
  at: Date
}

/** What somebody's reactions to a message are now; none when the last was taken back. */
export interface InboundReaction {
  kind: 'reaction'
  chat: ChatId
  remoteId: string
  sender: Address
  emoji: string[]
  at: Date
}

/** Our own standing in a chat: blocked and kicked are `out`; `moved` names the chat that goes on in its place. */
export interface InboundMembership {
  kind: 'membership'
  chat: ChatId
  audience: Audience
  chatTitle?: string
  standing: 'in' | 'out' | 'moved'
  movedTo?: ChatId
  /** Who brought it about; or somebody we let in who is there, where nobody can say. */
  by?: Address
  at: Date
}

/** A group has another name from now on. */
export interface InboundRenamed {
  kind: 'renamed'
  chat: ChatId
  chatTitle: string
  at: Date
}

/** A delivery of ours that had left came back, or is late: told where it was said, and never answered. */
export interface InboundReturned {
  kind: 'returned'
  chat: ChatId
  /** The platform's id of our line. */
  remoteId: string
  /** Whom it did not reach. */
  to: string
  /** In the words of whoever returned it. */
  reason: string
  /** Somebody still tries. */
  isDelay: boolean
  /** Unique for ever. */
  key: string
  at: Date
}

/** What we could not read. Kept as it came, so that nothing acknowledged is lost. */
export interface InboundUnread {
  kind: 'unread'
  channel: ChannelName
  account: string
  key: string
  at: Date
  raw: string
}

/** A stop button: acts at once on the lane, before the queue. */
export interface InboundStop {
  kind: 'stop'
  chat: ChatId
  topic?: string
  /** Whose button it was: that one is meant, whatever else is under way there. */
  task?: number
  sender: Address
  at: Date
}

/** Where a stream of events was read up to; moves in the same commit as what was read. */
export interface Cursor {
  channel: ChannelName
  account: string
  stream: string
  value: string
}

/** What a channel keeps for itself, under a name of its own. */
export interface ChannelMemory {
  channel: ChannelName
  account: string
  name: string
  value: string
}

/** Who speaks in a stored line. */
export type Author = 'human' | 'bot'

/**
 * `conversation` is what people and we say to each other; `command` is what the daemon itself is told, /help or a code,
 * and its answer; `notice` is the daemon speaking of itself. Only conversation reaches a model.
 */
export type MessageKind = 'conversation' | 'command' | 'notice'

/** Why a line of ours ends before it was finished: a person stopped it, or whoever wrote it broke off. */
export type Unfinished = 'stopped' | 'cut off'

/** What made the work: a person in a chat, or one of the background kinds. */
export type Origin = 'chat' | 'scheduled' | 'briefing' | 'heartbeat'

/** What a model was asked for: an answer to one of these, or a piece of the work around it. */
export type UsageOrigin = Origin | 'triage' | 'compaction'
