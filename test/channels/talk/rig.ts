import { onTestFinished } from 'vitest'
import type { Inbox } from '../../../src/channels/channel.ts'
import type { ChannelFileStore } from '../../../src/channels/shared/attachments.ts'
import { createTalkChannel, type TalkChannel, type TalkChannelDeps } from '../../../src/channels/talk/talk.ts'
import type { InboundEvent, InboundMessage } from '../../../src/domain/message.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import type { User } from '../../peers/talk/accounts/accounts.ts'
import { createTalkServer, type TalkOptions, type TalkServer } from '../../peers/talk/talk.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createTestInbox, createTestShelf, type TestInbox } from '../telegram/rig.ts'

export interface Rig {
  server: TalkServer
  bot: User
  channel: TalkChannel
  inbox: TestInbox
  troubles: string[]
  fileStore: ChannelFileStore
  stop(): Promise<void>
}

export interface RigOptions extends TalkOptions {
  channel?: Partial<TalkChannelDeps>
  inbox?: TestInbox
  /** Listens into this one instead. */
  into?: Inbox
  server?: TalkServer
}

/** The real channel before the emulated server. Waiting takes a fiftieth of the time. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const server = options.server ?? (await createTalkServer({ secondMs: 20, ...options }))
  const bot = server.user('skein', 'Skein')
  const inbox = options.inbox ?? createKeyedInbox()
  const troubles: string[] = []
  const fileStore = createTestShelf()
  const stopping = new AbortController()
  const channel = createTalkChannel({
    url: server.url(),
    user: bot.id,
    password: bot.appPassword,
    groupMode: () => 'mention',
    guests: 'context',
    atAll: true,
    contextLimit: () => 100,
    isCommand: (name) => name === 'stop',
    fileStore,
    transcribe: async () => ({ status: 'heard', text: 'hello from afar' }),
    seed: 'here',
    clock: systemClock,
    log: silentLog,
    trouble: (sentence) => troubles.push(textIn(sentence, 'en')),
    secondMs: 20,
    ...options.channel,
  })
  const listening = channel.listen(options.into ?? inbox, stopping.signal)
  listening.catch(() => {})
  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    stopping.abort()
    await listening
    await channel.close()
  }
  onTestFinished(async () => {
    await stop()
    if (!options.server) await server.close()
  })
  return { server, bot, channel, inbox, troubles, fileStore, stop }
}

/** What is told twice under one name comes in once, as into the store. */
export function createKeyedInbox(): TestInbox {
  const inbox = createTestInbox()
  const keys = new Map<string, number>()
  let next = 0
  const accept = inbox.accept.bind(inbox)
  inbox.decide = (event) => {
    if (event.kind !== 'message' && event.kind !== 'edit') return { status: 'ignored' }
    for (const key of event.keys) keys.set(key, ++next)
    return { status: 'stored', message: next, task: event.addressed ? next : undefined }
  }
  inbox.accept = (events, cursor, kept) => {
    const isNew = (event: InboundEvent) => !('keys' in event) || !event.keys.some((key) => keys.has(key))
    const fresh = events.filter(isNew)
    const accepted = accept(fresh, cursor, kept)
    return events.map((event) => accepted[fresh.indexOf(event)] ?? { status: 'duplicate', message: 0 })
  }
  return inbox
}

function messagesIn({ events }: TestInbox): InboundMessage[] {
  return events.filter((event) => event.kind === 'message')
}

/** In one line each. */
export function saidIn(inbox: TestInbox): string[] {
  return messagesIn(inbox).map(
    ({ senderName, addressed, text }) => `${senderName}${addressed ? ' to us' : ''}: ${text}`,
  )
}
