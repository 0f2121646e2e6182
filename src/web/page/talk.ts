import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from './api.ts'
import { followLive } from './live.ts'
import type { Router } from './router.ts'
import { wordsOf } from './text/words.ts'
import { type Composing, createComposing } from './views/chats/compose/composing.ts'
import { createOutgoing, type Outgoing, type Unsent } from './views/chats/compose/outgoing.ts'
import { createConversations, type Draft, type Thread } from './views/chats/lists/conversations.ts'
import type { ChatSummary, Line, LiveEvent, State } from './wire.ts'

/** What is said, known and under way. It goes on whichever view is looked at. */
export interface Talk {
  /** Another number each time something below it changed, at most once a frame: whoever draws reads it first. */
  version: ReadonlySignal<number>
  person: string
  brain: ReadonlySignal<State['brain']>
  isConnected: ReadonlySignal<boolean>
  /** The chat that is open, also while another view is looked at. */
  open: ReadonlySignal<string>
  /** What is read out to those who listen. */
  announced: Signal<string>
  chats(): ChatSummary[]
  hasNews(chat: string): boolean
  thread(chat: string): Thread | undefined
  drafts(chat: string): Draft[]
  unsent(chat: string): Unsent[]
  isUnderWay(chat: string): boolean
  readOlder(): Promise<void>
  outgoing: Outgoing
  composing: Composing
  stop(): void
  newChat(): void
  signOut(): Promise<void>
}

export interface TalkDeps {
  api: Api
  router: Router
  first: State
  /** Nobody is signed in any more. */
  leave: () => void
}

const retryMs = 1000

export function createTalk({ api, router, first, leave }: TalkDeps): Talk {
  const conversations = createConversations()
  const unread = new Set<string>()
  const version = signal(0)
  const brain = signal(first.brain)
  const isConnected = signal(true)
  const announced = signal('')
  let isDrawing = false
  let readingOlder = false
  // Events that come while the newest lines are being read: applied after them, so that the older of the two never wins.
  let held: LiveEvent[] = []
  let reading = 0

  const outgoing = createOutgoing({
    storage: localStorage,
    post: (line) => api.say(line.chat, line),
    stored: (line) => event({ kind: 'line', line }),
    changed: draw,
    makeKey: () => crypto.randomUUID(),
    now: Date.now,
  })
  conversations.setChats(first.chats)
  const open = signal(chatInAddress() ?? outgoing.list()[0]?.chat ?? first.chats[0]?.id ?? newId())
  if (!router.address.value) router.replace({ chat: open.value })
  const stopFollowing = effect(() => {
    open.value = chatInAddress() ?? open.peek()
  })
  const stopReading = effect(() => {
    unread.delete(open.value)
    if (!conversations.thread(open.value)) void readNewest(open.value)
    draw()
  })
  const stopListening = followLive({
    connected: () => void readAll(),
    lost() {
      isConnected.value = false
    },
    event,
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
      conversations.setChats(answer.value.chats)
      await readNewest(open.value)
      outgoing.wake()
    }
    release()
    if (answer.status === 'signed-out') return shutOut()
    if (answer.status !== 'ok') setTimeout(() => void readAll(), retryMs)
  }

  async function readNewest(chat: string): Promise<void> {
    reading++
    const answer = await api.lines(chat)
    if (answer.status === 'ok') {
      conversations.setNewest(chat, answer.value)
      answer.value.lines.forEach(settle)
    } else if (answer.status === 'later') {
      setTimeout(() => chat === open.value && void readNewest(chat), retryMs)
    }
    release()
  }

  function release(): void {
    if (--reading > 0) return
    const events = held
    held = []
    events.forEach(event)
    draw()
  }

  async function readOlder(): Promise<void> {
    const thread = conversations.thread(open.value)
    const oldest = thread?.lines[0]
    if (!thread?.older || !oldest || readingOlder) return
    readingOlder = true
    const chat = open.value
    const answer = await api.lines(chat, oldest.id)
    if (answer.status === 'ok') conversations.addOlder(chat, answer.value)
    readingOlder = false
    draw()
  }

  function event(given: LiveEvent): void {
    if (reading > 0) return void held.push(given)
    conversations.apply(given)
    // How it went says something about the brain too.
    if (given.kind === 'receipt' && !['queued', 'leased', 'running'].includes(given.receipt.state)) void readBrain()
    if (given.kind === 'line') {
      settle(given.line)
      notice(given.line)
    }
    draw()
  }

  async function readBrain(): Promise<void> {
    const answer = await api.state()
    if (answer.status === 'ok') brain.value = answer.value.brain
  }

  function settle(line: Line): void {
    if (line.author === 'human' && line.key) outgoing.settle(line.key)
  }

  function notice(line: Line): void {
    if (line.author !== 'bot') return
    if (line.chat === open.value) announced.value = wordsOf(line.blocks)
    else unread.add(line.chat)
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
    announced,
    chats: conversations.chats,
    hasNews: (chat) => unread.has(chat),
    thread: conversations.thread,
    drafts: conversations.drafts,
    unsent: (chat) => outgoing.list().filter((line) => line.chat === chat),
    isUnderWay: conversations.isUnderWay,
    readOlder,
    outgoing,
    composing: createComposing(localStorage),
    stop() {
      if (conversations.isUnderWay(open.value)) void api.stop(open.value)
    },
    newChat: () => router.go({ chat: newId() }),
    async signOut() {
      const answer = await api.signOut()
      if (answer.status === 'later') return
      localStorage.clear()
      shutOut()
    },
  }
}

function newId(): string {
  return `web:${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}
