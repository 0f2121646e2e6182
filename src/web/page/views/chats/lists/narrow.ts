import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

/** Whether the screen is that of a phone, as the style sheets see it too. */
export function useNarrow(): boolean {
  const query = matchMedia('(max-width: 760px)')
  const isNarrow = useSignal(query.matches)
  useLayoutEffect(() => {
    const look = () => {
      isNarrow.value = query.matches
    }
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isNarrow.value
}
