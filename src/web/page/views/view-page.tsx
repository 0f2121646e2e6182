import type { ComponentChildren } from 'preact'
import { useTabTitle } from '../tab-title.ts'

/** How every view but the conversation looks: a title, and one column below it. It is called `name` in ids. */
export function ViewPage({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  useTabTitle(title)
  return (
    <main id={name} class="view" aria-labelledby={`${name}-title`}>
      <header class="room-head">
        <h1 id={`${name}-title`} class="title">
          {title}
        </h1>
      </header>
      <div id={`${name}-body`} class="view-body" role="region" tabIndex={0} aria-label={title}>
        <div class="view-column">{children}</div>
      </div>
    </main>
  )
}
