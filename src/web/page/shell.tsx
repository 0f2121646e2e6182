import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Address } from './address.ts'
import { type News, useNews } from './news.ts'
import type { Notifying } from './notifying.ts'
import { Rail } from './rail.tsx'
import { Waiting } from './tab-title.ts'
import type { Talk } from './talk.ts'
import type { View, ViewProps } from './views/view.ts'
import { views } from './views/views.ts'
import { useWords } from './words/language.ts'
import { notifyWords } from './words/settings/notify-words.ts'

/** Everything behind the door: the rail, and the view that is looked at. */
export function Shell(props: Omit<ViewProps, 'news'>) {
  const { api, router, talk } = props
  const news = useNews(api, talk)
  useTellElsewhere({ ...props, news })
  const view = viewAt(router.address.value)
  const isWriting = useIsWriting()

  useLayoutEffect(() => {
    const press = (pressed: KeyboardEvent) => {
      if (pressed.key.toLowerCase() === 'k' && (pressed.ctrlKey || pressed.metaKey)) {
        pressed.preventDefault()
        talk.newChat()
      }
      // The way back to the conversation; in it, Escape has work of its own.
      if (pressed.key === 'Escape' && !pressed.defaultPrevented && viewAt(router.address.value) !== views[0])
        router.go({ chat: talk.open.value })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return (
    <div id="signed-in" class={isWriting ? 'signed-in writing' : 'signed-in'}>
      <Rail views={views} current={view} chat={talk.open.value} counts={{ activity: news.count.value }} />
      <Waiting.Provider value={news.count.value}>
        <view.Body {...props} news={news} />
      </Waiting.Provider>
    </div>
  )
}

/** Longer than the moment between the blur and the click that a tap makes. */
const AFTER_TAP_MS = 300

/**
 * Whether somebody writes in the message field, and for a moment after that: what is laid out around the field must not
 * move while a tap is under way, because the tap would then hit whatever has moved below the finger.
 */
function useIsWriting(): boolean {
  const isWriting = useSignal(false)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = ({ type, target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.id !== 'words') return
      clearTimeout(timer)
      if (type === 'focusin') isWriting.value = true
      else timer = setTimeout(() => (isWriting.value = false), AFTER_TAP_MS)
    }
    // It may have been given the keyboard before anybody listened.
    isWriting.value = document.activeElement?.id === 'words'
    addEventListener('focusin', look)
    addEventListener('focusout', look)
    return () => {
      clearTimeout(timer)
      removeEventListener('focusin', look)
      removeEventListener('focusout', look)
    }
  }, [])
  return isWriting.value
}

function viewAt(address: Address | undefined): View {
  const name = address && 'view' in address ? address.view : undefined
  return views.find((one) => one.name === name) ?? views[0]
}

interface TellElsewhereDeps {
  notifying: Notifying
  talk: Pick<Talk, 'arrived' | 'chats'>
  news: News
}

/** Tells whoever looks elsewhere: a badge on the app with how much waits, and a notice where one was asked for. */
function useTellElsewhere({ notifying, talk, news }: TellElsewhereDeps): void {
  const words = useWords(notifyWords)
  const waiting = news.count.value
  const before = useRef(waiting)
  const line = talk.arrived.value

  useEffect(() => {
    // Only an installed app has one, and not every browser can draw it.
    const drawn = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
    drawn?.catch(() => {})
    if (waiting > before.current) notifying.tell(words.needsYou(waiting), { view: 'activity' })
    before.current = waiting
  }, [waiting])

  useEffect(() => {
    if (!line) return
    // What the chat is called, not what was said: others may see the screen.
    const { chat } = line
    notifying.tell(words.answered(talk.chats.find(chat)?.title ?? ''), { chat })
  }, [line])
}
