import type { ComponentChildren } from 'preact'
import { clockOf } from '../../../text/date.ts'
import type { LineStory } from '../../../wire/line-wire.ts'
import type { HumanLine } from '../../../wire/wire.ts'
import { lineWords } from '../../../words/chats/line-words.ts'
import { threadWords } from '../../../words/chats/thread-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { dayOf } from './day.ts'
import { isOfPage } from './of-page.ts'

/** Who speaks, where more than one person can. */
export function Speaker({ speaker, name }: Pick<HumanLine, 'speaker' | 'name'>) {
  if (!speaker) return null
  return (
    <div class="speaker">
      <bdi>{name}</bdi>
    </div>
  )
}

/** What does not hold any more is folded away: the words of a line that was deleted, or edited since. */
export function Folded(props: { line: HumanLine; goTo: (line: number) => void; children: ComponentChildren }) {
  const { deleted, later } = props.line
  const whenOf = useWhen()
  const words = useWords(threadWords)
  if (deleted) {
    return (
      <details class="gone">
        <summary>
          {isOfPage(props.line.chat) ? words.takenBack : words.deleted(deleted.channel, whenOf(deleted.at))}
        </summary>
        {props.children}
      </details>
    )
  }
  if (later === undefined) return <>{props.children}</>
  return (
    <details class="gone">
      <summary>{words.editedLater}</summary>
      {props.children}
      <button type="button" class="link" onClick={() => props.goTo(later)}>
        {words.readNow}
      </button>
    </details>
  )
}

/** As long as it waits for its turn, what was said can be taken back. */
export function TakeBack({ line, takeBack }: { line: HumanLine; takeBack: (line: HumanLine) => void }) {
  const words = useWords(threadWords)
  if (!isOfPage(line.chat) || line.receipt?.state !== 'queued' || line.deleted) return null
  return (
    <button type="button" class="why" aria-label={words.cancelThis(line.text)} onClick={() => takeBack(line)}>
      {words.cancel}
    </button>
  )
}

/** That a line was edited, and what it said before for those who want to know. */
export function Edited({ earlier }: Pick<LineStory, 'earlier'>) {
  const whenOf = useWhen()
  const words = useWords(threadWords)
  if (!earlier) return null
  return (
    <details class="edited">
      <summary>{words.edited}</summary>
      {earlier.map(({ text, at }) => (
        <figure key={at}>
          <figcaption>{words.before(whenOf(at))}</figcaption>
          <div class="before" dir="auto">
            {text}
          </div>
        </figure>
      ))}
    </details>
  )
}

export function LeftOut({ holdsSecret }: Pick<LineStory, 'holdsSecret'>) {
  const words = useWords(threadWords)
  return holdsSecret ? <div class="unfinished">{words.secret}</div> : null
}

/** Where a conversation begins, or another thread of the chat. */
export function Turning({ name, lane }: { name: string; lane: LineStory['lane'] | 'root' | undefined }) {
  const words = useWords(threadWords)
  const said =
    lane === undefined
      ? words.conversation
      : lane === 'root'
        ? words.root
        : lane.kind === 'topic'
          ? words.topic(lane.name)
          : words.reply
  return (
    <li class="turning" data-entry={name}>
      <span>{said}</span>
    </li>
  )
}

/** Day and time, as they are said here. */
function useWhen(): (at: number) => string {
  const words = useWords(lineWords)
  const locale = useLocale()
  return (at) => `${dayOf(at, Date.now(), words, locale)} ${clockOf(at, locale)}`
}
