import { type ComponentChildren, type ComponentType, createContext } from 'preact'
import { useContext, useLayoutEffect } from 'preact/hooks'
import type { InLanguages } from '../../../messages/languages.ts'
import type { Api } from '../api.ts'
import type { ChatClient } from '../chat-client.ts'
import type { Look } from '../look.ts'
import type { Notifications } from '../notifications.ts'
import type { NewsCounter } from '../polled-data.ts'
import type { Router } from '../router.ts'

/** A view of the navigation. It exists only while it is shown. Lasting state is in the chat client or the daemon. */
export interface PageView {
  /** The name in the address. */
  name: string
  /** The label in the navigation. */
  title: InLanguages<string>
  /** The SVG path of its icon, in a 24 × 24 box. */
  icon: string
  Body: ComponentType<ViewProps>
}

export interface ViewProps {
  api: Api
  router: Router
  client: ChatClient
  news: NewsCounter
  notifications: Notifications
  look: Look
}

/** The common layout of all views but the chat. `name` is used in ids. */
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

/** The number of items that need attention, for the tab title. */
export const Waiting = createContext(0)

/** Sets the tab title. The count comes first, because little of a background tab's title is visible. */
export function useTabTitle(title: string): void {
  const waiting = useContext(Waiting)
  useLayoutEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Skein`
  }, [title, waiting])
}
