import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from './api.ts'
import { followLive } from './live-events.ts'
import { forgetAllButLook, type Look } from './look.ts'
import type { Router } from './router.ts'
import { plainTextOf } from './text/markdown.ts'
import { type ComposerState, createComposerState } from './views/chats/compose/composer-state.ts'
import { createOutgoing, type Outgoing, type Unsent } from './views/chats/compose/outgoing.ts'
import { type ChatActions, createChatActions, createLineLoader } from './views/chats/lists/chat-actions.ts'
import type { ChatIndex } from './views/chats/lists/chat-index.ts'
import { type AnswerDraft, createConversations, type LoadedThread } from './views/chats/lists/conversations.ts'
import type { LiveEvent, State, ThreadLine } from './wire/wire.ts'

/** The chats as this page knows them: reading, sending and live updates. It outlives the views. */
export interface ChatClient extends ChatActions {
  /** Changes at most once per frame when anything below has changed. Components read it to be redrawn. */
  version: ReadonlySignal<number>
  person: string
  brain: ReadonlySignal<State['brain']>
  isConnected: ReadonlySignal<boolean>
  /** The open chat, also while another view is shown. */
  open: ReadonlySignal<string>
  /** The latest line of the bot in any chat. */
  arrived: ReadonlySignal<ThreadLine | undefined>
  /** Announced to screen readers. */
  announced: Signal<string>
  chats: ChatIndex
  hasNews(chat: string): boolean
  thread(chat: string): LoadedThread | undefined
  drafts(chat: string): AnswerDraft[]
  unsent(chat: string): Unsent[]
  isUnderWay(chat: string): boolean
  readOlder(): Promise<void>
  readNewer(): Promise<void>
  /** Loads the lines around one line of the open chat. */
  readAround(line: number): Promise<void>
  /** Jumps to the newest lines of the open chat. */
  readNewest(): Promise<void>
  outgoing: Outgoing
  composer: ComposerState
  stop(): void
  newChat(): void
  signOut(): Promise<void>
}

export interface ChatClientDeps {
  api: Api
  router: Router
  first: State
  speak: Look['speak']
  /** Called when nobody is signed in any more. */
  leave: () => void
}

const retryMs = 1000
const lookAroundMs = 10_000
const watchMs = 2000

export function createChatClient({ api, router, first, speak, leave }: ChatClientDeps): ChatClient {
  const conversations = createConversations()
  const unread = new Set<string>()
  const version = signal(0)
  const brain = signal(first.brain)
  const isConnected = signal(true)
  const announced = signal('')
  const arrived = signal<ThreadLine | undefined>(undefined)
  let isDrawing = false
  const seen = new Map<string, number>()
  // Events that arrive while lines are being loaded are applied afterwards, so that older data never wins.
  let held: (() => void)[] = []
  let reading = 0

  const outgoing = createOutgoing({
    storage: localStorage,
    post: (line) => api.say(line.chat, line),
    // The stream may have been faster and may know a newer state.
    stored: (line) => whenRead(() => (conversations.knows(line) ? settle(line) : take({ kind: 'line', line }))),
    changed: draw,
    makeKey: () => crypto.randomUUID(),
    now: Date.now,
  })
  const { index } = conversations
  const listing = createChatActions(api, conversations, {
    changed: draw,
    left: (chat) => chat === open.value && router.replace({ chat: own()?.id ?? newId() }),
  })
  index.setFirst(first.chats)
  const own = () => index.list().find(({ channel }) => channel === undefined)
  const open = signal(chatInAddress() ?? outgoing.list()[0]?.chat ?? own()?.id ?? newId())
  if (!router.address.value) router.replace({ chat: open.value })
  const stopFollowing = effect(() => {
    open.value = chatInAddress() ?? open.peek()
  })
  const stopReading = effect(() => {
    unread.delete(open.value)
    if (!conversations.thread(open.value)) void readNewest(open.value)
    else see(open.value)
    draw()
  })
  const looking = setInterval(() => void lookAround(), lookAroundMs)
  const watching = setInterval(() => void watch(), watchMs)
  const stopListening = followLive({
    connected: () => void readAll(),
    lost() {
      isConnected.value = false
    },
    event: (given) => whenRead(() => take(given)),
  })

  function chatInAddress(): string | undefined {
    const address = router.address.value
    return address && 'chat' in address ? address.chat : undefined
  }

  async function readAll(): Promise<void> {
    reading++
    conversations.forgetAllBut(open.value)
    const answer = await api.state()
    if (answer.status === 'ok') {
      isConnected.value = true
      brain.value = answer.value.brain
      index.setFirst(answer.value.chats)
      await readNewest(open.value)
      outgoing.wake()
    }
    release()
    if (answer.status === 'signed-out') return shutOut()
    if (answer.status !== 'ok') setTimeout(() => void readAll(), retryMs)
  }

  async function readNewest(chat: string, leaves = false): Promise<void> {
    reading++
    const answer = await api.lines(chat)
    if (answer.status === 'ok') {
      const known = conversations.thread(chat)
      if (answer.value.chat) index.put(answer.value.chat)
      conversations.setNewest(chat, answer.value, leaves)
      answer.value.lines.forEach(settle)
      // A line that the stream did not announce, because it was interrupted or the line came on another channel.
      const newest = answer.value.lines.at(-1)
      if (known && newest && newest.id > (known.lines.at(-1)?.id ?? 0) && !known.newer) notice(newest)
      see(chat)
    } else if (answer.status === 'refused') {
      conversations.refuse(chat, answer.error)
    } else if (answer.status === 'later') {
      setTimeout(() => chat === open.value && void readNewest(chat, leaves), retryMs)
    }
    release()
  }

  function release(): void {
    if (--reading > 0) return
    const waited = held
    held = []
    for (const then of waited) then()
    draw()
  }

  function whenRead(then: () => void): void {
    if (reading > 0) held.push(then)
    else then()
  }

  /** Marks the visible lines as seen. */
  function see(chat: string): void {
    const newest = conversations.thread(chat)?.lines.at(-1)
    const isNews = index.find(chat)?.state === 'new' || (newest?.author === 'bot' && newest.id > (seen.get(chat) ?? 0))
    if (chat !== open.value || document.hidden || !newest || !isNews) return
    seen.set(chat, newest.id)
    if (index.find(chat)?.state === 'new') index.setState(chat, undefined)
    void api.seen(chat, newest.id)
  }

  /**
   * Polls a chat of another channel while an answer to a message from here is pending, because such answers are not on
   * the stream.
   */
  async function watch(): Promise<void> {
    const chat = open.value
    const isAnswered =
      index.find(chat)?.writable && conversations.isUnderWay(chat) && !conversations.thread(chat)?.newer
    if (isAnswered && !document.hidden && reading === 0) await readNewest(chat)
  }

  /** Other channels are not on the stream, so they are polled. */
  async function lookAround(): Promise<void> {
    if (document.hidden || reading > 0) return
    const answer = await api.state()
    if (answer.status !== 'ok') return
    index.setFirst(answer.value.chats)
    const chat = open.value
    if (index.find(chat)?.channel !== undefined && !conversations.thread(chat)?.newer) await readNewest(chat)
    draw()
  }

  function take(given: LiveEvent): void {
    const isKnown = given.kind === 'line' && conversations.knows(given.line)
    conversations.apply(given)
    // A finished task may change the state of the model.
    if (given.kind === 'receipt' && !['queued', 'leased', 'running'].includes(given.receipt.state)) void readBrain()
    if (given.kind === 'line') {
      settle(given.line)
      if (!isKnown) notice(given.line)
    }
    draw()
  }

  async function readBrain(): Promise<void> {
    const answer = await api.state()
    if (answer.status !== 'ok') return
    brain.value = answer.value.brain
    index.setFirst(answer.value.chats)
    draw()
  }

  function settle(line: ThreadLine): void {
    if (line.author === 'human' && line.key) outgoing.settle(line.key)
  }

  function notice(line: ThreadLine): void {
    if (line.author !== 'bot') return
    arrived.value = line
    if (line.chat !== open.value) return void unread.add(line.chat)
    announced.value = plainTextOf(line.blocks)
    see(line.chat)
  }

  function draw(): void {
    if (isDrawing) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      version.value++
    })
  }

  function shutOut(): void {
    stopListening()
    clearInterval(looking)
    clearInterval(watching)
    stopFollowing()
    stopReading()
    router.close()
    leave()
  }

  return {
    version,
    person: first.person,
    brain,
    isConnected,
    open,
    arrived,
    announced,
    chats: index,
    hasNews: (chat) => unread.has(chat),
    thread: conversations.thread,
    drafts: conversations.drafts,
    unsent: (chat) => outgoing.list().filter((line) => line.chat === chat),
    isUnderWay: conversations.isUnderWay,
    ...createLineLoader({ api, conversations, chat: () => open.value, draw }),
    readNewest: () => readNewest(open.value, true),
    ...listing,
    outgoing,
    composer: createComposerState(localStorage, speak),
    stop() {
      if (conversations.isUnderWay(open.value)) void api.stop(open.value)
    },
    newChat: () => router.go({ chat: newId() }),
    async signOut() {
      const answer = await api.signOut()
      if (answer.status === 'later') return
      forgetAllButLook(localStorage)
      shutOut()
    },
  }
}

function newId(): string {
  return `web:${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}
