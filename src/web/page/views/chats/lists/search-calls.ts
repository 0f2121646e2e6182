import type { SearchAddress } from '../../../address.ts'
import type { Api } from '../../../api.ts'
import type { Found, SearchChoices } from '../../../wire/search-wire.ts'

/** Days are those of whoever reads; the daemon is told from when to when. */
export function askFound(api: Pick<Api, 'get'>, asked: SearchAddress, signal: AbortSignal) {
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
  return api.get<Found>(`/api/search?${query}`, signal)
}

export function askChoices(api: Pick<Api, 'get'>) {
  return api.get<SearchChoices>('/api/search/choices')
}

function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(0, new Date(year, month - 1, date + later).getTime())
}
