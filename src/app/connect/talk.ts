import { examineTalk } from '../../channels/talk/wire/doctor.ts'
import { createTalkClient } from '../../channels/talk/wire/talk-client.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { UsageError } from '../../domain/errors.ts'
import { type Connecting, type Finding, type Given } from './connecting.ts'
import { readConfigText } from './settings-file.ts'
import {
  type Account,
  dropAccount,
  dropReplaced,
  findOwner,
  findTalk,
  greet,
  keepPassword,
  keptAccount,
  knownOwners,
  logInByBrowser,
  logInByPassword,
  lookRound,
  nobodyWords,
  passwordWords,
  refuseItself,
  withOwnAccount,
  withOwnerId,
} from './talk-account.ts'
import { serverAddress } from './talk-address.ts'

const DROP_MS = 10_000

/** By the password of the account. */
export async function connect(given: Given, to: Connecting, signal: AbortSignal): Promise<string[]> {
  const { user, secret } = given
  if (!user) throw new UsageError('The user ID of the bot is missing.')
  if (!secret) throw new UsageError('The password of the bot’s account is missing.')
  return settle(given, to, signal, (url) => logInByPassword(url, { user, password: secret }, signal))
}

/** By a page of the server, on which the account says yes. */
export async function signIn(
  given: Given,
  to: Connecting,
  { show }: { show(page: string): void },
  signal: AbortSignal,
): Promise<string[]> {
  return settle(given, to, signal, (url) => logInByBrowser(url, show, signal))
}

/** Nothing is kept before the account has signed in and looked round. */
async function settle(
  given: Given,
  to: Connecting,
  signal: AbortSignal,
  logIn: (url: string) => Promise<Account>,
): Promise<string[]> {
  const { ownerIds } = knownOwners(readConfigText(to, to.env), to.env)
  const url = serverAddress(given.url ?? '')
  await findTalk(url, signal)
  const account = await logIn(url)
  const client = createTalkClient({ url, ...account, clock: to.clock })
  let isKept = false
  try {
    const { me, says } = await lookRound(client, url, signal)
    const owner = given.owner ? await findOwner(client, { typed: given.owner, bot: me.id, url }, signal) : undefined
    const owners = withOwnerId(ownerIds, owner)
    refuseItself(owners, me.id)
    // The file may have been edited while the server was asked.
    const before = readConfigText(to, to.env)
    const edited = withOwnAccount(before, { url, user: account.user, owners, dataDir: to.dataDir })
    const old = keptAccount(before, to.dataDir, to.env)
    keepPassword(to.dataDir, account)
    draftConfig(before.file, edited, to.env).commit()
    isKept = true
    const dropped = await dropReplaced(old, account, AbortSignal.timeout(DROP_MS))
    const greeted = owner ? [(await greet(client, owner, signal)).says] : []
    const nobody = owners.length === 0 ? [nobodyWords] : []
    return [...says, passwordWords(before.file), ...dropped, ...nobody, ...greeted]
  } finally {
    client.close()
    if (!isKept) await dropAccount(url, account, AbortSignal.timeout(DROP_MS))
  }
}

export async function examine({ talk }: Config, _to: Connecting, signal: AbortSignal): Promise<Finding[]> {
  const { url, user, password, ownerIds } = talk
  if (url === undefined || user === undefined || password === undefined) return []
  return examineTalk({ url, user, password, ownerIds }, signal)
}
