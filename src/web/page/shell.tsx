import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { hrefOf, type PageAddress } from './address.ts'
import type { ChatClient } from './chat-client.ts'
import type { Notifications } from './notifications.ts'
import { type NewsCounter, useNews } from './polled-data.ts'
import { activityView } from './views/activity/activity-view.tsx'
import { chatsView } from './views/chats/chats-view.tsx'
import { healthView } from './views/health/health-view.tsx'
import { memoryView } from './views/memory/memory-view.tsx'
import { scheduleView } from './views/schedule/schedule-view.tsx'
import { ownSettingsView } from './views/settings/own-settings.tsx'
import { settingsView } from './views/settings/settings-view.tsx'
import { usageView } from './views/usage/usage-view.tsx'
import { type PageView, type ViewProps, Waiting } from './views/view.tsx'
import { railWords } from './words/common-words.ts'
import { useWords } from './words/language.ts'
import { notifyWords } from './words/settings/settings-words.ts'

/** The page after sign-in: navigation and the current view. */
export function PageShell(props: Omit<ViewProps, 'news'>) {
  const { api, router, client } = props
  const news = useNews(api, client)
  useBadgeAndNotifications({ ...props, news })
  const views = client.role === 'owner' ? ownerViews : ownViews
  const viewAt = (address: PageAddress | undefined) => {
    const name = address && 'view' in address ? address.view : undefined
    return views.find((each) => each.name === name) ?? views[0]
  }
  const view = viewAt(router.address.value)
  const isWriting = useIsWriting()

  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        client.newChat()
      }
      // Escape leads back to the chat. In the chat itself it has other uses.
      if (event.key === 'Escape' && !event.defaultPrevented && viewAt(router.address.value) !== views[0])
        router.go({ chat: client.open.value })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div id="signed-in" class={isWriting ? 'signed-in writing' : 'signed-in'}>
      <Rail views={views} current={view} chat={client.open.value} counts={{ activity: news.count.value }} />
      <Waiting.Provider value={news.count.value}>
        <view.Body {...props} news={news} />
      </Waiting.Provider>
    </div>
  )
}

/** Longer than the time between the blur and the click of a tap. */
const AFTER_TAP_MS = 300

/**
 * Whether the message field has the focus, or lost it a moment ago. The layout must not move during a tap, or the tap
 * would hit something else.
 */
function useIsWriting(): boolean {
  const isWriting = useSignal(false)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocusChange = ({ type, target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.id !== 'words') return
      clearTimeout(timer)
      if (type === 'focusin') isWriting.value = true
      else timer = setTimeout(() => (isWriting.value = false), AFTER_TAP_MS)
    }
    // The field may have had the focus before we listened.
    isWriting.value = document.activeElement?.id === 'words'
    addEventListener('focusin', onFocusChange)
    addEventListener('focusout', onFocusChange)
    return () => {
      clearTimeout(timer)
      removeEventListener('focusin', onFocusChange)
      removeEventListener('focusout', onFocusChange)
    }
  }, [])
  return isWriting.value
}

interface TellElsewhereDeps {
  notifications: Notifications
  client: Pick<ChatClient, 'arrived' | 'chats'>
  news: NewsCounter
}

/** Tells the person while they look elsewhere: a badge on the app, and a notification if they are on. */
function useBadgeAndNotifications({ notifications, client, news }: TellElsewhereDeps): void {
  const words = useWords(notifyWords)
  const waiting = news.count.value
  const before = useRef(waiting)
  const line = client.arrived.value

  useEffect(() => {
    // Only installed apps have a badge, and not every browser supports it.
    const badge = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
    badge?.catch(() => {})
    if (waiting > before.current) notifications.tell(words.needsYou(waiting), { view: 'activity' })
    before.current = waiting
  }, [waiting])

  useEffect(() => {
    if (!line) return
    // Only the chat's title, because others may see the screen.
    const { chat } = line
    notifications.tell(words.answered(client.chats.find(chat)?.title ?? ''), { chat })
  }, [line])
}

interface RailProps {
  views: PageView[]
  current: PageView
  chat: string
  /** The number of items that need attention, by view. */
  counts: Record<string, number>
}

/** The navigation: at the side, and at the bottom on phones. */
function Rail({ views, current, chat, counts }: RailProps) {
  const words = useWords(railWords)
  return (
    <nav id="rail" class="rail" aria-label={words.views}>
      {views.map((view, at) => (
        <ViewLink
          key={view.name}
          view={view}
          // The first view is the chat, and links to the open one.
          address={at === 0 ? { chat } : { view: view.name }}
          isCurrent={view === current}
          count={counts[view.name] ?? 0}
        />
      ))}
    </nav>
  )
}

interface LinkProps {
  view: PageView
  address: PageAddress
  isCurrent: boolean
  count: number
}

function ViewLink({ view, address, isCurrent, count }: LinkProps) {
  const words = useWords(railWords)
  const title = useWords(view.title)
  const isNew = count > 0
  return (
    <a
      href={hrefOf(address)}
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

/** In the order of the navigation. The first is the default. */
const ownerViews: [PageView, ...PageView[]] = [
  chatsView,
  memoryView,
  activityView,
  scheduleView,
  usageView,
  healthView,
  settingsView,
]

/** The views of everybody else. */
const ownViews: [PageView, ...PageView[]] = [chatsView, ownSettingsView]
