import { addressOf } from './address.ts'
import type { View } from './views/view.ts'

/** The way to every view: beside it, and below it on a phone. */
export function Rail({ views, current, chat }: { views: View[]; current: View; chat: string }) {
  return (
    <nav id="rail" class="rail" aria-label="Views">
      {views.map((view, at) => (
        <a
          key={view.name}
          // The first view is the conversation, and has the address of the open one.
          href={at === 0 ? addressOf({ chat }) : addressOf({ view: view.name })}
          aria-current={view === current ? 'page' : undefined}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d={view.icon} />
          </svg>
          <span>{view.title}</span>
        </a>
      ))}
    </nav>
  )
}
