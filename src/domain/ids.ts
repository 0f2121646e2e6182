// Every id that travels as text is branded and made here, so that a chat can never be passed where a lane is meant.

export const channelNames = ['telegram', 'talk', 'email', 'web'] as const
export type ChannelName = (typeof channelNames)[number]

/** The channel that is always there: the page and the command line of this machine. */
const local: ChannelName = 'web'

/** Where messages happen: `web:<id>`, `telegram:<chatId>`, `talk:<room>`, `email:<thread root>`. */
export type ChatId = `${ChannelName}:${string}` & { readonly brand: 'chat' }

/** The thread inside a chat: `topic:<chat>:<id>`, `reply:<chat>:<messageId>` or `root:<chat>`. */
export type Lane = string & { readonly brand: 'lane' }

/** What may not run side by side: one task of a queue at a time, in order. Answers stand in the queue of their lane. */
export type Queue = string & { readonly brand: 'queue' }

export function makeChatId(channel: ChannelName, id: string): ChatId {
  return `${channel}:${id}` as ChatId
}

/** Undefined when the text names no channel we know, or nothing inside it. */
export function parseChatId(text: string): ChatId | undefined {
  const colon = text.indexOf(':')
  const channel = channelNames.find((name) => name === text.slice(0, colon))
  return channel && colon < text.length - 1 ? (text as ChatId) : undefined
}

export function channelOf(chat: ChatId): ChannelName {
  return chat.slice(0, chat.indexOf(':')) as ChannelName
}

/** Whether it is on the local page, where every chat is the owner's. */
export function isLocal(chat: ChatId): boolean {
  return channelOf(chat) === local
}

export function localChat(id: string): ChatId {
  return makeChatId(local, id)
}

/** Where every notice is kept, whoever else reads it elsewhere. */
export const noticesChat = localChat('notices')

/** As whom the owner writes on the local page. */
export const localOwner = { channel: local, id: 'owner' } as const

/** How they are written, for help and for error texts. */
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

/** Work for a lane that runs beside its answers, so that none of them ever waits behind it. */
export function besideLane(work: string, lane: Lane): Queue {
  return `${work}:${lane}` as Queue
}

/** One run of a job at a time, and none of them before anybody's answer. */
export function jobQueue(job: number): Queue {
  return `job:${job}` as Queue
}

export function replyLane(chat: ChatId, remoteId: string): Lane {
  return `reply:${chat}:${remoteId}` as Lane
}
