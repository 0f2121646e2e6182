/** The files that were pasted; none when words were. */
export function pastedFiles({ clipboardData }: ClipboardEvent): File[] {
  // Programs put a picture of their text beside the text; then the text is meant.
  return clipboardData?.types.includes('text/plain') ? [] : [...(clipboardData?.files ?? [])]
}

/** Files that are dropped, anywhere: one that misses the room would otherwise open in place of the page. */
export function catchDrops(add: (files: File[]) => void): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver)
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    mark(true)
  }
  const leave = (event: DragEvent) => event.relatedTarget === null && mark(false)
  const drop = (event: DragEvent) => {
    mark(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    add([...(event.dataTransfer?.files ?? [])])
  }
  addEventListener('dragover', over, { signal })
  addEventListener('dragleave', leave, { signal })
  addEventListener('drop', drop, { signal })
  return () => closing.abort()
}
