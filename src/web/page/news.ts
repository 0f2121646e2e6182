import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api } from './api.ts'
import { readQuietly } from './read-quietly.ts'
import type { Talk } from './talk.ts'

/** How much waits for a look of the owner's, whichever view is looked at. */
export interface News {
  count: ReadonlySignal<number>
  /** Somebody who was told it all says how much is left. */
  tell(count: number): void
}

const againMs = 10_000

export function useNews(api: Pick<Api, 'news'>, talk: Pick<Talk, 'version'>): News {
  const count = useSignal(0)
  useEffect(() => {
    // Also while the tab is in the background: its title tells.
    const read = async () => {
      const answer = await api.news()
      if (answer.status === 'ok') count.value = answer.value.count
    }
    return readQuietly(read, talk.version, againMs)
  }, [])
  return {
    count,
    tell(left) {
      count.value = left
    },
  }
}
