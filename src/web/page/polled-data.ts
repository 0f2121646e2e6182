import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api, ApiResult } from './api.ts'
import type { ChatClient } from './chat-client.ts'
import { startPolling } from './polling.ts'

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

/** How many items need the owner's attention, for every view. Other people have no such items. */
export interface NewsCounter {
  count: ReadonlySignal<number>
  /** Sets the count to what a view has just read. */
  tell(count: number): void
}

const NEWS_POLL_MS = 10_000

export function useNews(api: Pick<Api, 'news'>, client: Pick<ChatClient, 'version' | 'role'>): NewsCounter {
  const count = useSignal(0)
  useEffect(() => {
    if (client.role !== 'owner') return
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
