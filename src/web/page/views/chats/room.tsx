import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { bannerOf } from '../../banner.ts'
import { useTabTitle } from '../../tab-title.ts'
import { clockOf } from '../../text/date.ts'
import { wordsOf } from '../../text/words.ts'
import { bannerWords, roomWords } from '../../words/chats/room-words.ts'
import { threadWords } from '../../words/chats/thread-words.ts'
import { commonWords } from '../../words/common-words.ts'
import { useLocale, useText, useWords } from '../../words/language.ts'
import type { ViewProps } from '../view.ts'
import { Asked } from './compose/asked.tsx'
import { Composer } from './compose/composer.tsx'
import { FirstRun } from './first-run/first-run.tsx'
import { Jump } from './thread/jump.tsx'
import { asReplied } from './thread/reply-view.tsx'
import { Thread } from './thread/thread.tsx'

/** The open chat: what was said, and the field to say more. */
export function Room(props: ViewProps & { isCovered: boolean; openDrawer: () => void }) {
  const { api, router, talk, look, isCovered, openDrawer } = props
  const words = useWords(roomWords)
  const common = useWords(commonWords)
  const banners = useWords(bannerWords)
  const locale = useLocale()
  const textOf = useText()
  void talk.version.value
  const chat = talk.open.value
  const newest = useSignal(0)
  const threads = useWords(threadWords)
  const { composing } = talk
  const actions = useMemo(
    () =>
      ({
        discard: (line) => talk.outgoing.discard(line.key),
        edit(line) {
          talk.outgoing.discard(line.key)
          composing.takeBack({ text: line.text, files: line.files ?? [], replyTo: line.replyTo })
        },
        async press(line, data) {
          const answer = await api.press(line.chat, data)
          talk.announced.value = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
          return answer.status === 'ok' && answer.value.done ? answer.value.said : undefined
        },
        async retry(line) {
          const answer = await api.press(line.chat, `retry ${line.task}`)
          return answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
        },
        goOn(line) {
          talk.outgoing.say(line.chat, {
            text: look.speak(roomWords).goOn,
            replyTo: asReplied(line, wordsOf(line.blocks)),
          })
          newest.value++
        },
        async steps(line) {
          const answer = await api.steps(line.chat, line.id)
          return answer.status === 'ok' ? answer.value : undefined
        },
        takeBack(line) {
          const path = `/api/chats/${encodeURIComponent(line.chat)}/lines/${line.id}/take-back`
          void api.post(path, {}).then((answer) => {
            if (answer.status !== 'ok') talk.announced.value = answer.error
          })
        },
        resend: (line) => void composing.again(line),
        why: ({ chat: its, task, at }) => task !== undefined && router.go({ chat: its, turn: { task, at } }),
        reply: (line) => composing.replyTo(line),
        goTo: (line) => router.go({ chat: talk.open.value, line }),
      }) satisfies Parameters<typeof Thread>[0]['actions'],
    [],
  )
  const known = talk.chats.find(chat)
  const refused = talk.thread(chat)?.refused
  const isElsewhere = refused !== undefined || (known?.channel !== undefined && !known.writable)
  const title = refused ? words.noChat : (known?.title ?? common.newChat)
  useTabTitle(title)
  // That a demo answers is told by its answers and by the first steps.
  const banner =
    talk.brain.value.name === 'demo'
      ? ''
      : bannerOf(talk.brain.value, Date.now(), { clockOf: (ms) => clockOf(ms, locale), textOf }, banners)

  return (
    <main id="room" class="room" inert={isCovered}>
      <header class="room-head">
        <button
          id="open-drawer"
          class="quiet menu"
          type="button"
          aria-label={words.chats}
          aria-controls="drawer"
          aria-expanded={isCovered}
          onClick={openDrawer}
        >
          <span />
          <span />
          <span />
        </button>
        <h1 id="title" class="title">
          {title || common.untitled}
        </h1>
        {known?.channel && <span class="channel">{known.channel}</span>}
        {known && <Jump key={chat} api={api} router={router} chat={chat} />}
        <span id="connection" class="connection" role="status">
          {talk.isConnected.value ? '' : words.reconnecting}
        </span>
      </header>
      <p id="banner" class="banner" hidden={banner === ''}>
        {banner}
      </p>
      <Thread
        key={chat}
        chat={chat}
        talk={talk}
        actions={actions}
        address={router.address.value}
        newest={newest.value}
        whenEmpty={<FirstRun api={api} talk={talk} />}
      />
      {isElsewhere ? (
        <p id="no-composer" class="no-composer muted">
          {refused ?? words.heldElsewhere(known?.channel ?? '')}
        </p>
      ) : (
        <>
          <Asked lines={talk.thread(chat)?.lines ?? []} press={actions.press} />
          {known?.channel && <p class="written-here muted">{threads.writtenHere(known.channel)}</p>}
          <Composer
            chat={chat}
            composing={composing}
            api={api}
            isStoppable={talk.isUnderWay(chat)}
            stop={talk.stop}
            send={(message) => {
              talk.outgoing.say(chat, message)
              if (talk.thread(chat)?.newer) void talk.readNewest()
              newest.value++
            }}
          />
        </>
      )}
      <div id="announcer" class="hidden" aria-live="polite">
        {talk.announced}
      </div>
    </main>
  )
}
