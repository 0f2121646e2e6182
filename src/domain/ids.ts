// All ids that are strings are branded and created here, so that a chat can never be passed where a lane is meant.

export const channelNames = ['telegram', 'talk', 'email', 'web'] as const
export type ChannelName = (typeof channelNames)[number]

/** The channel that always exists: the page and the command line on this machine. */
const local: ChannelName = 'web'

/** A place for messages: `web:<id>`, `telegram:<chatId>`, `talk:<room>`, `email:<thread token>`. */
export type ChatId = `${ChannelName}:${string}` & { readonly brand: 'chat' }

/** A chat, or one topic of it: `root:<chat>`, `topic:<chat>:<id>`, or `reply:<chat>:<messageId>` for a reply thread. */
export type Lane = string & { readonly brand: 'lane' }

/** The tasks of one queue run one at a time, in order. Answers are in the queue of their lane. */
export type Queue = string & { readonly brand: 'queue' }

export function makeChatId(channel: ChannelName, id: string): ChatId {
  return `${channel}:${id}` as ChatId
}

/** Undefined if the text names no known channel, or nothing after it. */
export function parseChatId(text: string): ChatId | undefined {
  const colon = text.indexOf(':')
  const channel = channelNames.find((name) => name === text.slice(0, colon))
  return channel && colon < text.length - 1 ? (text as ChatId) : undefined
}

export function channelOf(chat: ChatId): ChannelName {
  return chat.slice(0, chat.indexOf(':')) as ChannelName
}

/** Whether it is on the local page, where every chat belongs to the owner. */
export function isLocal(chat: ChatId): boolean {
  return channelOf(chat) === local
}

export function localChat(id: string): ChatId {
  return makeChatId(local, id)
}

/** The chat in which every notice is stored, even if it is also sent elsewhere. */
export const noticesChat = localChat('notices')

/** The address of the owner on the local page. */
export const localOwner = { channel: local, id: 'owner' } as const

/** Example ids for help and error texts. */
export const examples = { local: localChat('house'), remote: makeChatId('telegram', '42') }

export function rootLane(chat: ChatId): Lane {
  return `root:${chat}` as Lane
}

export function topicLane(chat: ChatId, topic: string): Lane {
  return `topic:${chat}:${topic}` as Lane
}

export function laneQueue(lane: Lane): Queue {
  return lane as string as Queue
}

/** A queue for work on a lane that runs in parallel with its answers, so that no answer waits for it. */
export function besideLane(work: string, lane: Lane): Queue {
  return `${work}:${lane}` as Queue
}

/** Runs of a job are done one at a time, and never delay an answer. */
export function jobQueue(job: number): Queue {
  return `job:${job}` as Queue
}

export function replyLane(chat: ChatId, remoteId: string): Lane {
  return `reply:${chat}:${remoteId}` as Lane
}
