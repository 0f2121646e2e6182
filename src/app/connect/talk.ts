import { examineTalk } from '../../channels/talk/wire/doctor.ts'
import { createTalkClient } from '../../channels/talk/wire/talk-client.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig } from '../../config/config-draft.ts'
import { UsageError } from '../../domain/errors.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues } from './connection.ts'
import { readConfigText } from './settings-file.ts'
import {
  describeAccount,
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
  nobodyWords,
  passwordWords,
  refuseBotAsOwner,
  serverAddress,
  type TalkCredentials,
  withOwnAccount,
  withOwnerId,
} from './talk-account.ts'

const DROP_MS = 10_000

/** Connects with the password of the account. */
export async function connect(given: FormValues, to: ConnectionDeps, signal: AbortSignal): Promise<string[]> {
  const { user, secret } = given
  if (!user) throw new UsageError('The user ID of the bot is missing.')
  if (!secret) throw new UsageError('The password of the bot’s account is missing.')
  return connectAccount(given, to, signal, (url) => logInByPassword(url, { user, password: secret }, signal))
}

/** Connects through a page of the server, on which the person confirms. */
export async function signIn(
  given: FormValues,
  to: ConnectionDeps,
  { show }: { show(page: string): void },
  signal: AbortSignal,
): Promise<string[]> {
  return connectAccount(given, to, signal, (url) => logInByBrowser(url, show, signal))
}

/** Nothing is saved before the account has signed in and its rooms were listed. */
async function connectAccount(
  given: FormValues,
  to: ConnectionDeps,
  signal: AbortSignal,
  logIn: (url: string) => Promise<TalkCredentials>,
): Promise<string[]> {
  const { ownerIds } = knownOwners(readConfigText(to, to.env), to.env)
  const url = serverAddress(given.url ?? '')
  await findTalk(url, signal)
  const account = await logIn(url)
  const client = createTalkClient({ url, ...account, clock: to.clock })
  let isKept = false
  try {
    const { me, says } = await describeAccount(client, url, signal)
    const owner = given.owner ? await findOwner(client, { typed: given.owner, bot: me.id, url }, signal) : undefined
    const owners = withOwnerId(ownerIds, owner)
    refuseBotAsOwner(owners, me.id)
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

export async function examine(
  { talk }: Config,
  _to: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const { url, user, password, ownerIds } = talk
  if (url === undefined || user === undefined || password === undefined) return []
  return examineTalk({ url, user, password, ownerIds }, signal)
}
