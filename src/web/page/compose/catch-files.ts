import { part } from '../element.ts'

/** The three ways a file comes to the page: chosen, dropped, pasted. */
export function catchFiles(add: (files: File[]) => void): void {
  const chooser = part('chooser', HTMLInputElement)
  const room = part('room', HTMLElement)

  part('attach', HTMLButtonElement).addEventListener('click', () => chooser.click())
  chooser.addEventListener('change', () => {
    add([...(chooser.files ?? [])])
    // So that choosing the same file again is a change again.
    chooser.value = ''
  })

  part('words', HTMLElement).addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // Programs put a picture of their text beside the text; then the text is meant.
    if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    add(files)
  })

  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  // On the whole window: a file that misses the room would otherwise open in place of the page.
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    room.classList.add('dropping')
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) room.classList.remove('dropping')
  })
  addEventListener('drop', (event) => {
    room.classList.remove('dropping')
    if (!hasFiles(event)) return
    event.preventDefault()
    add([...(event.dataTransfer?.files ?? [])])
  })
}
