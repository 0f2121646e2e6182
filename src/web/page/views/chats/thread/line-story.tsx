import type { ComponentChildren } from 'preact'
import { isPageChat } from '../../../address.ts'
import { clockOf } from '../../../text/format.ts'
import type { HumanLine, LineStory } from '../../../wire/wire.ts'
import { lineWords, threadWords } from '../../../words/chats/thread-words.ts'
import { useLocale, useWords } from '../../../words/language.ts'
import { dayOf } from './line-text.ts'

/** The author's name, in chats with several people. */
export function SpeakerName({ speaker, name }: Pick<HumanLine, 'speaker' | 'name'>) {
  if (!speaker) return null
  return (
    <div class="speaker">
      <bdi>{name}</bdi>
    </div>
  )
}

/** Folds a deleted line, or an old version of an edited one. */
export function FoldedLine(props: { line: HumanLine; goTo: (line: number) => void; children: ComponentChildren }) {
  const { deleted, later } = props.line
  const whenOf = useWhen()
  const words = useWords(threadWords)
  if (deleted) {
    return (
      <details class="gone">
        <summary>
          {isPageChat(props.line.chat) ? words.takenBack : words.deleted(deleted.channel, whenOf(deleted.at))}
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

/** Takes a message back while it is still queued. */
export function TakeBack({ line, takeBack }: { line: HumanLine; takeBack: (line: HumanLine) => void }) {
  const words = useWords(threadWords)
  if (!isPageChat(line.chat) || line.receipt?.state !== 'queued' || line.deleted) return null
  return (
    <button type="button" class="why" aria-label={words.cancelThis(line.text)} onClick={() => takeBack(line)}>
      {words.cancel}
    </button>
  )
}

/** Marks an edited line and shows its earlier versions. */
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

export function SecretRemoved({ holdsSecret }: Pick<LineStory, 'holdsSecret'>) {
  const words = useWords(threadWords)
  return holdsSecret ? <div class="unfinished">{words.secret}</div> : null
}

/** A separator for a new conversation or another lane. */
export function LaneSeparator({ name, lane }: { name: string; lane: LineStory['lane'] | 'root' | undefined }) {
  const words = useWords(threadWords)
  const label =
    lane === undefined
      ? words.conversation
      : lane === 'root'
        ? words.root
        : lane.kind === 'topic'
          ? words.topic(lane.name)
          : words.reply
  return (
    <li class="separator" data-entry={name}>
      <span>{label}</span>
    </li>
  )
}

function useWhen(): (at: number) => string {
  const words = useWords(lineWords)
  const locale = useLocale()
  return (at) => `${dayOf(at, Date.now(), words, locale)} ${clockOf(at, locale)}`
}
