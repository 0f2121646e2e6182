import { useSignal } from '@preact/signals'
import type { ComponentChild, ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Address } from '../../../address.ts'
import type { Talk } from '../../../talk.ts'
import { Blocks } from '../../../text/blocks.tsx'
import { lineWords } from '../../../words/chats/line-words.ts'
import { emptyWords } from '../../../words/chats/room-words.ts'
import { useWords } from '../../../words/language.ts'
import type { Draft } from '../lists/conversations.ts'
import { entriesOf } from './entries.ts'
import { createExcerpt, type Excerpt, wholeUpTo } from './excerpt.ts'
import { Turning } from './line-story.tsx'
import { Day, type LineActions, LineView, type UnsentActions, UnsentView } from './line-view.tsx'
import { createScroll, type Scroll } from './scroll.ts'
import { createSeek } from './seek.ts'

export interface ThreadProps {
  chat: string
  talk: Talk
  actions: LineActions & UnsentActions
  /** Where we are; a line of the chat may be named in it. */
  address: Address | undefined
  /** Another number when the newest line is wanted. */
  newest: number
  /** Stands below the greeting of a chat in which nothing was said yet. */
  whenEmpty: ComponentChild
}

/** A conversation. Of a long one only what is near is in the page. */
export function Thread({ chat, talk, actions, address, newest, whenEmpty }: ThreadProps) {
  void talk.version.value
  const words = useWords(lineWords)
  const box = useRef<HTMLElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const scroll = useRef<Scroll>(undefined)
  const excerpt = useMemo(createExcerpt, [])
  const isFar = useSignal(false)
  const moves = useSignal(0)
  void moves.value

  const thread = talk.thread(chat)
  const drafts = talk.drafts(chat)
  const unsent = talk.unsent(chat)
  const entries = useMemo(() => entriesOf(thread?.lines ?? []), [thread])
  const keys = useMemo(() => entries.map(({ key }) => key), [entries])
  const current = useRef(keys)
  current.current = keys
  const last = useRef('')

  const seek = useMemo(
    () =>
      createSeek({
        find: (line) => list.current?.querySelector(`[data-line="${line}"]`) ?? null,
        draw({ id }) {
          scroll.current?.stay()
          excerpt.around(current.current.indexOf(`line:${id}`), current.current.length)
          moves.value++
        },
        async read(line) {
          scroll.current?.stay()
          await talk.readAround(line)
        },
        reached(line) {
          scroll.current?.toLine(line)
          // Not a class: those are set anew when a line beside it comes.
          line.setAttribute('data-reached', '')
          line.addEventListener('animationend', () => line.removeAttribute('data-reached'), { once: true })
        },
      }),
    [],
  )
  useMemo(() => seek.set(address && 'line' in address ? address.line : undefined), [address])
  // Read before the change is drawn, and put right after it.
  const behind = keys.length - 1 - keys.lastIndexOf(last.current)
  if (scroll.current?.follows()) excerpt.toNewest()
  else if (behind > 0 && behind < keys.length) excerpt.grew(behind, keys.length)
  last.current = keys.at(-1) ?? ''
  const mark = scroll.current?.mark()
  const { from, to, above, below } = excerpt.of(keys)

  useLayoutEffect(() => {
    if (!box.current || !list.current) return
    const [inSight, drawn] = [box.current, list.current]
    const made = createScroll({
      box: inSight,
      list: drawn,
      far: (far) => {
        isFar.value = far
      },
      nearTop: () => void talk.readOlder(),
      nearEnd: () => void talk.readNewer(),
      isWhole: () => !talk.thread(chat)?.newer,
      moved: () => {
        const sight = { top: inSight.scrollTop, height: inSight.clientHeight }
        if (excerpt.look(current.current, sight)) moves.value++
      },
    })
    scroll.current = made
    return made.close
  }, [])
  useLayoutEffect(() => {
    scroll.current?.keep(mark)
    if (keys.length > wholeUpTo && list.current) measure(excerpt, list.current)
    seek.look(thread)
  })
  useLayoutEffect(() => {
    if (newest > 0) scroll.current?.toNewest()
  }, [newest])

  const isEmpty = thread !== undefined && entries.length + drafts.length + unsent.length === 0
  return (
    <>
      <section id="thread" ref={box} class="thread" aria-label={words.conversation} tabIndex={0}>
        {isEmpty && <Empty>{whenEmpty}</Empty>}
        <ol id="lines" ref={list} class="lines">
          {keys.length > wholeUpTo && <Space key="above" height={above} />}
          {entries
            .slice(from, to)
            .map((entry) =>
              'day' in entry ? (
                <Day key={entry.key} name={entry.key} at={entry.day} />
              ) : 'turning' in entry ? (
                <Turning key={entry.key} name={entry.key} lane={entry.turning} />
              ) : (
                <LineView key={entry.key} line={entry.line} actions={actions} />
              ),
            )}
          {keys.length > wholeUpTo && <Space key="below" height={below} />}
          {drafts.map((draft) => (
            <DraftView key={`draft:${draft.task}`} draft={draft} />
          ))}
          {unsent.map((line) => (
            <UnsentView key={line.key} line={line} actions={actions} />
          ))}
        </ol>
      </section>
      <button
        id="newest"
        class="newest"
        type="button"
        hidden={!isFar.value && !thread?.newer}
        onClick={async () => {
          if (thread?.newer) await talk.readNewest()
          excerpt.toNewest()
          scroll.current?.toNewest()
          moves.value++
        }}
      >
        {words.newest}
      </button>
    </>
  )
}

/** In the place of what is not drawn. */
function Space({ height }: { height: number }) {
  return <li class="space" aria-hidden="true" style={{ height: `${height}px` }} />
}

/** With the margins between them: from where one begins to where the next does. */
function measure(excerpt: Excerpt, list: HTMLElement): void {
  const drawn = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
  excerpt.measure(
    drawn.flatMap((node) => {
      const next = node.nextElementSibling
      const height = next instanceof HTMLElement ? next.offsetTop - node.offsetTop : node.offsetHeight
      return [[node.dataset.entry ?? '', height] as [string, number]]
    }),
  )
}

/** An answer that is still being written. */
function DraftView({ draft: { blocks, tool } }: { draft: Draft }) {
  return (
    <li class="line bot draft" aria-busy="true">
      <div class="text">
        <Blocks blocks={blocks} />
      </div>
      <div class="doing">
        <span class="dots">
          <i />
          <i />
          <i />
        </span>
        <span>{tool}</span>
      </div>
    </li>
  )
}

/** A chat in which nothing was said yet. */
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
