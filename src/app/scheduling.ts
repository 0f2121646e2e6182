import type { Config } from '../config/config.ts'
import { channelOf } from '../domain/ids.ts'
import { readHours } from '../scheduler/quiet-hours.ts'
import { createScheduling, type Scheduling } from '../scheduler/scheduling.ts'
import type { Road } from '../tasks/road.ts'
import { openChat } from '../tasks/say/open-chat.ts'
import { prefixIn } from '../tasks/say/prefix.ts'
import { speak } from '../tasks/say/speak.ts'
import { openBriefingSources } from './briefing-sources.ts'

export interface SchedulingDeps extends Road {
  config(): Config
  /** Where programs are looked for. */
  path: string
  abort(tasks: number[]): void
  planned(): void
}

/** Joins the scheduler to the road: what it says is spoken like everything else, what it plans is a task like any other. */
export function openScheduling(road: SchedulingDeps): Scheduling {
  const { db, clock, log, persist, config, path, abort, planned } = road
  return createScheduling({
    db,
    clock,
    log,
    persist,
    ...openBriefingSources({ config, log, path }),
    config,
    abort,
    planned,
    random: Math.random,
    settings() {
      const { timezone, scheduler } = config()
      const { quietHours, spreadSeconds } = scheduler
      return {
        timezone,
        quietHours: quietHours === undefined ? undefined : readHours(quietHours),
        spreadMs: spreadSeconds * 1000,
      }
    },
    say: (line, now) => void speak(road, line, now),
    reaches: (chat) => road.channels.has(channelOf(chat)),
    prefixIn: (chat) => prefixIn(road, chat),
    ownThread: (route, about) => road.channels.get(channelOf(route.chat))?.manners.ownThread?.(route, about),
    open: (to, title, key, signal) => openChat(road, { to, title, key }, signal),
  })
}
