import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Accepted, Inbox } from '../../src/channels/channel.ts'
import { createWebChannel, type WebChannel } from '../../src/channels/web/web.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Delivery } from '../../src/domain/delivery.ts'
import type { NamedFile } from '../../src/domain/file.ts'
import { type ChatId, rootLane } from '../../src/domain/ids.ts'
import type { InboundDelete, InboundMessage } from '../../src/domain/message.ts'
import { isEnd, type Progress, type TaskState } from '../../src/domain/task.ts'
import { createLog, type Log } from '../../src/lib/log.ts'
import { createLogTail, type LogTail } from '../../src/lib/log-tail.ts'
import { createSteadyClock, momentOf, type SteadyClock, systemClock } from '../../src/lib/time/clock.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { createFileStore, type FileStore } from '../../src/store/files/file-store.ts'
import { attachFiles } from '../../src/store/files/files.ts'
import { ensureChat, ensureLane } from '../../src/store/messages/chats.ts'
import { GAP_MS } from '../../src/store/messages/conversations.ts'
import { markDeleted, versionsOf } from '../../src/store/messages/deletions.ts'
import { findByKey, insertMessage } from '../../src/store/messages/messages.ts'
import { ensureOwner, findPerson } from '../../src/store/people/people.ts'
import { insertDelivery, lanesToDeliver, markSent, readOutboxRow, toDelivery } from '../../src/store/work/outbox.ts'
import { addTaskMessage, enqueueTask } from '../../src/store/work/tasks.ts'
import { newBatch } from '../../src/tasks/intake/batch.ts'
import { acceptChoice, acceptRetry, beginEdit } from '../../src/tasks/intake/versions.ts'
import { createTrails, type Trails } from '../../src/tasks/run/run-trail.ts'
import { type TaskDeps, taskSettings } from '../../src/tasks/task-deps.ts'
import { createWebServer, type WebServer, type WebServerDeps } from '../../src/web/server.ts'
import { placeStore } from '../support/template-store.ts'
import { servedBy } from './served.ts'

/** A daemon without a brain: a real store, channel and server, and a script in place of the road. */
export interface World {
  db: Database
  channel: WebChannel
  clock: SteadyClock
  fileStore: FileStore
  logged: string[]
  log: Log
  tail: LogTail
  ownerId: number
  /** Where its store lies; the home of its daemon. */
  dir: string
  accepted: InboundMessage[]
  /** While true, nothing can be stored. */
  broken: { isBroken: boolean }
  /** Of the runs under way. */
  trails: Trails
  /** Resolves when a message has been stored. */
  heard(text: string): Promise<InboundMessage & { message: number; task: number }>
  state(task: number, state: TaskState, details?: { reason?: string; retryAt?: Date }): void
  draft(task: number, text: string): void
  tool(task: number, line: string): void
  thought(task: number, text: string): void
  reply(task: number, text: string, files?: NamedFile[]): Promise<number>
  /** A line of the person's that goes past the server. */
  say(chat: ChatId, text: string): { message: number; task: number }
  serve(deps?: Partial<WebServerDeps>): Promise<WebServer>
  close(): Promise<void>
}

export const chatOf = (id: string) => `web:${id}` as ChatId

export function createWorld({
  clock = createSteadyClock(systemClock),
  dir = mkdtempSync(join(tmpdir(), 'skein-web-')),
} = {}): World {
  const db = openDatabase(placeStore(dir))
  const owner = ensureOwner(db, 'Ana', clock.now())
  const logged: string[] = []
  const tail = createLogTail()
  const log = createLog({
    level: 'debug',
    format: 'json',
    destination: { write: (line) => logged.push(line) },
    scrub: (text) => text,
    tail,
  })
  const channel = createWebChannel({ clock })
  const accepted: InboundMessage[] = []
  const tasks = new Map<number, { chat: ChatId; messages: number[] }>()
  const ears = new Set<{ text: string; hear(heard: InboundMessage & { message: number; task: number }): void }>()
  const fileStore = createFileStore(join(dir, 'files'))
  const servers: WebServer[] = []
  const broken = { isBroken: false }
  const trails = createTrails()
  const listening = new AbortController()

  /** What edits, retries and choices of versions work with. */
  const road: TaskDeps = {
    db,
    clock,
    log,
    channels: new Map([['web', channel]]),
    instance: 1,
    settings: () => taskSettings(loadConfig(undefined, { HOME: dir })),
    persist: async (write) => write(),
  }

  const inbox: Inbox = {
    knows: () => true,
    isWorkedOn: () => true,
    wasErased: () => false,
    languageIn: () => 'en',
    cursor: () => undefined,
    keep: () => [],
    memory: () => undefined,
    accept: (events) =>
      events.map((event): Accepted => {
        if (broken.isBroken) throw new Error('disk full')
        if (event.kind === 'stop') return stopAll(event.chat)
        if (event.kind === 'press') return pressed(event.data)
        if (event.kind === 'delete') return unsay(event)
        if (event.kind === 'retry') return acceptRetry(road, event, newBatch(momentOf(clock), GAP_MS))
        if (event.kind === 'choice') return acceptChoice(road, event, newBatch(momentOf(clock), GAP_MS))
        if (event.kind !== 'message') return { status: 'ignored' }
        const seen = findByKey(db, event.keys)
        return seen === undefined ? store(event) : { status: 'duplicate', message: seen }
      }),
  }

  /** A reminder that is seen to has nothing left to press. */
  function pressed(data: string): Accepted {
    return { status: 'pressed', said: data, done: data.startsWith('schedule done') }
  }

  function store(event: InboundMessage): Accepted {
    const edit = beginEdit(road, event, newBatch(momentOf(clock), GAP_MS))
    if (edit && 'why' in edit) return edit
    const { chat, text, at } = event
    const lane = rootLane(chat)
    const person = findPerson(db, event.sender) ?? owner
    ensureChat(
      db,
      { id: chat, title: event.chatTitle ?? '', audience: 'private', owner: event.sender, personId: person.id },
      at,
    )
    ensureLane(db, lane, chat)
    const common = { chat, lane, origin: 'chat', trust: person.role, at, receivedAt: at } as const
    const row = {
      ...common,
      author: 'human',
      kind: 'conversation',
      personId: person.id,
      name: event.senderName,
      remoteId: event.remoteId,
      replyTo: event.replyTo ?? null,
      text,
    } as const
    const message = insertMessage(db, row, event.keys)
    attachFiles(db, message, event.files ?? [])
    const task = enqueueTask(
      db,
      {
        kind: 'reply',
        chat,
        lane,
        personId: person.id,
        route: { chat },
        dueAt: clock.steady(),
        deadlineAt: clock.steady(),
        queuedAt: clock.steady(),
      },
      at,
    )
    addTaskMessage(db, task, message)
    tasks.set(task, { chat, messages: [message] })
    accepted.push(event)
    for (const ear of ears) if (ear.text === text) ear.hear({ ...event, message, task })
    return { status: 'stored', message, task, ...edit }
  }

  function unsay({ chat, remoteId }: InboundDelete): Accepted {
    for (const line of versionsOf(db, chat, remoteId)) {
      markDeleted(db, line, momentOf(clock))
      for (const [id, { messages }] of tasks) if (messages.includes(line)) world.state(id, 'cancelled')
    }
    return { status: 'stopped', tasks: 1 }
  }

  function stopAll(chat: ChatId): Accepted {
    const stopped = [...tasks].filter(([id, task]) => task.chat === chat && !isEnd(stateOf(id)))
    for (const [id] of stopped) world.state(id, 'cancelled')
    return { status: 'stopped', tasks: stopped.length }
  }

  const stateOf = (task: number) => db.statement('SELECT state FROM task WHERE id = ?').pluck().get(task) as TaskState
  const about = (task: number) => {
    const { chat, messages } = tasks.get(task) ?? { chat: chatOf('unknown'), messages: [] }
    return { chat, lane: rootLane(chat), task, messages }
  }
  const show = (progress: Progress) => channel.show(progress)

  const world: World = {
    db,
    channel,
    clock,
    fileStore,
    logged,
    log,
    tail,
    ownerId: owner.id,
    dir,
    accepted,
    broken,
    trails,
    heard: (text) =>
      new Promise((resolve) => {
        const ear = {
          text,
          hear: (heard: InboundMessage & { message: number; task: number }) => (ears.delete(ear), resolve(heard)),
        }
        ears.add(ear)
      }),
    state(task, state, details = {}) {
      db.statement(
        'UPDATE task SET state = ?, reason = ?, due_at = coalesce(?, due_at), finished_at = ? WHERE id = ?',
      ).run(
        state,
        details.reason ?? null,
        details.retryAt?.getTime() ?? null,
        isEnd(state) ? clock.now().getTime() : null,
        task,
      )
      show({ ...about(task), kind: 'state', state, ...details })
    },
    draft(task, text) {
      if (stateOf(task) === 'queued') world.state(task, 'running')
      show({ ...about(task), kind: 'draft', text })
    },
    tool: (task, line) => show({ ...about(task), kind: 'tool', line }),
    thought: (task, text) => show({ ...about(task), kind: 'thought', text }),
    async reply(task, text, files = []) {
      const { chat, lane } = about(task)
      const now = clock.now()
      const common = { chat, lane, origin: 'chat', trust: 'owner', at: now, receivedAt: now } as const
      const message = insertMessage(db, { ...common, author: 'bot', kind: 'conversation', name: 'Skein', text })
      attachFiles(db, message, files)
      const route = { chat }
      insertDelivery(
        db,
        {
          key: `task:${task}:g1:${message}`,
          messageId: message,
          lane,
          route,
          kind: 'reply',
          part: 0,
          body: text,
          taskId: task,
          dueAt: clock.steady(),
          deadAt: clock.steady(),
        },
        now,
      )
      world.state(task, 'answered')
      for (const row of lanesToDeliver(db)
        .map((head) => readOutboxRow(db, head.id))
        .filter((row) => row.messageId === message)) {
        const delivery: Delivery = toDelivery(db, row)
        await channel.send(delivery, listening.signal)
        markSent(db, row.id, String(message), now)
      }
      return message
    },
    say(chat, text) {
      const said = channel.say({
        chat,
        key: crypto.randomUUID(),
        text,
        sender: { channel: 'web', id: 'owner' },
        senderName: 'Ana',
      })
      if (said.status !== 'stored' || said.task === undefined) throw new Error('not stored')
      return { message: said.message, task: said.task }
    },
    async serve(deps = {}) {
      const server = await createWebServer({ ...servedBy(world, owner, dir), ...deps })
      servers.push(server)
      return server
    },
    async close() {
      listening.abort()
      await Promise.all(servers.map((server) => server.close()))
      db.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
  void channel.listen(inbox, listening.signal)
  return world
}
