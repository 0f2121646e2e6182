import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from './api.ts'
import { followLive } from './live.ts'
import { forgetAllButLook, type Look } from './look.ts'
import type { Router } from './router.ts'
import { wordsOf } from './text/words.ts'
import { type Composing, createComposing } from './views/chats/compose/composing.ts'
import { createOutgoing, type Outgoing, type Unsent } from './views/chats/compose/outgoing.ts'
import type { ChatIndex } from './views/chats/lists/chat-index.ts'
import { createConversations, type Draft, type Thread } from './views/chats/lists/conversations.ts'
import { createListing, type Listing } from './views/chats/lists/listing.ts'
import { createReadMore } from './views/chats/lists/read-more.ts'
import type { Line, LiveEvent, State } from './wire/wire.ts'

/** What is said, known and under way. It goes on whichever view is looked at. */
export interface Talk extends Listing {
  /** Another number each time something below it changed, at most once a frame: whoever draws reads it first. */
  version: ReadonlySignal<number>
  person: string
  brain: ReadonlySignal<State['brain']>
  isConnected: ReadonlySignal<boolean>
  /** The chat that is open, also while another view is looked at. */
  open: ReadonlySignal<string>
  /** What the bot said last, in whichever chat. */
  arrived: ReadonlySignal<Line | undefined>
  /** What is read out to those who listen. */
  announced: Signal<string>
  chats: ChatIndex
  hasNews(chat: string): boolean
  thread(chat: string): Thread | undefined
  drafts(chat: string): Draft[]
  unsent(chat: string): Unsent[]
  isUnderWay(chat: string): boolean
  readOlder(): Promise<void>
  readNewer(): Promise<void>
  /** The lines around one of the open chat. */
  readAround(line: number): Promise<void>
  /** Leaves what was looked at, for the newest lines of the open chat. */
  readNewest(): Promise<void>
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
  speak: Look['speak']
  /** Nobody is signed in any more. */
  leave: () => void
}

const retryMs = 1000
const lookAroundMs = 10_000
const watchMs = 2000

export function createTalk({ api, router, first, speak, leave }: TalkDeps): Talk {
  const conversations = createConversations()
  const unread = new Set<string>()
  const version = signal(0)
  const brain = signal(first.brain)
  const isConnected = signal(true)
  const announced = signal('')
  const arrived = signal<Line | undefined>(undefined)
  let isDrawing = false
  const seen = new Map<string, number>()
  // What comes while the newest lines are being read: done after them, so that the older of the two never wins.
  let held: (() => void)[] = []
  let reading = 0

  const outgoing = createOutgoing({
    storage: localStorage,
    post: (line) => api.say(line.chat, line),
    // The stream may have been quicker, and knows what became of it since.
    stored: (line) => whenRead(() => (conversations.knows(line) ? settle(line) : take({ kind: 'line', line }))),
    changed: draw,
    makeKey: () => crypto.randomUUID(),
    now: Date.now,
  })
  const { index } = conversations
  const listing = createListing(api, conversations, {
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
      // Said while nobody told of it: the stream was broken, or it was said elsewhere.
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

  /** What is before somebody is not new to them. */
  function see(chat: string): void {
    const newest = conversations.thread(chat)?.lines.at(-1)
    const isNews = index.find(chat)?.state === 'new' || (newest?.author === 'bot' && newest.id > (seen.get(chat) ?? 0))
    if (chat !== open.value || document.hidden || !newest || !isNews) return
    seen.set(chat, newest.id)
    if (index.find(chat)?.state === 'new') index.setState(chat, undefined)
    void api.seen(chat, newest.id)
  }

  /** What was written here into a chat that is held elsewhere is being answered there. */
  async function watch(): Promise<void> {
    const chat = open.value
    const isAnswered =
      index.find(chat)?.writable && conversations.isUnderWay(chat) && !conversations.thread(chat)?.newer
    if (isAnswered && !document.hidden && reading === 0) await readNewest(chat)
  }

  /** What happens elsewhere is not told on the stream: it is looked at now and then. */
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
    // How it went says something about the brain too.
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

  function settle(line: Line): void {
    if (line.author === 'human' && line.key) outgoing.settle(line.key)
  }

  function notice(line: Line): void {
    if (line.author !== 'bot') return
    arrived.value = line
    if (line.chat !== open.value) return void unread.add(line.chat)
    announced.value = wordsOf(line.blocks)
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
    ...createReadMore({ api, conversations, chat: () => open.value, draw }),
    readNewest: () => readNewest(open.value, true),
    ...listing,
    outgoing,
    composing: createComposing(localStorage, speak),
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
