import { effect, type ReadonlySignal } from '@preact/signals'

const SOON_MS = 150
/** The minimum time between two reads. */
const MIN_GAP_MS = 1500

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
  let isStopped = false

  function schedule(inMs: number): void {
    const at = Date.now() + inMs
    if (isStopped || (timer !== undefined && at >= dueAt)) return
    clearTimeout(timer)
    dueAt = at
    timer = setTimeout(() => void readNow(), inMs)
  }

  async function readNow(): Promise<void> {
    timer = undefined
    readAt = Date.now()
    await read()
    schedule(againMs)
  }

  void readNow()
  let isFirst = true
  const stop = effect(() => {
    void happened.value
    // An effect also runs when it is created.
    if (!isFirst) schedule(Math.max(SOON_MS, readAt + MIN_GAP_MS - Date.now()))
    isFirst = false
  })
  return () => {
    isStopped = true
    stop()
    clearTimeout(timer)
  }
}
