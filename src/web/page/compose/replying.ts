import { part } from '../element.ts'
import type { Replied } from '../wire.ts'

export interface ReplyingDeps {
  /** Where it is kept, by chat, like what is being typed. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  cancelled: () => void
}

/** The line that the next message answers, shown above the field until it is sent or cancelled. */
export function createReplying({ storage, cancelled }: ReplyingDeps) {
  const box = part('replying', HTMLElement)
  let place = ''
  let line: Replied | undefined

  function show(given: Replied | undefined): void {
    line = given
    box.hidden = !line
    part('replying-who', HTMLElement).textContent = line ? `Replying to ${line.who}` : ''
    part('replying-said', HTMLElement).textContent = line?.text ?? ''
    if (line) storage.setItem(place, JSON.stringify(line))
    else storage.removeItem(place)
  }

  part('replying-cancel', HTMLButtonElement).addEventListener('click', () => {
    show(undefined)
    cancelled()
  })

  return {
    isOn: () => line !== undefined,
    set: show,
    /** What it was; from now on nothing is answered. */
    take(): Replied | undefined {
      const taken = line
      show(undefined)
      return taken
    },
    open(chat: string): void {
      place = `skein.replying.${chat}`
      show((JSON.parse(storage.getItem(place) ?? 'null') as Replied | undefined) ?? undefined)
    },
  }
}
