import { type Address, addressOf } from './address.ts'
import type { View } from './views/view.ts'
import { useWords } from './words/language.ts'
import { railWords } from './words/rail-words.ts'

export interface RailProps {
  views: View[]
  current: View
  chat: string
  /** How much waits for a look, by the view that shows it. */
  counts: Record<string, number>
}

/** The way to every view: beside it, and below it on a phone. */
export function Rail({ views, current, chat, counts }: RailProps) {
  const words = useWords(railWords)
  return (
    <nav id="rail" class="rail" aria-label={words.views}>
      {views.map((view, at) => (
        <ViewLink
          key={view.name}
          view={view}
          // The first view is the conversation, and has the address of the open one.
          address={at === 0 ? { chat } : { view: view.name }}
          isCurrent={view === current}
          count={counts[view.name] ?? 0}
        />
      ))}
    </nav>
  )
}

interface LinkProps {
  view: View
  address: Address
  isCurrent: boolean
  count: number
}

function ViewLink({ view, address, isCurrent, count }: LinkProps) {
  const words = useWords(railWords)
  const title = useWords(view.title)
  const isNew = count > 0
  return (
    <a
      href={addressOf(address)}
      aria-label={isNew ? words.withNew(title, count) : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d={view.icon} />
      </svg>
      <span>{title}</span>
      {isNew && <span class="count">{count > 99 ? '99+' : count}</span>}
    </a>
  )
}
