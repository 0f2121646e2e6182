import type { Config } from '../config/config.ts'
import type { Log } from '../lib/log.ts'
import type { SourceDeps } from '../scheduler/sources/from-config.ts'

/** What briefings are gathered with, beside the store. What reaches the network is loaded with its first use, not at every start. */
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
      if (!mailbox) return { status: 'failed', reason: `there is no [mailboxes.${name}]` }
      const { imap, user, password, folder } = mailbox
      const [{ serverAt }, { readUnread }] = await Promise.all([
        import('../channels/email/from-config.ts'),
        import('../channels/email/receive/unread-mails.ts'),
      ])
      return await readUnread({ log }, { server: serverAt(imap), user, password, folder }, limit, signal)
    },
  }
}
