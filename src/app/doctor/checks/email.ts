import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MailFinding } from '../../../channels/email/wire/doctor.ts'
import type { Config } from '../../../config/config.ts'
import { openReadOnly } from '../../../store/database.ts'
import { readMemory } from '../../../store/messages/channel-state.ts'
import { createChannelCheck, within } from '../check.ts'
import type { Subject } from '../subject.ts'
import { chatServiceMessages } from '../words/chat-service-messages.ts'

const { email: texts } = chatServiceMessages
const LIMIT_MS = 30_000

async function askMailboxes(config: Config, { once, dataDir }: Subject, signal: AbortSignal): Promise<MailFinding[]> {
  const { address, accounts } = config.email
  if (address === undefined && Object.keys(accounts).length === 0) return []
  const { mailAccounts } = await import('../../../channels/email/from-config.ts')
  const { examineMailbox } = await import('../../../channels/email/wire/doctor.ts')
  return once('email', async () => {
    const each = mailAccounts(config).map((account) =>
      examineMailbox({ account, kept: () => storedRefreshToken(dataDir, account.address) }, within(LIMIT_MS, signal)),
    )
    return (await Promise.all(each)).flat()
  })
}

function storedRefreshToken(dataDir: string, account: string): string | undefined {
  const file = join(dataDir, 'skein.db')
  if (!existsSync(file)) return undefined
  const db = openReadOnly(file)
  try {
    return readMemory(db, 'email', account, 'refresh-token')
  } finally {
    db.close()
  }
}

const mailCheck = createChannelCheck(askMailboxes)

export const emailChecks = [
  mailCheck('channels.email', texts.mailbox, undefined),
  mailCheck('channels.email-sending', texts.sending, 'sending'),
  mailCheck('channels.email-verification', texts.verification, 'verification'),
]
