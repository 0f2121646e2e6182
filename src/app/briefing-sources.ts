import { camelCase } from '../config/camel-keys.ts'
import type { Config } from '../config/config.ts'
import { createGuardedFetch } from '../lib/http/guarded-fetch.ts'
import type { Log } from '../lib/log.ts'
import type { SourceDeps } from '../scheduler/sources/from-config.ts'

/** What briefings are gathered with, beside the store. */
export function openBriefingSources(deps: { config(): Config; log: Log; path: string }): Omit<SourceDeps, 'db'> {
  const { config, log, path } = deps
  return {
    path,
    fetch: (asked) => createGuardedFetch({ allowed: new Set(config().scheduler.privateHosts) })(asked),
    async unread(name, limit, signal) {
      const mailbox = config().mailboxes[camelCase(name)]
      if (!mailbox) return { status: 'failed', reason: `there is no [mailboxes.${name}]` }
      const { imap, user, password, folder } = mailbox
      // The mail libraries are loaded where somebody has a mailbox, and not at every start.
      const [{ serverAt }, { readUnread }] = await Promise.all([
        import('../channels/email/from-config.ts'),
        import('../channels/email/receive/unread.ts'),
      ])
      return await readUnread({ log }, { server: serverAt(imap), user, password, folder }, limit, signal)
    },
  }
}
