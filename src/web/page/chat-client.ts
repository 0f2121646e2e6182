import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api, ApiResult } from './api.ts'
import { followLive } from './live-events.ts'
import { forgetAllButLook, type Look } from './look.ts'
import { createModelState, type ModelState } from './model-state.ts'
import { newChatId, randomHex } from './random-hex.ts'
import type { Router } from './router.ts'
import { plainTextOf } from './text/markdown.ts'
import { type ComposerState, createComposerState } from './views/chats/compose/composer-state.ts'
import { createOutgoing, type Outgoing, type Unsent } from './views/chats/compose/outgoing.ts'
import { type ChatActions, createChatActions, createLineLoader } from './views/chats/lists/chat-actions.ts'
import type { ChatIndex } from './views/chats/lists/chat-index.ts'
import { type AnswerDraft, createConversations, type LoadedThread } from './views/chats/lists/conversations.ts'
import type { LiveEvent, State, ThreadLine } from './wire/wire.ts'

/** The chats as this page knows them: reading, sending and live updates. It outlives the views. */
export interface ChatClient extends ChatActions, ModelState {
  /** Changes at most once per frame when anything below has changed. Components read it to be redrawn. */
  version: ReadonlySignal<number>
  person: string
  /** Only the owner sees more than chats. */
  role: State['role']
  isConnected: ReadonlySignal<boolean>
  /** The open chat, even while another view is shown. */
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
  /** Stops the answer in progress. Tries again if the daemon could not be reached. */
  stop(): void
  newChat(): void
  signOut(): Promise<void>
}

export interface ChatClientDeps {
  api: Api
  router: Router
  first: State
  translate: Look['translate']
  /** Called when nobody is signed in any more. */
  leave: () => void
}

const RETRY_MS = 1000
const STOP_TRIES = 5
const LIST_POLL_MS = 10_000
const ANSWER_POLL_MS = 2000

export function createChatClient({ api, router, first, translate, leave }: ChatClientDeps): ChatClient {
  const conversations = createConversations()
  const unread = new Set<string>()
  const version = signal(0)
  const model = createModelState(api, first)
  const isConnected = signal(true)
  const announced = signal('')
  const arrived = signal<ThreadLine | undefined>(undefined)
  let isDrawing = false
  const seenLines = new Map<string, number>()
  // Events that arrive while lines are being loaded are applied afterwards, so that older data never wins.
  let heldEvents: (() => void)[] = []
  let runningReads = 0

  const outgoing = createOutgoing({
    storage: localStorage,
    post: (line) => api.say(line.chat, line),
    // The stream may have been faster and may know a newer state.
    stored: (line) => whenRead(() => (conversations.knows(line) ? settle(line) : applyEvent({ kind: 'line', line }))),
    changed: draw,
    makeKey: () => randomHex(16),
    now: Date.now,
  })
  const { index } = conversations
  const listing = createChatActions(api, conversations, {
    changed: draw,
    left: (chat) => chat === open.value && router.replace({ chat: newestOwnChat()?.id ?? newChatId() }),
  })
  index.setFirst(first.chats)
  const newestOwnChat = () => index.list().find(({ channel }) => channel === undefined)
  const open = signal(chatInAddress() ?? outgoing.list()[0]?.chat ?? newestOwnChat()?.id ?? newChatId())
  if (!router.address.value) router.replace({ chat: open.value })
  const stopFollowing = effect(() => {
    open.value = chatInAddress() ?? open.peek()
  })
  const stopReading = effect(() => {
    unread.delete(open.value)
    if (!conversations.thread(open.value)) void readNewest(open.value)
    else markSeen(open.value)
    draw()
  })
  const listTimer = setInterval(() => void pollChats(), LIST_POLL_MS)
  const answerTimer = setInterval(() => void pollAnswer(), ANSWER_POLL_MS)
  const stopListening = followLive({
    connected: () => void readAll(),
    lost: () => (isConnected.value = false),
    refused: () => void api.state().then(({ status }) => status === 'signed-out' && endSession()),
    event: (event) => whenRead(() => applyEvent(event)),
  })

  function chatInAddress(): string | undefined {
    const address = router.address.value
    return address && 'chat' in address ? address.chat : undefined
  }

  async function readAll(): Promise<void> {
    runningReads++
    conversations.forgetAllBut(open.value)
    const answer = await readState()
    if (answer.status === 'ok') {
      isConnected.value = true
      await readNewest(open.value)
      outgoing.wake()
    }
    finishRead()
    if (answer.status === 'signed-out') return endSession()
    if (answer.status !== 'ok') setTimeout(() => void readAll(), RETRY_MS)
  }

  async function readNewest(chat: string, leaves = false): Promise<void> {
    runningReads++
    const answer = await api.lines(chat)
    if (answer.status === 'ok') {
      const thread = conversations.thread(chat)
      if (answer.value.chat) index.put(answer.value.chat)
      conversations.setNewest(chat, answer.value, leaves)
      answer.value.lines.forEach(settle)
      // A line that the stream did not announce, because it was interrupted or the line came on another channel.
      const newest = answer.value.lines.at(-1)
      if (thread && newest && newest.id > (thread.lines.at(-1)?.id ?? 0) && !thread.newer) announce(newest)
      markSeen(chat)
    } else if (answer.status === 'refused') {
      conversations.refuse(chat, answer.error)
    } else if (answer.status === 'later') {
      setTimeout(() => chat === open.value && void readNewest(chat, leaves), RETRY_MS)
    }
    finishRead()
  }

  /** Loads what follows the lines that all versions have in common. */
  async function readVersion(chat: string): Promise<void> {
    const last = conversations.thread(chat)?.lines.at(-1)
    if (!last) return readNewest(chat)
    runningReads++
    const answer = await api.lines(chat, { after: last.id })
    if (answer.status === 'ok') conversations.addNewer(chat, answer.value)
    else if (answer.status === 'later') setTimeout(() => chat === open.value && void readVersion(chat), RETRY_MS)
    finishRead()
  }

  function finishRead(): void {
    if (--runningReads > 0) return
    const events = heldEvents
    heldEvents = []
    for (const apply of events) apply()
    draw()
  }

  function whenRead(apply: () => void): void {
    if (runningReads > 0) heldEvents.push(apply)
    else apply()
  }

  /** Marks the visible lines as seen. */
  function markSeen(chat: string): void {
    const newest = conversations.thread(chat)?.lines.at(-1)
    const isNews =
      index.find(chat)?.state === 'new' || (newest?.author === 'bot' && newest.id > (seenLines.get(chat) ?? 0))
    if (chat !== open.value || document.hidden || !newest || !isNews) return
    seenLines.set(chat, newest.id)
    if (index.find(chat)?.state === 'new') index.setState(chat, undefined)
    void api.markSeen(chat, newest.id)
  }

  /**
   * Polls a chat of another channel while an answer to a message from here is pending, because such answers are not on
   * the stream.
   */
  async function pollAnswer(): Promise<void> {
    const chat = open.value
    const isPending = index.find(chat)?.writable && conversations.isUnderWay(chat) && !conversations.thread(chat)?.newer
    if (isPending && !document.hidden && runningReads === 0) await readNewest(chat)
  }

  async function stopAnswer(chat: string): Promise<void> {
    for (let tries = 0; tries < STOP_TRIES && conversations.isUnderWay(chat); tries++) {
      if ((await api.stop(chat)).status !== 'later') return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  /** Other channels are not on the stream, so they are polled. */
  async function pollChats(): Promise<void> {
    if (document.hidden || runningReads > 0) return
    if ((await readState()).status !== 'ok') return
    const chat = open.value
    if (index.find(chat)?.channel !== undefined && !conversations.thread(chat)?.newer) await readNewest(chat)
    draw()
  }

  function applyEvent(event: LiveEvent): void {
    const isKnown = event.kind === 'line' && conversations.knows(event.line)
    conversations.apply(event)
    if (event.kind === 'version' && event.chat === open.value) void readVersion(event.chat)
    // A finished task may change the state of the model.
    if (event.kind === 'receipt' && !['queued', 'leased', 'running'].includes(event.receipt.state)) void readState()
    if (event.kind === 'line') {
      settle(event.line)
      if (!isKnown) announce(event.line)
    }
    draw()
  }

  async function readState(): Promise<ApiResult<State>> {
    const answer = await api.state()
    if (answer.status !== 'ok') return answer
    model.take(answer.value)
    index.setFirst(answer.value.chats)
    draw()
    return answer
  }

  function settle(line: ThreadLine): void {
    if (line.author === 'human' && line.key) outgoing.settle(line.key)
  }

  function announce(line: ThreadLine): void {
    if (line.author !== 'bot') return
    arrived.value = line
    if (line.chat !== open.value) return void unread.add(line.chat)
    announced.value = plainTextOf(line.blocks)
    markSeen(line.chat)
  }

  function draw(): void {
    if (isDrawing) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      version.value++
    })
  }

  function endSession(): void {
    stopListening()
    clearInterval(listTimer)
    clearInterval(answerTimer)
    stopFollowing()
    stopReading()
    router.close()
    leave()
  }

  return {
    version,
    person: first.person,
    role: first.role,
    ...model,
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
    composer: createComposerState(localStorage, translate),
    stop: () => void stopAnswer(open.value),
    newChat: () => router.go({ chat: newChatId() }),
    async signOut() {
      if ((await api.signOut()).status === 'later') return
      forgetAllButLook(localStorage)
      endSession()
    },
  }
}
