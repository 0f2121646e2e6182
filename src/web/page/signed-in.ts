import { createAllowed } from './allowed.ts'
import type { Api } from './api.ts'
import { bannerOf } from './banner.ts'
import { type Composed, createComposer } from './compose/composer.ts'
import { createOutgoing } from './compose/outgoing.ts'
import { hideDoor, showDoor } from './door.ts'
import { part } from './element.ts'
import { createInspector } from './inspector.ts'
import { createChatList } from './lists/chat-list.ts'
import { createChatSearch } from './lists/chat-search.ts'
import { createConversations } from './lists/conversations.ts'
import { createDrawer } from './lists/drawer.ts'
import { followLive } from './live.ts'
import { createSchedule } from './schedule/schedule.ts'
import { clockOf } from './thread/line-view.ts'
import { wordsOf } from './thread/reply-view.ts'
import { createScroll } from './thread/scroll.ts'
import { createSeek } from './thread/seek.ts'
import { createThreadView } from './thread/thread-view.ts'
import type { Line, LiveEvent, State } from './wire.ts'

/** Everything behind the door: joins what is known, what is drawn and what the person does. */
export function openSignedIn(api: Api, first: State): void {
  const conversations = createConversations()
  const unread = new Set<string>()
  const list = part('lines', HTMLElement)
  const announcer = part('announcer', HTMLElement)
  let open = ''
  let state = first
  let isConnected = true
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
  const composer = createComposer({ send, stop, storage: localStorage })
  const scroll = createScroll({
    box: part('thread', HTMLElement),
    newest: part('newest', HTMLButtonElement),
    nearTop: () => void readOlder(),
  })
  const seek = createSeek({
    list,
    readOlder,
    reached(line) {
      scroll.toLine(line)
      line.classList.add('reached')
      line.addEventListener('animationend', () => line.classList.remove('reached'), { once: true })
    },
  })
  const inspector = createInspector(api)
  const view = createThreadView(list, {
    discard: (line) => outgoing.discard(line.key),
    edit(line) {
      outgoing.discard(line.key)
      composer.takeBack({ text: line.text, files: line.files ?? [], replyTo: line.replyTo })
    },
    async press(line, data) {
      const answer = await api.press(line.chat, data)
      announcer.textContent = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
      return answer.status === 'ok' && answer.value.done ? answer.value.said : undefined
    },
    why: (line) => void inspector.show(line),
    reply: (line) => composer.replyTo(line),
    goTo(line) {
      seek.set(line)
      draw()
    },
  })
  const chatList = createChatList(part('chats', HTMLElement))
  const drawer = createDrawer()
  createChatSearch({ api, open: openChat })
  createAllowed(api)
  createSchedule({ api, chat: () => open })
  const leave = followLive({
    connected: () => void readAll(),
    lost() {
      isConnected = false
      draw()
    },
    event,
  })

  part('new-chat', HTMLButtonElement).addEventListener('click', newChat)
  part('sign-out', HTMLButtonElement).addEventListener('click', () => void signOut())
  addEventListener('hashchange', () => openChat(chatInAddress() ?? open))
  addEventListener('keydown', (pressed) => {
    if (pressed.key === 'Escape' && !inspector.isOpen()) {
      if (drawer.isOpen()) drawer.close()
      else stop()
    }
    if (pressed.key.toLowerCase() !== 'k' || !(pressed.ctrlKey || pressed.metaKey)) return
    pressed.preventDefault()
    newChat()
  })
  conversations.setChats(state.chats)
  hideDoor()
  openChat(chatInAddress() ?? outgoing.list()[0]?.chat ?? state.chats[0]?.id ?? newId())

  async function readAll(): Promise<void> {
    reading++
    conversations.forgetAllBut(open)
    const answer = await api.state()
    if (answer.status === 'ok') {
      isConnected = true
      state = answer.value
      conversations.setChats(state.chats)
      await readNewest(open)
      outgoing.wake()
    }
    release()
    if (answer.status === 'signed-out') return shutOut()
    if (answer.status !== 'ok') setTimeout(() => void readAll(), 1000)
  }

  async function readNewest(chat: string): Promise<void> {
    reading++
    const answer = await api.lines(chat)
    if (answer.status === 'ok') {
      conversations.setNewest(chat, answer.value)
      answer.value.lines.forEach(settle)
    } else if (answer.status === 'later') {
      setTimeout(() => chat === open && void readNewest(chat), 1000)
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
    const thread = conversations.thread(open)
    const oldest = thread?.lines[0]
    if (!thread?.older || !oldest || readingOlder) return
    readingOlder = true
    const chat = open
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
      if (given.line.author === 'bot') notice(given.line)
    }
    draw()
  }

  async function readBrain(): Promise<void> {
    const answer = await api.state()
    if (answer.status !== 'ok') return
    state = { ...state, brain: answer.value.brain }
    draw()
  }

  function settle(line: Line): void {
    if (line.author === 'human' && line.key) outgoing.settle(line.key)
  }

  function notice(line: Line): void {
    if (line.chat !== open) return void unread.add(line.chat)
    requestAnimationFrame(() => {
      const said = list.querySelector(`[data-line="${line.id}"] .text`)
      if (said) announcer.textContent = wordsOf(said)
    })
  }

  function openChat(chat: string, line?: number): void {
    drawer.close()
    inspector.close()
    seek.set(line)
    if (chat === open) return draw()
    open = chat
    unread.delete(chat)
    if (chatInAddress() !== chat) history.replaceState(null, '', `#${chat}`)
    composer.open(chat)
    if (!conversations.thread(chat)) void readNewest(chat)
    draw()
    if (line === undefined) requestAnimationFrame(() => scroll.toNewest())
  }

  function newChat(): void {
    location.hash = newId()
    openChat(chatInAddress() ?? open)
  }

  function send(message: Composed): void {
    outgoing.say(open, message)
    requestAnimationFrame(() => scroll.toNewest())
  }

  function stop(): void {
    if (conversations.isUnderWay(open)) void api.stop(open)
  }

  async function signOut(): Promise<void> {
    const answer = await api.signOut()
    if (answer.status === 'later') return
    localStorage.clear()
    shutOut()
  }

  function shutOut(): void {
    leave()
    inspector.close()
    showDoor()
  }

  /** At most once a frame, however much happens in it. */
  function draw(): void {
    if (isDrawing) return
    isDrawing = true
    requestAnimationFrame(() => {
      isDrawing = false
      scroll.around(drawNow)
      seek.look(conversations.thread(open))
    })
  }

  function drawNow(): void {
    const chats = conversations.chats()
    const title = chats.find(({ id }) => id === open)?.title ?? 'New chat'
    document.title = `${title} · Skein`
    part('title', HTMLElement).textContent = title
    chatList.show({ chats, open, unread })
    part('person', HTMLElement).textContent = state.person
    part('connection', HTMLElement).textContent = isConnected ? '' : 'reconnecting…'
    const banner = bannerOf(state.brain, Date.now(), clockOf)
    part('banner', HTMLElement).textContent = banner
    part('banner', HTMLElement).hidden = banner === ''
    const thread = conversations.thread(open)
    const drafts = conversations.drafts(open)
    const unsent = outgoing.list().filter(({ chat }) => chat === open)
    view.show({ thread: thread ?? { lines: [], older: false }, drafts, unsent })
    part('empty', HTMLElement).hidden = !thread || thread.lines.length + drafts.length + unsent.length > 0
    composer.setStoppable(conversations.isUnderWay(open))
  }
}

function chatInAddress(): string | undefined {
  return /^#(web:[A-Za-z0-9_-]{1,64})$/.exec(location.hash)?.[1]
}

function newId(): string {
  return `web:${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
}
