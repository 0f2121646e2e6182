import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { emailMessages } from '../../channels/email/email-messages.ts'
import { isRecentSign, OTHER_DAEMON } from '../../channels/shared/other-daemon.ts'
import { talkMessages } from '../../channels/talk/talk-messages.ts'
import type { Config } from '../../config/config.ts'
import type { ChannelName } from '../../domain/ids.ts'
import { openReadOnly } from '../../store/database.ts'
import { readMemory } from '../../store/messages/channel-state.ts'
import type { CheckResult } from './check-rounds.ts'

// The code of a channel is loaded only if the channel is configured, so that other checks do not wait for it.

const CHAT_CHECK_MS = 10_000
const MAIL_CHECK_MS = 30_000

export async function examineTelegramBot(
  { telegram: { token, apiRoot, ownerIds } }: Config,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  if (token === undefined) return []
  const { PUBLIC_API_ROOT } = await import('../../channels/telegram/telegram.ts')
  const { examineTelegram } = await import('../../channels/telegram/wire/doctor.ts')
  return examineTelegram({ token, apiRoot: apiRoot ?? PUBLIC_API_ROOT, ownerIds }, within(CHAT_CHECK_MS, signal))
}

export async function examineRooms({ talk }: Config, dataDir: string, signal: AbortSignal): Promise<CheckResult[]> {
  const { url, user, password, ownerIds } = talk
  if (url === undefined || user === undefined || password === undefined) return []
  const { examineTalk } = await import('../../channels/talk/wire/doctor.ts')
  const { talkAccount } = await import('../../channels/talk/wire/room.ts')
  const findings = await examineTalk({ url, user, password, ownerIds }, within(CHAT_CHECK_MS, signal))
  const isShared = isSharedAccount(dataDir, 'talk', talkAccount({ url, user }))
  return isShared ? [...findings, { verdict: 'note', says: talkMessages.otherDaemon(user) }] : findings
}

export async function examineMail(config: Config, dataDir: string, signal: AbortSignal): Promise<CheckResult[]> {
  const { address, accounts } = config.email
  if (address === undefined && Object.keys(accounts).length === 0) return []
  const { mailAccounts } = await import('../../channels/email/from-config.ts')
  const { examineMailbox } = await import('../../channels/email/wire/doctor.ts')
  const each = mailAccounts(config).map(async (account): Promise<CheckResult[]> => {
    const kept = () => readChannelMemory(dataDir, 'email', account.address, 'refresh-token')
    const findings = await examineMailbox({ account, kept }, within(MAIL_CHECK_MS, signal))
    const isShared = isSharedAccount(dataDir, 'email', account.address)
    return isShared ? [...findings, { verdict: 'note', says: emailMessages.otherDaemon(account.address) }] : findings
  })
  return (await Promise.all(each)).flat()
}

/** Whether another Skein recently used the same account. */
function isSharedAccount(dataDir: string, channel: ChannelName, account: string): boolean {
  return isRecentSign(readChannelMemory(dataDir, channel, account, OTHER_DAEMON), new Date())
}

/** What a channel stored about an account, such as its newest refresh token. */
function readChannelMemory(dataDir: string, channel: ChannelName, account: string, name: string): string | undefined {
  const file = join(dataDir, 'skein.db')
  if (!existsSync(file)) return undefined
  const db = openReadOnly(file)
  try {
    return readMemory(db, channel, account, name)
  } finally {
    db.close()
  }
}

function within(ms: number, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}
