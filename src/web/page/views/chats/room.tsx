import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { bannerOf } from '../../banner.ts'
import { clockOf } from '../../text/date.ts'
import type { ViewProps } from '../view.ts'
import { Composer } from './compose/composer.tsx'
import { Thread } from './thread/thread.tsx'

/** The open chat: what was said, and the field to say more. */
export function Room(props: ViewProps & { isCovered: boolean; openDrawer: () => void }) {
  const { api, router, talk, isCovered, openDrawer } = props
  void talk.version.value
  const chat = talk.open.value
  const newest = useSignal(0)
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
        why: ({ chat: its, task, at }) => task !== undefined && router.go({ chat: its, turn: { task, at } }),
        reply: (line) => composing.replyTo(line),
        goTo: (line) => router.go({ chat: talk.open.value, line }),
      }) satisfies Parameters<typeof Thread>[0]['actions'],
    [],
  )
  const title = talk.chats().find(({ id }) => id === chat)?.title ?? 'New chat'
  useEffect(() => {
    document.title = `${title} · Skein`
  }, [title])
  const banner = bannerOf(talk.brain.value, Date.now(), clockOf)

  return (
    <main id="room" class="room" inert={isCovered}>
      <header class="room-head">
        <button
          id="open-drawer"
          class="quiet menu"
          type="button"
          aria-label="Chats"
          aria-controls="drawer"
          aria-expanded={isCovered}
          onClick={openDrawer}
        >
          <span />
          <span />
          <span />
        </button>
        <h1 id="title" class="title">
          {title}
        </h1>
        <span id="connection" class="connection" role="status">
          {talk.isConnected.value ? '' : 'reconnecting…'}
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
      />
      <Composer
        chat={chat}
        composing={composing}
        isStoppable={talk.isUnderWay(chat)}
        stop={talk.stop}
        send={(message) => {
          talk.outgoing.say(chat, message)
          newest.value++
        }}
      />
      <div id="announcer" class="hidden" aria-live="polite">
        {talk.announced}
      </div>
    </main>
  )
}
