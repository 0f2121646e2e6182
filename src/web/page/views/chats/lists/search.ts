import { type ReadonlySignal, signal } from '@preact/signals'
import type { SearchAddress } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { SearchChoices, WireFoundLine, WireFoundLines } from '../../../wire/chat-wire.ts'

/** The search and its results. Results are undefined before the first search. */
export interface ChatSearch {
  asked: ReadonlySignal<SearchAddress>
  found: ReadonlySignal<WireFoundLine[] | undefined>
  /** The error of the last search. */
  trouble: ReadonlySignal<string>
  /** Changes only the given fields. */
  change(changes: SearchAddress): void
  clear(): void
  /** Searches for what the address says, unless the address only repeats what was typed here. */
  follow(addressed: SearchAddress): void
}

/** Wait for a pause in typing. */
const TYPING_PAUSE_MS = 120

export function createChatSearch(api: Pick<Api, 'get'>, onSearch: (query: SearchAddress) => void): ChatSearch {
  const query = signal<SearchAddress>({})
  const results = signal<WireFoundLine[] | undefined>(undefined)
  const error = signal('')
  let current = new AbortController()
  let pause: ReturnType<typeof setTimeout> | undefined
  /** The last search that the address got or gave. */
  let lastAddress: SearchAddress = {}

  async function find(): Promise<void> {
    const { signal: aborted } = current
    const answer = await requestResults(api, trimmed(query.value), aborted)
    // Another search has started since.
    if (aborted.aborted) return
    results.value = answer.status === 'ok' ? answer.value.lines : []
    error.value = answer.status === 'ok' ? '' : answer.error
  }

  function cancelRunning(): void {
    clearTimeout(pause)
    current.abort()
    current = new AbortController()
  }

  function set(newQuery: SearchAddress): void {
    cancelRunning()
    query.value = newQuery
    if (isSearch(newQuery)) {
      pause = setTimeout(() => {
        updateAddress(newQuery)
        void find()
      }, TYPING_PAUSE_MS)
      return
    }
    results.value = undefined
    error.value = ''
    updateAddress(newQuery)
  }

  function updateAddress(newQuery: SearchAddress): void {
    lastAddress = newQuery
    onSearch(trimmed(newQuery))
  }

  return {
    asked: query,
    found: results,
    trouble: error,
    change: (changes) => set({ ...query.value, ...changes }),
    clear: () => set({}),
    follow(addressed) {
      if (!isSearch(addressed) || isSameSearch(addressed, lastAddress)) return
      cancelRunning()
      lastAddress = addressed
      query.value = addressed
      void find()
    },
  }
}

function isSearch(query: SearchAddress): boolean {
  return Object.values(trimmed(query)).some(Boolean)
}

/** Two searches with the same terms and filters are the same. */
function isSameSearch(first: SearchAddress, second: SearchAddress): boolean {
  const [a, b] = [trimmed(first), trimmed(second)]
  return (['find', 'channel', 'person', 'from', 'to', 'files'] as const).every((name) => a[name] === b[name])
}

function trimmed({ find, person, ...rest }: SearchAddress): SearchAddress {
  return { ...rest, find: find?.trim() || undefined, person: person?.trim() || undefined }
}

/** Days are in the reader's time zone, so the daemon gets exact times. */
function requestResults(
  api: Pick<Api, 'get'>,
  { find = '', channel, person, from, to, files }: SearchAddress,
  signal: AbortSignal,
) {
  const until = to === undefined ? undefined : startOf(to, 1)
  const query = new URLSearchParams({
    q: find,
    ...(channel && { channel }),
    ...(person && { person }),
    ...(from && { from: String(startOf(from)) }),
    ...(until && { until: String(until) }),
    ...(files && { files: 'true' }),
  })
  return api.get<WireFoundLines>(`/api/search?${query}`, signal)
}

export function askChoices(api: Pick<Api, 'get'>) {
  return api.get<SearchChoices>('/api/search/choices')
}

function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime())
}
