import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { viewTitles } from '../../words/view-titles.ts'
import type { View, ViewProps } from '../view.ts'
import { Drawer } from './lists/drawer.tsx'
import { useNarrow } from './lists/narrow.ts'
import { Room } from './room.tsx'
import { Inspector } from './turn/inspector.tsx'

/** The conversations: their list, the open one, and what the model saw for an answer in it. */
function Chats(props: ViewProps) {
  const { api, router, talk } = props
  const address = router.address.value
  const turn = address && 'chat' in address ? address.turn : undefined
  const isOpen = useSignal(false)
  const slides = useNarrow()

  // It looks at how things are when the key is pressed: what was drawn may be a frame behind.
  useLayoutEffect(() => {
    const close = (pressed: KeyboardEvent) => {
      const now = router.address.value
      if (pressed.key !== 'Escape' || (now && 'turn' in now)) return
      if (isOpen.value) isOpen.value = false
      else talk.stop()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])
  useLayoutEffect(() => {
    isOpen.value = false
  }, [talk.open.value, slides])
  useLayoutEffect(() => {
    document.body.classList.toggle('drawer-open', slides && isOpen.value)
    return () => document.body.classList.remove('drawer-open')
  }, [slides, isOpen.value])

  return (
    <>
      <Drawer {...props} slides={slides} isOpen={isOpen} />
      <div id="shade" class="shade" onClick={() => (isOpen.value = false)} />
      <Room {...props} isCovered={slides && isOpen.value} openDrawer={() => (isOpen.value = true)} />
      {turn && (
        <Inspector
          key={`${turn.task} ${turn.at}`}
          api={api}
          chat={talk.open.value}
          turn={turn}
          close={() => router.replace({ chat: talk.open.value })}
        />
      )}
    </>
  )
}

export const chatsView: View = {
  name: 'chats',
  title: viewTitles.chats,
  icon: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1A2.5 2.5 0 0 1 4 13.5z',
  Body: Chats,
}
