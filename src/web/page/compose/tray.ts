import { button, element, part } from '../element.ts'
import { drawChip } from '../thread/file-view.ts'
import type { UploadedFile } from '../wire.ts'
import { startUpload } from './upload.ts'

/** What will go with the next message of each chat. */
export interface Tray {
  open(chat: string): void
  add(files: File[]): void
  /** Puts back what was in a message that could not be sent. */
  refill(files: UploadedFile[]): void
  isEmpty(): boolean
  /** Nothing is on its way and nothing went wrong. */
  isReady(): boolean
  /** Everything in it; empty from then on. */
  take(): UploadedFile[]
}

interface Item {
  node: HTMLElement
  stored?: UploadedFile
  /** Ends whatever is kept for it. */
  drop(): void
}

const mostBytes = 25 * 1024 * 1024

export function createTray(changed: () => void): Tray {
  const list = part('tray', HTMLElement)
  const trays = new Map<string, Item[]>()
  let chat = ''
  const items = () => trays.get(chat) ?? []

  function set(next: Item[]): void {
    trays.set(chat, next)
    show()
  }

  function show(): void {
    list.hidden = items().length === 0
    list.replaceChildren(...items().map(({ node }) => node))
    changed()
  }

  function remove(item: Item): void {
    item.drop()
    set(items().filter((other) => other !== item))
    part('words', HTMLElement).focus()
  }

  function send(file: File): Item {
    // What is pasted may have no name of its own.
    const name = file.name.slice(-255) || 'pasted'
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined
    const bar = element('progress', { max: '1', value: '0', 'aria-label': `Sending ${name}` })
    const item: Item = { node: drawItem(name, file.size, preview, () => remove(item)), drop: release }
    if (file.size > mostBytes) {
      refuse(item, 'It is larger than 25 MB.')
      return item
    }
    item.node.lastElementChild?.before(bar)
    const upload = startUpload(file, name, (share) => {
      bar.value = share
    })
    item.drop = () => {
      upload.cancel()
      release()
    }
    void upload.done.then((answer) => {
      bar.remove()
      if (answer.status === 'ok') item.stored = answer.value
      else refuse(item, answer.error)
      changed()
    })
    return item

    function release(): void {
      if (preview !== undefined) URL.revokeObjectURL(preview)
    }
  }

  function refilled(stored: UploadedFile): Item {
    const item: Item = {
      node: drawItem(stored.name, stored.bytes, undefined, () => remove(item)),
      stored,
      drop() {},
    }
    return item
  }

  return {
    open(next) {
      chat = next
      show()
    },
    add: (files) => set([...items(), ...files.map(send)]),
    refill: (files) => set([...items(), ...files.map(refilled)]),
    isEmpty: () => items().length === 0,
    isReady: () => items().every(({ stored }) => stored),
    take() {
      const taken = items()
      for (const item of taken) item.drop()
      set([])
      return taken.flatMap(({ stored }) => stored ?? [])
    },
  }
}

function drawItem(name: string, bytes: number, preview: string | undefined, remove: () => void): HTMLElement {
  const picture = preview === undefined ? [] : [element('img', { src: preview, alt: '' })]
  const close = button('×', { class: 'remove', 'aria-label': `Remove ${name}`, title: 'Remove' }, remove)
  return element('li', { class: 'item' }, ...picture, drawChip(name, bytes), close)
}

function refuse({ node }: Item, problem: string): void {
  node.classList.add('bad')
  node.lastElementChild?.before(element('span', { class: 'problem', role: 'alert' }, problem))
}
