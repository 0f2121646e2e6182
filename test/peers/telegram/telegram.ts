import type { UserFromGetMe } from '@grammyjs/types'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { createDueFaults } from '../due-faults.ts'
import { createLoopbackServer, type LoopbackServer } from '../loopback.ts'
import { createBot, createToken } from './bot.ts'
import type { TelegramChat } from './chats/chat.ts'
import { createChatInfo } from './chats/chat-info.ts'
import { type CommandMenu, createCommandMenu } from './chats/command-menu.ts'
import { createDirectory, type Directory } from './chats/directory.ts'
import { createTopics } from './chats/topics.ts'
import { createFileSending } from './files/sending-files.ts'
import { createShelf } from './files/shelf.ts'
import { createDoor } from './http/door.ts'
import type { Fault } from './http/faults.ts'
import { createFlood } from './http/flood.ts'
import type { MethodName, Methods } from './http/method.ts'
import { type Call, createTranscript, type Transcript, wasDecided } from './http/transcript.ts'
import { createEditing } from './messages/editing.ts'
import type { LengthUnit } from './messages/formatted-text.ts'
import { createTextSending } from './messages/outgoing.ts'
import { createPresence } from './messages/presence.ts'
import { createReactions } from './messages/reactions.ts'
import { createCallbacks } from './updates/callbacks.ts'
import { createPolling } from './updates/polling.ts'
import { createUpdateQueue, type UpdateQueue } from './updates/update-queue.ts'
import { createWorld } from './world.ts'

export interface TelegramOptions {
  /** Dates, expiry and flood pauses; waiting polls always take real time. */
  clock?: Clock
  /** How long one second of a waiting poll takes. */
  secondMs?: number
  /** UTF-16 units unless told otherwise: what passes here passes there. */
  lengthUnit?: LengthUnit
  /** Enforces the real limits a second and a minute. */
  limits?: boolean
  bot?: Partial<UserFromGetMe>
  /** Answers every poll at once. */
  ignoresTimeout?: boolean
  /** What getFile names: a path on this disk, as a server started with --local does. */
  namesFile?: (path: string) => string
  /** Id of the first update. */
  firstUpdate?: number
}

export interface Telegram extends Directory, LoopbackServer, Pick<Transcript, 'calls' | 'until'> {
  token(): string
  /** The old token is worth nothing from now on. */
  revoke(): void
  readonly bot: UserFromGetMe
  readonly updates: UpdateQueue
  /** Queues any object as an update; without an update_id it gets the next one. */
  push(update: object): number | undefined
  /** What goes wrong with the next calls of a method; `*` is any, `file` a download. */
  fail(method: MethodName | '*' | 'file', fault: Fault, times?: number): void
  /** Nothing goes wrong any more. */
  mend(): void
  /** Answers 429 for so many seconds, to one chat or to everything. */
  flood(seconds: number, chat?: TelegramChat): void
  callsOf(method: MethodName | 'file'): Call[]
  /** Resolves with the call when the method was decided on that often. */
  called(method: MethodName | 'file', times?: number): Promise<Call>
  /** Resolves when a poll waits, so that whatever is said next reaches a listener. */
  listening(): Promise<true>
  commandLists: CommandMenu['lists']
  close(): Promise<void>
}

/** A Bot API server on loopback, strict where the real one is, with people and chats in the hands of a test. */
export async function createTelegram(options: TelegramOptions = {}): Promise<Telegram> {
  const { clock = systemClock, secondMs = 1000, lengthUnit = 'utf-16', limits = false, firstUpdate: first } = options
  const bot = createBot(options.bot)
  const transcript = createTranscript(clock)
  const updates = createUpdateQueue({ clock, ...(first === undefined ? {} : { first }) })
  const polling = createPolling({
    queue: updates,
    secondMs,
    ignoresTimeout: options.ignoresTimeout ?? false,
    changed: transcript.changed,
  })
  const faults = createDueFaults<Fault>()
  const flood = createFlood({ clock, enforce: limits })
  const fileStore = createShelf(clock, options.namesFile)
  let token = createToken(bot.id)

  function push(update: object): number | undefined {
    const id = updates.push(update)
    polling.wake()
    return id
  }

  const world = createWorld({ clock, bot, lengthUnit, fileStore, tell: push })
  const callbacks = createCallbacks(world)
  const menu = createCommandMenu(world)
  const methods: Methods = {
    ...polling.methods,
    ...createChatInfo(world),
    ...createTextSending(world),
    ...createFileSending(world),
    ...createEditing(world),
    ...createPresence(world),
    ...createReactions(world),
    ...createTopics(world),
    ...callbacks.methods,
    ...menu.methods,
    ...fileStore.methods,
  }
  const server = createLoopbackServer(createDoor({ token: () => token, methods, fileStore, faults, flood, transcript }))
  await server.up()

  return {
    ...createDirectory(world, callbacks),
    ...server,
    close: server.down,
    calls: transcript.calls,
    until: transcript.until,
    token: () => token,
    revoke() {
      token = createToken(bot.id)
    },
    bot,
    updates,
    push,
    fail: (method, fault, times = 1) => faults.add(method, fault, times),
    mend: faults.clear,
    flood: (seconds, chat) => flood.pause(seconds, chat?.id),
    callsOf: (method) => transcript.calls.filter((call) => call.method === method),
    called(method, times = 1) {
      const decided = () => transcript.calls.filter((call) => call.method === method && wasDecided(call))
      return transcript.until(`${method} × ${times}`, () => decided()[times - 1])
    },
    listening: () => transcript.until('a waiting poll', () => polling.waiting() && (true as const)),
    commandLists: menu.lists,
  }
}
