import { useSignal } from '@preact/signals'
import type { Api } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/format.ts'
import type { Notice, WireNoticePage as Page, WireActivity } from '../../wire/activity-wire.ts'
import { noticeWords } from '../../words/activity-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { OlderButton } from '../buttons.tsx'

interface NoticesProps {
  notices: WireActivity['notices']
  read(to: number): void
  readOlder: Api['olderNotices']
}

/** Notices of the daemon, newest first. Unread ones are marked. */
export function NoticeList({ notices, read, readOlder }: NoticesProps) {
  const words = useWords(noticeWords)
  const { unread } = notices
  /** All notices that were read, once older ones were requested. New ones must not push them out. */
  const loaded = useSignal<Page | undefined>(undefined)
  const { list, hasOlder } = loaded.value ? joinPages(notices, loaded.value) : notices
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
      {hasOlder && (
        <OlderButton
          ask={() => readOlder(list.at(-1)?.id ?? 0)}
          found={(page) => (loaded.value = { list: [...list, ...page.list], hasOlder: page.hasOlder })}
        />
      )}
    </section>
  )
}

/** The current newest notices, followed by the older known ones. */
function joinPages(newest: Page, loaded: Page): Page {
  const last = newest.list.at(-1)?.id ?? Number.MAX_SAFE_INTEGER
  return { list: [...newest.list, ...loaded.list.filter(({ id }) => id < last)], hasOlder: loaded.hasOlder }
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
