import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { plainTextOf } from '../../text/markdown.ts'
import { chatPanelWords } from '../../words/chats/chat-words.ts'
import { threadWords } from '../../words/chats/thread-words.ts'
import { commonWords } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { useTabTitle, type ViewProps } from '../view.tsx'
import { Composer } from './compose/composer.tsx'
import { FirstRun } from './first-run/first-run.tsx'
import { ModelPicker } from './model-picker.tsx'
import { StandstillBanner } from './standstill.tsx'
import { Jump } from './thread/jump.tsx'
import { OpenQuestionList } from './thread/questions.tsx'
import { asReplied } from './thread/reply-view.tsx'
import { ThreadView } from './thread/thread.tsx'

/** The open chat: its messages and the field to write in. */
export function ChatPanel(props: ViewProps & { isCovered: boolean; openDrawer: () => void }) {
  const { api, router, client, look, isCovered, openDrawer } = props
  const words = useWords(chatPanelWords)
  const common = useWords(commonWords)
  void client.version.value
  const chat = client.open.value
  const newest = useSignal(0)
  const threads = useWords(threadWords)
  const { composer } = client
  const actions = useMemo(
    () =>
      ({
        discard: (line) => client.outgoing.discard(line.key),
        edit(line) {
          client.outgoing.discard(line.key)
          const { text, files = [], replyTo, replaces } = line
          composer.restore({ text, files, replyTo, replaces })
        },
        async press(line, data) {
          const answer = await api.press(line.chat, data)
          client.announced.value = answer.status === 'ok' ? (answer.value.said ?? '') : answer.error
          return answer.status === 'ok' && answer.value.done ? answer.value.said : undefined
        },
        async retry(line) {
          const answer = await api.retry(line.chat, line.id)
          return answer.status === 'ok' ? undefined : answer.error
        },
        choose(line, version) {
          void api.choose(line.chat, version).then((answer) => {
            if (answer.status !== 'ok') client.announced.value = answer.error
          })
        },
        goOn(line) {
          client.outgoing.say(line.chat, {
            text: look.translate(chatPanelWords).goOn,
            replyTo: asReplied(line, plainTextOf(line.blocks)),
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
            if (answer.status !== 'ok') client.announced.value = answer.error
          })
        },
        resend(line) {
          const isVersion = line.kind === 'conversation' && !line.deleted
          void composer.editAgain(line, isVersion ? 'version' : 'copy')
        },
        ...(client.role === 'owner' && {
          why: ({ chat: its, task, at }) => task !== undefined && router.go({ chat: its, turn: { task, at } }),
        }),
        standstill: client.standstill,
        reply: (line) => composer.replyTo(line),
        goTo: (line) => router.go({ chat: client.open.value, line }),
      }) satisfies Parameters<typeof ThreadView>[0]['actions'],
    [],
  )
  const summary = client.chats.find(chat)
  const refused = client.thread(chat)?.refused
  const isElsewhere = refused !== undefined || (summary?.channel !== undefined && !summary.writable)
  const title = refused ? words.noChat : (summary?.title ?? common.newChat)
  useTabTitle(title)

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
        {summary?.channel && <span class="channel">{summary.channel}</span>}
        {!isElsewhere && client.role === 'owner' && <ModelPicker key={chat} api={api} client={client} chat={chat} />}
        {summary && <Jump key={chat} api={api} router={router} chat={chat} />}
        <span id="connection" class="connection" role="status">
          {client.isConnected.value ? '' : words.reconnecting}
        </span>
      </header>
      <StandstillBanner
        standstill={client.standstill.value}
        newest={client.thread(chat)?.lines.at(-1)}
        tryNow={(name) =>
          void client.tryModel(name).then((problem) => {
            if (problem !== undefined) client.announced.value = problem
          })
        }
      />
      <ThreadView
        key={chat}
        chat={chat}
        client={client}
        actions={actions}
        address={router.address.value}
        newest={newest.value}
        whenEmpty={client.role === 'owner' ? <FirstRun api={api} client={client} /> : null}
      />
      {isElsewhere ? (
        <p id="no-composer" class="no-composer muted">
          {refused ?? words.heldElsewhere(summary?.channel ?? '')}
        </p>
      ) : (
        <>
          <OpenQuestionList lines={client.thread(chat)?.lines ?? []} press={actions.press} />
          {summary?.channel && <p class="written-here muted">{threads.writtenHere(summary.channel)}</p>}
          <Composer
            chat={chat}
            composer={composer}
            api={api}
            isStoppable={client.isUnderWay(chat)}
            stop={client.stop}
            send={(message) => {
              client.outgoing.say(chat, message)
              if (client.thread(chat)?.newer) void client.readNewest()
              newest.value++
            }}
          />
        </>
      )}
      <div id="announcer" class="hidden" aria-live="polite">
        {client.announced}
      </div>
    </main>
  )
}
