import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Accepted, Inbox } from '../../../src/channels/channel.ts'
import type { ChannelFileStore } from '../../../src/channels/shared/attachments.ts'
import {
  createTelegram as createChannel,
  type TelegramChannel,
  type TelegramDeps,
} from '../../../src/channels/telegram/telegram.ts'
import type { Delivery } from '../../../src/domain/delivery.ts'
import type { KnownFile } from '../../../src/domain/file.ts'
import { type ChatId, makeChatId, rootLane, topicLane } from '../../../src/domain/ids.ts'
import type { InboundEvent } from '../../../src/domain/message.ts'
import { systemClock } from '../../../src/lib/time/clock.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { createTelegram, type Telegram, type TelegramOptions } from '../../peers/telegram/telegram.ts'
import { silentLog } from '../../support/silent-log.ts'

/** An inbox in memory: it remembers, and answers as it is told. */
export interface TestInbox extends Inbox {
  events: InboundEvent[]
  cursors: Map<string, string>
  memories: Map<string, string>
  /** What becomes of each event; a task for everything addressed unless told otherwise. */
  decide: (event: InboundEvent) => Accepted
  /** Resolves with the first events that fit, however long they take. */
  until<T>(look: (events: InboundEvent[]) => T | undefined | false): Promise<T>
}

export interface Rig {
  telegram: Telegram
  channel: TelegramChannel
  inbox: TestInbox
  troubles: string[]
  fileStore: ChannelFileStore
  signal: AbortSignal
  /** Resolves when the channel has ended; rejects with what ended it. */
  listening: Promise<void>
  stop(): Promise<void>
}

export interface RigOptions extends TelegramOptions {
  channel?: Partial<TelegramDeps>
  inbox?: TestInbox
  /** Listens into this one instead. */
  into?: Inbox
  telegram?: Telegram
  /** Waits until the first poll is there; off where there never is one. */
  awaitPoll?: boolean
}

/** The real channel before the emulated platform. Waiting takes a fiftieth of the time. */
export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const telegram = options.telegram ?? (await createTelegram({ secondMs: 20, ...options }))
  const inbox = options.inbox ?? createTestInbox()
  const troubles: string[] = []
  const fileStore = createTestShelf()
  const stopping = new AbortController()
  const channel = createChannel({
    token: telegram.token(),
    apiRoot: telegram.url(),
    groupMode: () => 'mention',
    menus: () => [{ commands: [{ name: 'stop', summary: 'stop it' }] }],
    owners: () => [],
    isCommand: (name) => name === 'stop',
    fileStore,
    transcribe: async () => ({ status: 'heard', text: 'hello from afar' }),
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
    await listening.catch(() => {})
    await channel.close()
  }
  onTestFinished(async () => {
    await stop()
    await telegram.close()
  })
  if (options.awaitPoll ?? true) await telegram.listening()
  return { telegram, channel, inbox, troubles, fileStore, signal: stopping.signal, listening, stop }
}

export function createTestInbox(): TestInbox {
  const watchers = new Set<() => void>()
  let next = 0
  const inbox: TestInbox = {
    events: [],
    cursors: new Map(),
    memories: new Map(),
    decide: (event) => {
      if (event.kind === 'stop') return { status: 'stopped', tasks: 1 }
      if (event.kind !== 'message') return { status: 'ignored' }
      return { status: 'stored', message: ++next, task: event.addressed ? next : undefined }
    },
    accept(events, cursor, kept = []) {
      const accepted = events.map((event) => inbox.decide(event))
      inbox.events.push(...events)
      if (cursor) inbox.cursors.set(`${cursor.channel} ${cursor.account} ${cursor.stream}`, cursor.value)
      for (const { channel, account, name, value } of kept) inbox.memories.set(`${channel} ${account} ${name}`, value)
      for (const look of watchers) look()
      return accepted
    },
    keep(memory, events = []) {
      inbox.memories.set(`${memory.channel} ${memory.account} ${memory.name}`, memory.value)
      return inbox.accept(events)
    },
    memory: (channel, account, name) => inbox.memories.get(`${channel} ${account} ${name}`),
    knows: () => true,
    isWorkedOn: () => true,
    wasErased: () => false,
    languageIn: () => 'en',
    cursor: (channel, account, stream) => inbox.cursors.get(`${channel} ${account} ${stream}`),
    until: (look) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => finish(() => reject(new Error('waited a minute for an event'))), 60_000)
        const finish = (settle: () => void) => {
          clearTimeout(timer)
          watchers.delete(watch)
          settle()
        }
        const watch = () => {
          const found = look(inbox.events)
          if (found !== undefined && found !== false) finish(() => resolve(found))
        }
        watchers.add(watch)
        watch()
      }),
  }
  return inbox
}

/** A shelf that takes everything. */
export interface TestShelf extends ChannelFileStore {
  put(content: Readable, name: string): Promise<KnownFile>
}

export function createTestShelf(): TestShelf {
  const folder = mkdtempSync(join(tmpdir(), 'skein-shelf-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    async put(content, name) {
      const bytes = await buffer(content)
      const hash = createHash('sha256').update(bytes).digest('hex')
      writeFileSync(join(folder, hash), bytes)
      return { hash, name, bytes: bytes.length, type: 'application/octet-stream' }
    },
    path: (hash) => join(folder, hash),
  }
}

export function chatOf(chat: { id: number }): ChatId {
  return makeChatId('telegram', String(chat.id))
}

let deliveries = 0

/** A part of a reply, as the outbox would hand it over. */
export function delivery(
  channel: Pick<TelegramChannel, 'manners'>,
  chat: { id: number },
  text: string,
  extra: Partial<Delivery> & { topic?: number; replyTo?: number; part?: number } = {},
): Delivery {
  const { topic, replyTo, ...rest } = extra
  const place = chatOf(chat)
  const id = ++deliveries
  const part = rest.part ?? 0
  return {
    id,
    key: `task:${id}:1:${part}`,
    message: id,
    task: 7,
    lane: topic === undefined ? rootLane(place) : topicLane(place, String(topic)),
    route: {
      chat: place,
      ...(topic === undefined ? {} : { topic: String(topic) }),
      ...(replyTo === undefined ? {} : { replyTo: String(replyTo) }),
    },
    kind: 'reply',
    part,
    body: channel.manners.parts?.(text)[part] ?? text,
    buttons: [],
    files: [],
    attempt: 1,
    maybeRepeat: false,
    language: 'en',
    at: new Date(0),
    ...rest,
  }
}
