import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { viewTitles } from '../../words/common-words.ts'
import type { PageView, ViewProps } from '../view.tsx'
import { ChatPanel } from './chat-panel.tsx'
import { ChatDrawer, useNarrow } from './lists/drawer.tsx'
import { Inspector } from './turn/inspector.tsx'

/** The list of chats, the open chat, and the inspector of an answer. */
function Chats(props: ViewProps) {
  const { api, router, client } = props
  const address = router.address.value
  const turn = address && 'chat' in address ? address.turn : undefined
  const isOpen = useSignal(false)
  const slides = useNarrow()

  // Reads the address when the key is pressed: what is drawn may be a frame behind.
  useLayoutEffect(() => {
    const close = (pressed: KeyboardEvent) => {
      const now = router.address.value
      if (pressed.key !== 'Escape' || (now && 'turn' in now)) return
      if (isOpen.value) isOpen.value = false
      else client.stop()
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [])
  useLayoutEffect(() => {
    isOpen.value = false
  }, [client.open.value, slides])
  useLayoutEffect(() => {
    document.body.classList.toggle('drawer-open', slides && isOpen.value)
    return () => document.body.classList.remove('drawer-open')
  }, [slides, isOpen.value])

  return (
    <>
      <ChatDrawer {...props} slides={slides} isOpen={isOpen} />
      <div id="shade" class="shade" onClick={() => (isOpen.value = false)} />
      <ChatPanel {...props} isCovered={slides && isOpen.value} openDrawer={() => (isOpen.value = true)} />
      {turn && client.role === 'owner' && (
        <Inspector
          key={`${turn.task} ${turn.at}`}
          api={api}
          chat={client.open.value}
          turn={turn}
          close={() => router.replace({ chat: client.open.value })}
        />
      )}
    </>
  )
}

export const chatsView: PageView = {
  name: 'chats',
  title: viewTitles.chats,
  icon: 'M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-5 4v-4.1A2.5 2.5 0 0 1 4 13.5z',
  Body: Chats,
}
