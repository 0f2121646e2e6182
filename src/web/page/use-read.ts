import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from './api.ts'
import { readQuietly } from './read-quietly.ts'

/** What was read last, and what kept the last try from it. */
export interface Read<T> {
  value?: T
  problem?: string
}

/** What the daemon says, read quietly for as long as the view is looked at. */
export function useRead<T>(
  ask: () => Promise<Answer<T>>,
  happened: ReadonlySignal<unknown>,
  againMs: number,
): Signal<Read<T>> {
  const known = useSignal<Read<T>>({})
  useEffect(() => {
    const read = async () => {
      // What nobody sees need not be new.
      if (document.hidden) return
      known.value = taken(known.peek(), await ask())
    }
    return readQuietly(read, happened, againMs)
  }, [])
  return known
}

/** What is known stays, also while the daemon can't be asked. */
export function taken<T>(known: Read<T>, answer: Answer<T>): Read<T> {
  return answer.status === 'ok' ? { value: answer.value } : { ...known, problem: answer.error }
}
