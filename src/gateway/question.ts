import type { ChannelName, ChatId, Lane } from '../domain/ids.ts'
import type { SourceBlock } from '../domain/job.ts'
import { withoutRecipients } from '../domain/message-parts.ts'
import type { Role, Trust } from '../domain/person.ts'
import type { Meaning, ReadableChats } from '../domain/recall.ts'
import type { OtherTool } from './other-tools.ts'
import type { PastMessage } from './past.ts'
import type { Profile } from './profile.ts'
import type { Skill } from './skills.ts'

/** The messages to answer now, who sent them and who will read the answer. */
export interface Question {
  chat: ChatId
  lane: Lane
  /** The messages to answer, oldest first, at least one. A message that is not stored has the id `UNSTORED`. */
  messages: PastMessage[]
  /** When the owner asks us to answer somebody: what that person wrote. It decides whether a conversation continues. */
  answers?: Pick<PastMessage, 'id' | 'replyTo'> | undefined
  /** What was gathered for it or, when it replies to the output of a job, what that output was based on. */
  sources?: SourceBlock[] | undefined
  now: Date
  /** Nothing newer is shown; `now` by default. After the clock was set back, the latest messages are later than now. */
  asOf?: Date
  /** The meaning of the messages together, where vectors are on. */
  meaning?: Meaning | undefined
  /** Who reads the answer: their time zone, their trust, and the chats they may read, including this one. */
  person: {
    timezone: string
    trust: Trust
    chats: ReadableChats
    /** Whose private facts may be shown; undefined if others can read the answer. */
    privateFactsOf?: number | undefined
    /** Whether passages of the owner's library may be shown: nobody but the owner reads the answer. */
    readsLibrary?: boolean | undefined
  }
  /** The owner has never been answered, and nothing is written about them yet. */
  isFirstMeeting?: boolean | undefined
  /** Unfinished work beside this chat, oldest first. */
  asides?: AsideFacts[] | undefined
  /** Undefined when it is unknown. */
  place?: ChatDescription | undefined
  /** Layer 2: the character of the assistant, in the owner's words. */
  persona?: string | undefined
  /** Layer 2: what the model should always know here. */
  profile?: Profile | undefined
  /** Instructions that the model can read when it needs them; absent if there are none. */
  skills?: Skill[] | undefined
  /** The tools that the prompt only names because there are so many; absent if there are none. */
  otherTools?: readonly OtherTool[] | undefined
  /** See `fenceOf`; the same for all turns of an epoch. */
  fence: string
  /** The tokens that the model reported, divided by our estimate; 1 until it reported any. */
  factor: number
}

/** A task beside the chat. */
export interface AsideFacts {
  task: number
  askedAt: Date
  /** It is the task that this turn is for. */
  isThis: boolean
}

/** The chat as the model should know it before it answers: who is there, and what the channel can display. */
export interface ChatDescription {
  /** The name of the assistant. */
  assistant: string
  /** The owner's name from set-up, never the login. */
  owner: string | undefined
  channel: ChannelName
  audience: 'private' | 'group'
  /** The current title of a group. Anybody who may rename the group wrote it, so it is data. */
  title: string | undefined
  /** The known members of a group whom we let in, the latest speaker first, at most 12. */
  members: { name: string; role: Role }[]
  /** How many more members are known. Strangers are only counted; their names appear only on their own lines. */
  more: number
  /** What the channel can display, and whether it shows an answer only to the sender of the message. */
  shows: {
    markdown: boolean
    tables: boolean
    code: boolean
    maxChars: number | undefined
    files: boolean
    onlyToSender: boolean
  }
}

/** What the model has seen so far in an epoch. */
export interface ShownInEpoch {
  openedAt: Date
  /** Every message that was part of the prompt or of a turn. */
  ids: ReadonlySet<number>
  /** The lane's new messages since the last turn, including job results, oldest first. Without our own answers. */
  newMessages: PastMessage[]
  /** The ids of the remembered facts that were shown. */
  facts?: ReadonlySet<number> | undefined
  /** The ids of the passages of the library that were shown. */
  passages?: ReadonlySet<number> | undefined
}

/** The settings of `[conversation]`, and what is known about the brain. */
export interface GatewaySettings {
  enabled: boolean
  lookbackCount: number
  skipSelectionThreshold: number
  /** In seconds. */
  selectionTimeout: number
  useSelection: 'auto' | boolean
  alwaysIncludeRecent: number
  /** How many characters of each of our own lines are kept; 0 = all. */
  contextTruncation: number
  /** 0 = no limit. */
  contextRecencyHours: number
  contextMinMessages: number
  previousTasksCount: number
  maxTokens: number
  maxBytes: number
  activeMinutes: number
  olderDays: number
  recallShare: number
  /** Whether the brain can search for itself. */
  tools: boolean
  /** An instruction for this brain only. */
  note?: string
}

/** A scheduled job asks this, so nobody is waiting for the answer. */
export function isBackground({ messages }: Pick<Question, 'messages'>): boolean {
  return messages.every(({ origin }) => origin !== 'chat')
}

/** A job that uses only the sources gathered for it. */
export function isFromSources(question: Pick<Question, 'messages' | 'sources'>): boolean {
  return isBackground(question) && question.sources !== undefined
}

/** The id of the stored message that it replies to, unless that is one of the messages to answer. */
export function findRepliedId({ messages }: Pick<Question, 'messages'>): number | undefined {
  const questionIds = new Set(messages.map(({ id }) => id))
  return messages.findLast(({ replyTo }) => replyTo !== undefined && !questionIds.has(replyTo))?.replyTo
}

export function questionText(question: Pick<Question, 'messages'>): string {
  return question.messages.map(({ text }) => withoutRecipients(text)).join('\n')
}
