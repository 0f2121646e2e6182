import { effect, type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api, ApiResult } from './api.ts'
import type { ChatClient } from './chat-client.ts'

/** The last value, and the error of the last attempt. */
export interface Polled<T> {
  value?: T
  problem?: string
}

/** Polls the daemon while the view is shown. */
export function usePolled<T>(
  ask: () => Promise<ApiResult<T>>,
  happened: ReadonlySignal<unknown>,
  againMs: number,
): Signal<Polled<T>> {
  const state = useSignal<Polled<T>>({})
  useEffect(() => {
    const read = async () => {
      // A hidden page need not be updated.
      if (document.hidden) return
      state.value = withResult(state.peek(), await ask())
    }
    return startPolling(read, happened, againMs)
  }, [])
  return state
}

/** Keeps the known value if a request fails. */
export function withResult<T>(state: Polled<T>, answer: ApiResult<T>): Polled<T> {
  return answer.status === 'ok' ? { value: answer.value } : { ...state, problem: answer.error }
}

/** How many items need the owner's attention, for every view. */
export interface NewsCounter {
  count: ReadonlySignal<number>
  /** Sets the count to what a view has just read. */
  tell(count: number): void
}

const NEWS_POLL_MS = 10_000

export function useNews(api: Pick<Api, 'news'>, client: Pick<ChatClient, 'version'>): NewsCounter {
  const count = useSignal(0)
  useEffect(() => {
    // Also in the background, because the tab title shows the count.
    const read = async () => {
      const answer = await api.news()
      if (answer.status === 'ok') count.value = answer.value.count
    }
    return startPolling(read, client.version, NEWS_POLL_MS)
  }, [])
  return {
    count,
    tell(newCount) {
      count.value = newCount
    },
  }
}

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
