import { effect, type ReadonlySignal } from '@preact/signals'

const soonMs = 150
/** However much happens, not more often than this. */
const gapMs = 1500

/**
 * Reads again: soon after something happened on the page, and now and then in any case, because not everything that
 * happens comes by here. Returns the way to end it.
 */
export function readQuietly(read: () => Promise<void>, happened: ReadonlySignal<unknown>, againMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueAt = 0
  let readAt = 0
  let isOver = false

  function plan(inMs: number): void {
    const at = Date.now() + inMs
    if (isOver || (timer !== undefined && at >= dueAt)) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void look(), inMs)
  }

  async function look(): Promise<void> {
    timer = undefined
    readAt = Date.now()
    await read()
    plan(againMs)
  }

  void look()
  let isFirst = true
  const stop = effect(() => {
    void happened.value
    // An effect runs once when it is made, and nothing has happened by then.
    if (!isFirst) plan(Math.max(soonMs, readAt + gapMs - Date.now()))
    isFirst = false
  })
  return () => {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
