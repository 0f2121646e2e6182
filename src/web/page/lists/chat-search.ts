import type { Api } from '../api.ts'
import { element, part } from '../element.ts'
import type { FoundLine, Piece } from '../wire.ts'

export interface ChatSearchDeps {
  api: Pick<Api, 'search'>
  /** Goes to a line of a chat of this page. */
  open: (chat: string, line: number) => void
}

/** While somebody types they are not asked about every letter. */
const pauseMs = 200

/** The field above the chats: what it finds takes their place until it is empty again. */
export function createChatSearch({ api, open }: ChatSearchDeps): void {
  const field = part('sought', HTMLInputElement)
  const list = part('found', HTMLElement)
  const note = part('found-note', HTMLElement)
  const chats = part('chats', HTMLElement)
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  field.addEventListener('input', () => {
    clearTimeout(pause)
    if (field.value.trim() === '') return clear()
    pause = setTimeout(() => void find(), pauseMs)
  })
  field.addEventListener('keydown', (pressed) => {
    if (pressed.key !== 'Escape' || field.value === '') return
    // Only this: it neither closes the drawer nor stops an answer.
    pressed.stopPropagation()
    field.value = ''
    clear()
  })

  async function find(): Promise<void> {
    const mine = ++asked
    const answer = await api.search(field.value.trim())
    // Something else is looked for by now.
    if (mine !== asked) return
    const lines = answer.status === 'ok' ? answer.value.lines : []
    show(lines)
    note.textContent = answer.status === 'ok' ? summaryOf(lines.length) : answer.error
  }

  function show(lines: FoundLine[]): void {
    list.replaceChildren(...lines.map((line) => drawFound(line, open)))
    list.hidden = false
    chats.hidden = true
  }

  function clear(): void {
    asked++
    clearTimeout(pause)
    list.replaceChildren()
    list.hidden = true
    chats.hidden = false
    note.textContent = ''
  }
}

function summaryOf(lines: number): string {
  if (lines === 0) return 'Nothing was found. Try other words, or fewer.'
  return lines === 1 ? 'One line' : `${lines} lines, the best first`
}

function drawFound({ id, chat, title, who, at, pieces }: FoundLine, open: ChatSearchDeps['open']): HTMLElement {
  const isOnPage = chat.startsWith('web:')
  const head = element(
    'span',
    { class: 'found-head muted' },
    element('bdi', {}, who),
    element('time', {}, dayOf(at)),
    element('bdi', { class: 'found-chat' }, isOnPage ? title || 'Untitled' : `${title} (${chat.split(':', 1)[0]})`),
  )
  const text = element('span', { class: 'found-text', dir: 'auto' }, ...pieces.map(drawPiece))
  // A line of another channel can be read here; its chat is elsewhere.
  if (!isOnPage) return element('li', {}, element('div', { class: 'found-line' }, head, text))
  const link = element('a', { href: `#${chat}`, class: 'found-line' }, head, text)
  link.addEventListener('click', (pressed) => {
    if (pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
    pressed.preventDefault()
    open(chat, id)
  })
  return element('li', {}, link)
}

function drawPiece({ text, hit }: Piece): Node {
  return hit ? element('mark', {}, text) : document.createTextNode(text)
}

function dayOf(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return new Date(at).toLocaleDateString([], {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}
