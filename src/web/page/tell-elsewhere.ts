import { useEffect, useRef } from 'preact/hooks'
import type { News } from './news.ts'
import type { Notifying } from './notifying.ts'
import type { Talk } from './talk.ts'
import { useWords } from './words/language.ts'
import { notifyWords } from './words/settings/notify-words.ts'

export interface TellElsewhereDeps {
  notifying: Notifying
  talk: Pick<Talk, 'arrived' | 'chats'>
  news: News
}

/** Tells whoever looks elsewhere: a badge on the app with how much waits, and a notice where one was asked for. */
export function useTellElsewhere({ notifying, talk, news }: TellElsewhereDeps): void {
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
