import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer, Api } from '../api.ts'
import type { Overview } from '../overview-wire.ts'

const againMs = 5000

/** How the daemon is, read again while somebody looks. */
export function useOverview(api: Pick<Api, 'overview'>): Answer<Overview> | undefined {
  const answer = useSignal<Answer<Overview> | undefined>(undefined)
  useEffect(() => {
    const read = async () => {
      if (!document.hidden) answer.value = await api.overview()
    }
    void read()
    const again = setInterval(() => void read(), againMs)
    return () => clearInterval(again)
  }, [])
  return answer.value
}
