import { part } from '../element.ts'

/** On a narrow screen the list of chats slides over the conversation. */
export function createDrawer() {
  const drawer = part('drawer', HTMLElement)
  const room = part('room', HTMLElement)
  const opener = part('open-drawer', HTMLButtonElement)
  const narrow = matchMedia('(max-width: 760px)')

  function set(open: boolean): void {
    const slides = narrow.matches
    document.body.classList.toggle('drawer-open', open && slides)
    opener.setAttribute('aria-expanded', String(open))
    // What is out of sight is out of reach of the keyboard too.
    drawer.inert = slides && !open
    room.inert = slides && open
    if (open && slides) drawer.querySelector('a')?.focus()
  }

  const isOpen = () => document.body.classList.contains('drawer-open')
  opener.addEventListener('click', () => set(true))
  part('shade', HTMLElement).addEventListener('click', () => set(false))
  narrow.addEventListener('change', () => set(false))
  set(false)

  return { isOpen, close: () => set(false) }
}
