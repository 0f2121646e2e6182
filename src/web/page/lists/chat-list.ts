import { element } from '../element.ts'
import type { ChatSummary } from '../wire.ts'

export interface ChatListContent {
  chats: ChatSummary[]
  open: string
  unread: ReadonlySet<string>
}

/** The list of chats. It is drawn again only when it changed, and the keyboard keeps its place in it. */
export function createChatList(list: HTMLElement) {
  let drawn = ''
  return {
    show(content: ChatListContent): void {
      const print = JSON.stringify([content.chats, content.open, [...content.unread]])
      if (print === drawn) return
      drawn = print
      const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : undefined
      list.replaceChildren(...drawChats(content))
      if (focused) list.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus()
    },
  }
}

/** Each is a link, so that it opens with the keyboard and in another tab. */
function drawChats({ chats, open, unread }: ChatListContent): HTMLElement[] {
  const isNew = !chats.some(({ id }) => id === open)
  const shown = isNew ? [{ id: open, title: 'New chat', at: Date.now() }, ...chats] : chats
  return shown.map(({ id, title, at }) => {
    const name = element('span', { class: 'name', dir: 'auto' }, title || 'Untitled')
    const link = element('a', { href: `#${id}`, title }, name)
    if (unread.has(id)) link.append(element('span', { class: 'unread', role: 'img', 'aria-label': 'new answer' }))
    else link.append(element('time', { class: 'muted' }, shortDate(at)))
    if (id === open) link.setAttribute('aria-current', 'page')
    return element('li', {}, link)
  })
}

function shortDate(at: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  if (isToday) return date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return date.toLocaleDateString([], { day: 'numeric', month: 'short' })
}
