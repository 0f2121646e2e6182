import { type ReadonlySignal, signal } from '@preact/signals'
import type { SearchAddress } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { FoundLine, FoundLines, SearchChoices } from '../../../wire/chat-wire.ts'

/** The search and its results. Results are undefined before the first search. */
export interface ChatSearch {
  asked: ReadonlySignal<SearchAddress>
  found: ReadonlySignal<FoundLine[] | undefined>
  /** The error of the last search. */
  trouble: ReadonlySignal<string>
  /** Changes only the given fields. */
  change(more: SearchAddress): void
  clear(): void
  /** Searches for what the address says, unless the address only repeats what was typed here. */
  follow(sought: SearchAddress): void
}

/** Wait for a pause in typing. */
const pauseMs = 120

export function createChatSearch(api: Pick<Api, 'get'>, looking: (asked: SearchAddress) => void): ChatSearch {
  const asked = signal<SearchAddress>({})
  const found = signal<FoundLine[] | undefined>(undefined)
  const error = signal('')
  let current = new AbortController()
  let pause: ReturnType<typeof setTimeout> | undefined
  /** The last search that the address got or gave. */
  let told: SearchAddress = {}

  async function find(): Promise<void> {
    const { signal: aborted } = current
    const answer = await askFound(api, trimmed(asked.value), aborted)
    // Another search has started since.
    if (aborted.aborted) return
    found.value = answer.status === 'ok' ? answer.value.lines : []
    error.value = answer.status === 'ok' ? '' : answer.error
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
    error.value = ''
    tell(given)
  }

  function tell(given: SearchAddress): void {
    told = given
    looking(trimmed(given))
  }

  return {
    asked,
    found,
    trouble: error,
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

function isSearch(asked: SearchAddress): boolean {
  return Object.values(trimmed(asked)).some(Boolean)
}

/** Two searches with the same terms and filters are the same. */
function isSameSearch(one: SearchAddress, other: SearchAddress): boolean {
  const [a, b] = [trimmed(one), trimmed(other)]
  return (['find', 'channel', 'person', 'from', 'to', 'files'] as const).every((name) => a[name] === b[name])
}

function trimmed({ find, person, ...rest }: SearchAddress): SearchAddress {
  return { ...rest, find: find?.trim() || undefined, person: person?.trim() || undefined }
}

/** Days are in the reader's time zone, so the daemon gets exact times. */
function askFound(api: Pick<Api, 'get'>, asked: SearchAddress, signal: AbortSignal) {
  const { find = '', channel, person, from, to, files } = asked
  const until = to === undefined ? undefined : startOf(to, 1)
  const query = new URLSearchParams({
    q: find,
    ...(channel && { channel }),
    ...(person && { person }),
    ...(from && { from: String(startOf(from)) }),
    ...(until && { until: String(until) }),
    ...(files && { files: 'true' }),
  })
  return api.get<FoundLines>(`/api/search?${query}`, signal)
}

export function askChoices(api: Pick<Api, 'get'>) {
  return api.get<SearchChoices>('/api/search/choices')
}

function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime())
}
