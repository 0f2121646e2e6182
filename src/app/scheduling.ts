import type { Config } from '../config/config.ts'
import { channelOf } from '../domain/ids.ts'
import type { Log } from '../lib/log.ts'
import { briefingMessages } from '../messages/briefing-messages.ts'
import { readHours } from '../scheduler/quiet-hours.ts'
import { createScheduling, type Scheduling } from '../scheduler/scheduling.ts'
import type { SourceDeps } from '../scheduler/sources/from-config.ts'
import { openChat, prefixIn } from '../tasks/say/channel-access.ts'
import { postMessage } from '../tasks/say/post-message.ts'
import type { TaskDeps } from '../tasks/task-deps.ts'

export interface SchedulingDeps extends TaskDeps {
  config(): Config
  /** The PATH for programs. */
  path: string
  abort(tasks: number[]): void
  planned(): void
}

/** Connects the scheduler to the pipeline: it sends messages like every other part, and its runs are normal tasks. */
export function openScheduling(deps: SchedulingDeps): Scheduling {
  const { db, clock, log, persist, config, path, abort, planned } = deps
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
    say: (line, now) => void postMessage(deps, line, now),
    reaches: (chat) => deps.channels.has(channelOf(chat)),
    prefixIn: (chat) => prefixIn(deps, chat),
    ownThread: (route, about) => deps.channels.get(channelOf(route.chat))?.manners.ownThread?.(route, about),
    open: (to, title, key, signal) => openChat(deps, { to, title, key }, signal),
  })
}

/** The sources of briefings other than the store. Network code is loaded on first use, not at every start. */
export function openBriefingSources(deps: { config(): Config; log: Log; path: string }): Omit<SourceDeps, 'db'> {
  const { config, log, path } = deps
  return {
    path,
    async fetch(asked) {
      const { createGuardedFetch } = await import('../lib/http/guarded-fetch.ts')
      const allowed = new Set(config().scheduler.privateHosts)
      return await createGuardedFetch({ allowed, allowedKey: 'private_hosts under [scheduler]' })(asked)
    },
    async unread(name, limit, signal) {
      const mailbox = config().mailboxes[name]
      if (!mailbox) return { status: 'failed', reason: briefingMessages.noMailbox(name) }
      const { imap, user, password, folder } = mailbox
      const [{ serverAt }, { readUnread }] = await Promise.all([
        import('../channels/email/from-config.ts'),
        import('../channels/email/receive/unread-mails.ts'),
      ])
      return await readUnread({ log }, { server: serverAt(imap), user, password, folder }, limit, signal)
    },
  }
}
