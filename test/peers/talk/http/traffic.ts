import { createWatchers, type Watchers } from '../../watchers.ts'
import type { Fault } from './faults.ts'
import type { TalkRequest } from './request.ts'

/** One call, as the server saw it. */
export interface Seen {
  route: string
  method: string
  path: string
  query: Record<string, string>
  /** What the body said, where it said something. */
  body: Record<string, unknown> | undefined
  /** Query and body together. */
  params: Record<string, unknown>
  header(name: string): string | undefined
  /** Who the server took the caller for. */
  user: string | undefined
  /** Who the caller said to be. */
  who: string
  /** What it was answered with; undefined while it is under way and where nothing was. */
  status: number | undefined
  fault: Fault | undefined
}

export interface Traffic extends Watchers {
  readonly calls: Seen[]
  open(request: TalkRequest): Seen
  /** The call turned out to be this one, by somebody who says to be `who`. */
  route(seen: Seen, route: string, who: string): void
  close(seen: Seen): void
  inFlight(): number
  /** The most at one time since the last `reset`: of all, of a route, or of one person, as `@skein`. */
  most(route?: string): number
  /** Forgets the calls and the counts; what is under way stays counted. */
  reset(): void
}

/** Every call in order, how many were under way at a time, and a way to wait for what they bring about. */
export function createTraffic(): Traffic {
  const calls: Seen[] = []
  const open = new Set<Seen>()
  const most = new Map<string, number>()
  const watchers = createWatchers(() => calls.map((call) => `${call.method} ${call.path}`))

  function count(route: string, now: number): void {
    most.set(route, Math.max(most.get(route) ?? 0, now))
  }

  return {
    calls,
    open(request) {
      const seen: Seen = {
        route: '',
        method: request.method,
        path: request.path,
        query: Object.fromEntries(request.query),
        body: request.fields,
        params: request.params,
        header: request.header,
        user: undefined,
        who: '',
        status: undefined,
        fault: undefined,
      }
      calls.push(seen)
      open.add(seen)
      count('*', open.size)
      return seen
    },
    route(seen, route, who) {
      Object.assign(seen, { route, who })
      const others = [...open]
      count(route, others.filter((other) => other.route === route).length)
      count(`@${who}`, others.filter((other) => other.who === who).length)
      watchers.changed()
    },
    close(seen) {
      open.delete(seen)
      watchers.changed()
    },
    inFlight: () => open.size,
    most: (route = '*') => most.get(route) ?? 0,
    reset() {
      calls.length = 0
      most.clear()
    },
    ...watchers,
  }
}
