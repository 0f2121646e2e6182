import { type ReadonlySignal, signal } from '@preact/signals'
import type { SearchAddress } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { FoundLine } from '../../../wire/search-wire.ts'
import { askFound } from './search-calls.ts'

/** What is looked for, and what was found; nothing was found yet while it is undefined. */
export interface Search {
  asked: ReadonlySignal<SearchAddress>
  found: ReadonlySignal<FoundLine[] | undefined>
  /** Why nothing could be found out. */
  trouble: ReadonlySignal<string>
  /** What is not named stays as it is. */
  change(more: SearchAddress): void
  clear(): void
  /** The address says this: looks at once, unless that is what was typed here, which may have gone on since. */
  follow(sought: SearchAddress): void
}

/** While somebody types they are not asked about every letter. */
const pauseMs = 120

export function createSearch(api: Pick<Api, 'get'>, looking: (asked: SearchAddress) => void): Search {
  const asked = signal<SearchAddress>({})
  const found = signal<FoundLine[] | undefined>(undefined)
  const trouble = signal('')
  let current = new AbortController()
  let pause: ReturnType<typeof setTimeout> | undefined
  /** What the address was last told, or said itself. */
  let told: SearchAddress = {}

  async function find(): Promise<void> {
    const { signal: aborted } = current
    const answer = await askFound(api, trimmed(asked.value), aborted)
    // Something else is looked for by now.
    if (aborted.aborted) return
    found.value = answer.status === 'ok' ? answer.value.lines : []
    trouble.value = answer.status === 'ok' ? '' : answer.error
  }

  function leave(): void {
    clearTimeout(pause)
    current.abort()
    current = new AbortController()
  }

  function set(given: SearchAddress): void {
    leave()
    asked.value = given
    if (isSearch(given)) {
      pause = setTimeout(() => {
        tell(given)
        void find()
      }, pauseMs)
      return
    }
    found.value = undefined
    trouble.value = ''
    tell(given)
  }

  function tell(given: SearchAddress): void {
    told = given
    looking(trimmed(given))
  }

  return {
    asked,
    found,
    trouble,
    change: (more) => set({ ...asked.value, ...more }),
    clear: () => set({}),
    follow(sought) {
      if (!isSearch(sought) || isSameSearch(sought, told)) return
      leave()
      told = sought
      asked.value = sought
      void find()
    },
  }
}

/** Whether there is something to look for. */
function isSearch(asked: SearchAddress): boolean {
  return Object.values(trimmed(asked)).some(Boolean)
}

/** Two that look for the same are the same. */
function isSameSearch(one: SearchAddress, other: SearchAddress): boolean {
  const [a, b] = [trimmed(one), trimmed(other)]
  return (['find', 'channel', 'person', 'from', 'to', 'files'] as const).every((name) => a[name] === b[name])
}

function trimmed({ find, person, ...rest }: SearchAddress): SearchAddress {
  return { ...rest, find: find?.trim() || undefined, person: person?.trim() || undefined }
}
