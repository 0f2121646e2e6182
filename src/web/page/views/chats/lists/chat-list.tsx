import { addressOf } from '../../../address.ts'
import { clockOf } from '../../../text/date.ts'
import type { ChatSummary } from '../../../wire.ts'

export interface ChatListProps {
  chats: ChatSummary[]
  open: string
  hasNews: (chat: string) => boolean
  isHidden: boolean
}

/** The list of chats. Each is a link, so that it opens with the keyboard and in another tab. */
export function ChatList({ chats, open, hasNews, isHidden }: ChatListProps) {
  const isNew = !chats.some(({ id }) => id === open)
  const shown = isNew ? [{ id: open, title: 'New chat', at: Date.now() }, ...chats] : chats
  return (
    <ul id="chats" class="chats" hidden={isHidden}>
      {shown.map(({ id, title, at }) => (
        <li key={id}>
          <a href={addressOf({ chat: id })} title={title} aria-current={id === open ? 'page' : undefined}>
            <span class="name" dir="auto">
              {title || 'Untitled'}
            </span>
            {hasNews(id) ? (
              <span class="unread" role="img" aria-label="new answer" />
            ) : (
              <time class="muted">{shortDate(at)}</time>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function shortDate(at: number): string {
  const date = new Date(at)
  if (date.toDateString() === new Date().toDateString()) return clockOf(at)
  return date.toLocaleDateString([], { day: 'numeric', month: 'short' })
}
