import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Address } from './address.ts'
import { useNews } from './news.ts'
import { Rail } from './rail.tsx'
import { Waiting } from './tab-title.ts'
import { useTellElsewhere } from './tell-elsewhere.ts'
import type { View, ViewProps } from './views/view.ts'
import { views } from './views/views.ts'

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
