import { createHash } from 'node:crypto'
import { createEmail, type EmailChannel } from '../../channels/email/email.ts'
import { mailAccounts } from '../../channels/email/from-config.ts'
import type { Config } from '../../config/config.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { FileStore } from '../../store/files/file-store.ts'
import { readChatTexts } from '../../store/messages/line-pages.ts'
import { fenceKey } from '../../store/secret-keys.ts'
import type { TaskDeps } from '../../tasks/task-deps.ts'
import { createChannelFileStore } from './channel-files.ts'

export interface OpenEmailDeps extends Pick<TaskDeps, 'db' | 'clock' | 'log'> {
  config: Config
  fileStore: FileStore
  trouble(sentence: AnyText): void
}

/** Undefined without a mailbox. */
export function openEmail(deps: OpenEmailDeps): EmailChannel | undefined {
  const { db, clock, log, config, trouble } = deps
  const { strangers, quote, repliesPerThread: perThread, repliesPerSender: perSender } = config.email
  const accounts = mailAccounts(config)
  if (accounts.length === 0) return undefined
  return createEmail({
    accounts,
    strangers,
    quote,
    caps: { perThread, perSender },
    fileStore: createChannelFileStore(deps),
    saidIn: (chat) => readChatTexts(db, chat),
    // A hash and not the key itself, because values derived from it are in every mail we send.
    seed: createHash('sha256')
      .update(`mail\n${fenceKey(db)}`)
      .digest('hex'),
    clock,
    log,
    trouble,
  })
}
