import { useSignal } from '@preact/signals'
import type { Api } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/date.ts'
import type { Activity, Notice, Notices as Page } from '../../wire/activity-wire.ts'
import { noticeWords } from '../../words/activity-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { OlderButton } from '../older-button.tsx'

interface NoticesProps {
  notices: Activity['notices']
  read(to: number): void
  readOlder: Api['olderNotices']
}

/** What the daemon told of itself, newest first; what nobody has read yet is marked. */
export function Notices({ notices, read, readOlder }: NoticesProps) {
  const words = useWords(noticeWords)
  const { unread } = notices
  /** Whatever was read of them, once somebody has asked for older ones: new ones push none of those out. */
  const kept = useSignal<Page | undefined>(undefined)
  const { list, older } = kept.value ? joined(notices, kept.value) : notices
  const newest = list[0]
  return (
    <section aria-label={words.title}>
      <div class="section-head">
        <h2>{words.title}</h2>
        {unread > 0 && <span class="badge">{words.unread(unread)}</span>}
        {unread > 0 && newest && (
          <button type="button" class="quiet" onClick={() => read(newest.id)}>
            {words.markRead}
          </button>
        )}
      </div>
      {list.length === 0 && <p class="muted">{words.none}</p>}
      <ul class="rows">
        {list.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ul>
      {older && (
        <OlderButton
          ask={() => readOlder(list.at(-1)?.id ?? 0)}
          found={(more) => (kept.value = { list: [...list, ...more.list], older: more.older })}
        />
      )}
    </section>
  )
}

/** The newest as they stand now, and below them what else is known. */
function joined(newest: Page, known: Page): Page {
  const last = newest.list.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
  return { list: [...newest.list, ...known.list.filter(({ id }) => id < last)], older: known.older }
}

function NoticeRow({ notice: { at, text, isNew } }: { notice: Notice }) {
  const words = useWords(noticeWords)
  const locale = useLocale()
  return (
    <li class={isNew ? 'row-item notice-row new' : 'row-item notice-row'}>
      <div class="muted">
        {dateOf(at, locale)}
        {isNew && <span class="hidden">{words.isNew}</span>}
      </div>
      <div class="text">
        <Blocks blocks={text} />
      </div>
    </li>
  )
}
