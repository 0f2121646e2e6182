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
    <div id="signed-in" class="signed-in">
      <Rail views={views} current={view} chat={talk.open.value} counts={{ activity: news.count.value }} />
      <Waiting.Provider value={news.count.value}>
        <view.Body {...props} news={news} />
      </Waiting.Provider>
    </div>
  )
}

function viewAt(address: Address | undefined): View {
  const name = address && 'view' in address ? address.view : undefined
  return views.find((one) => one.name === name) ?? views[0]
}
