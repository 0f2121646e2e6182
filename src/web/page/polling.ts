import { effect, type ReadonlySignal } from '@preact/signals'

const soonMs = 150
/** The minimum time between two reads. */
const gapMs = 1500

/**
 * Polls: soon after something changed on the page, and regularly, because not every change is seen here. Returns a
 * function to stop.
 */
export function startPolling(
  read: () => Promise<void>,
  happened: ReadonlySignal<unknown>,
  againMs: number,
): () => void {
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
    // An effect also runs when it is created.
    if (!isFirst) plan(Math.max(soonMs, readAt + gapMs - Date.now()))
    isFirst = false
  })
  return () => {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
