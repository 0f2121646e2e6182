import { useSignal } from '@preact/signals'
import type { ComponentChild, ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { PageAddress } from '../../../address.ts'
import type { ChatClient } from '../../../chat-client.ts'
import { DiagramsContext } from '../../../diagrams/drawer.ts'
import { emptyWords } from '../../../words/chats/chat-words.ts'
import { lineWords } from '../../../words/chats/thread-words.ts'
import { useWords } from '../../../words/language.ts'
import { DraftView } from './draft-view.tsx'
import { createLineSeeker, createVisibleRange, entriesOf, MAX_WHOLE_ENTRIES, type VisibleRange } from './entries.ts'
import { LaneSeparator } from './line-story.tsx'
import { Day, type LineActions, LineView, type UnsentActions, UnsentView } from './line-view.tsx'
import { createScroll, type Scroll } from './scroll.ts'

export interface ThreadProps {
  chat: string
  client: ChatClient
  actions: LineActions & UnsentActions
  /** The current address, which may name a line. */
  address: PageAddress | undefined
  /** Increases when the newest line should be shown. */
  newest: number
  /** Shown in an empty chat. */
  whenEmpty: ComponentChild
}

/** A conversation. Only a part of a long one is in the DOM. */
export function ThreadView({ chat, client, actions, address, newest, whenEmpty }: ThreadProps) {
  void client.version.value
  const words = useWords(lineWords)
  const box = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const scroll = useRef<Scroll>(undefined)
  const visibleRange = useMemo(createVisibleRange, [])
  const isFar = useSignal(false)
  const redraws = useSignal(0)
  void redraws.value

  const thread = client.thread(chat)
  const drafts = client.drafts(chat)
  const unsent = client.unsent(chat)
  const entries = useMemo(() => entriesOf(thread?.lines ?? []), [thread])
  const keys = useMemo(() => entries.map(({ key }) => key), [entries])
  const currentKeys = useRef(keys)
  currentKeys.current = keys
  const lastKey = useRef('')

  const seek = useMemo(
    () =>
      createLineSeeker({
        find: (line) => list.current?.querySelector(`[data-line="${line}"]`) ?? null,
        draw({ id }) {
          scroll.current?.stopFollowing()
          visibleRange.around(currentKeys.current.indexOf(`line:${id}`), currentKeys.current.length)
          redraws.value++
        },
        async read(line) {
          scroll.current?.stopFollowing()
          await client.readAround(line)
        },
        reached(line) {
          scroll.current?.toLine(line)
          // Not a class, because classes are overwritten on the next draw.
          line.setAttribute('data-reached', '')
          line.addEventListener('animationend', () => line.removeAttribute('data-reached'), { once: true })
        },
      }),
    [],
  )
  useMemo(() => seek.set(address && 'line' in address ? address.line : undefined), [address])
  // Recorded before the change is drawn, restored after it.
  const newEntries = keys.length - 1 - keys.lastIndexOf(lastKey.current)
  if (scroll.current?.follows()) visibleRange.toNewest()
  else if (newEntries > 0 && newEntries < keys.length) visibleRange.addNewer(newEntries, keys.length)
  lastKey.current = keys.at(-1) ?? ''
  const mark = scroll.current?.mark()
  const { from, to, above, below } = visibleRange.calculate(keys)

  useLayoutEffect(() => {
    if (!box.current || !list.current) return
    const [boxElement, listElement] = [box.current, list.current]
    const created = createScroll({
      box: boxElement,
      list: listElement,
      far: (far) => {
        isFar.value = far
      },
      nearTop: () => void client.readOlder(),
      nearEnd: () => void client.readNewer(),
      isWhole: () => !client.thread(chat)?.newer,
      moved: () => {
        const sight = { top: boxElement.scrollTop, height: boxElement.clientHeight }
        if (visibleRange.update(currentKeys.current, sight)) redraws.value++
      },
    })
    scroll.current = created
    return created.close
  }, [])
  useLayoutEffect(() => {
    scroll.current?.keep(mark)
    if (keys.length > MAX_WHOLE_ENTRIES && list.current) measure(visibleRange, list.current)
    seek.update(thread)
  })
  useLayoutEffect(() => {
    if (newest > 0) scroll.current?.toNewest()
  }, [newest])

  const lineActions: typeof actions = {
    ...actions,
    choose(line, version) {
      // The lines above the versions stay where they are.
      scroll.current?.stopFollowing()
      actions.choose(line, version)
    },
  }

  const goToNewest = async () => {
    if (thread?.newer) await client.readNewest()
    visibleRange.toNewest()
    scroll.current?.toNewest()
    redraws.value++
  }

  const isEmpty = thread !== undefined && entries.length + drafts.length + unsent.length === 0
  return (
    <>
      <section id="thread" ref={box} class="thread" aria-label={words.conversation} tabIndex={0}>
        {isEmpty && <Empty>{whenEmpty}</Empty>}
        <ol id="lines" ref={list} class="lines" data-busy={client.isUnderWay(chat)}>
          {keys.length > MAX_WHOLE_ENTRIES && <Space key="above" height={above} />}
          {entries
            .slice(from, to)
            .map((entry) =>
              'day' in entry ? (
                <Day key={entry.key} name={entry.key} at={entry.day} />
              ) : 'separator' in entry ? (
                <LaneSeparator key={entry.key} name={entry.key} lane={entry.separator} />
              ) : (
                <LineView key={entry.key} line={entry.line} actions={lineActions} />
              ),
            )}
          {keys.length > MAX_WHOLE_ENTRIES && <Space key="below" height={below} />}
          {/* Half a diagram cannot be drawn. */}
          <DiagramsContext.Provider value={undefined}>
            {drafts.map((draft) => (
              <DraftView key={`draft:${draft.task}`} draft={draft} />
            ))}
          </DiagramsContext.Provider>
          {unsent.map((line) => (
            <UnsentView
              key={line.key}
              line={line}
              actions={actions}
              isReasonKnown={client.standstill.value?.kind === 'disk'}
            />
          ))}
        </ol>
      </section>
      <button
        id="newest"
        class="newest"
        type="button"
        hidden={!isFar.value && !thread?.newer}
        onClick={() => void goToNewest()}
      >
        {words.newest}
      </button>
    </>
  )
}

/** Replaces entries that are not drawn. */
function Space({ height }: { height: number }) {
  return <li class="space" aria-hidden="true" style={{ height: `${height}px` }} />
}

/** Includes margins: from the top of one entry to the top of the next. */
function measure(visibleRange: VisibleRange, list: HTMLElement): void {
  const entryNodes = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
  visibleRange.measure(
    entryNodes.flatMap((node) => {
      const next = node.nextElementSibling
      const height = next instanceof HTMLElement ? next.offsetTop - node.offsetTop : node.offsetHeight
      return [[node.dataset.entry ?? '', height] as [string, number]]
    }),
  )
}

function Empty({ children }: { children: ComponentChildren }) {
  const words = useWords(emptyWords)
  return (
    <div id="empty" class="empty">
      <img src="/icon.svg" alt="" width="56" height="56" />
      <h2>{words.title}</h2>
      <p>{words.text}</p>
      <p class="keys">
        <span>
          <kbd>Enter</kbd> {words.sends}
        </span>
        <span>
          <kbd>Shift</kbd> <kbd>Enter</kbd> {words.newLine}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>K</kbd> {words.newChat}
        </span>
        <span>
          <kbd>Esc</kbd> {words.stops}
        </span>
      </p>
      {children}
    </div>
  )
}
