import { examineTalk } from '../../channels/talk/wire/doctor.ts'
import { createTalkClient } from '../../channels/talk/wire/talk-client.ts'
import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { UsageError } from '../../domain/errors.ts'
import type { AnyText } from '../../messages/localized.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps, ConnectionFinding, FormValues, SignInBrowser } from './connection.ts'
import { describeSavedSecret } from './settings-file.ts'
import {
  describeAccount,
  findOwner,
  findTalk,
  greet,
  knownOwners,
  logInByBrowser,
  logInByPassword,
  refuseBotAsOwner,
  revokeReplacedPassword,
  revokeUnusedPassword,
  savedAccount,
  saveWithPassword,
  serverAddress,
  type TalkCredentials,
  withAccountAndOwners,
  withOwnerId,
} from './talk-account.ts'

const REVOKE_TIMEOUT_MS = 10_000

/** Connects with the password of the account. */
export async function connect(form: FormValues, deps: ConnectionDeps, signal: AbortSignal): Promise<AnyText[]> {
  const { user, secret } = form
  if (!user) throw new UsageError(connectMessages.botUserMissing)
  if (!secret) throw new UsageError(connectMessages.botPasswordMissing)
  return connectAccount(form, deps, signal, (url) => logInByPassword(url, { user, password: secret }, signal))
}

/** Connects through a page of the server, on which the person confirms. */
export async function signIn(
  form: FormValues,
  deps: ConnectionDeps,
  { show }: SignInBrowser,
  signal: AbortSignal,
): Promise<AnyText[]> {
  return connectAccount(form, deps, signal, (url) => logInByBrowser(url, show, signal))
}

/** Nothing is saved before the account has signed in and its rooms were listed. */
async function connectAccount(
  form: FormValues,
  deps: ConnectionDeps,
  signal: AbortSignal,
  logIn: (url: string) => Promise<TalkCredentials>,
): Promise<AnyText[]> {
  const { env } = deps
  const { ownerIds } = knownOwners(readConfigText(deps, env))
  const url = serverAddress(form.url ?? '')
  await findTalk(url, signal)
  const account = await logIn(url)
  const client = createTalkClient({ url, ...account, clock: deps.clock })
  let isSaved = false
  try {
    const { me, says } = await describeAccount(client, url, signal)
    const owner = form.owner ? await findOwner(client, { typed: form.owner, bot: me.id, url }, signal) : undefined
    const owners = withOwnerId(ownerIds, owner)
    refuseBotAsOwner(owners, me.id)
    // The file may have been edited while the server was asked.
    const before = readConfigText(deps, env)
    const edited = withAccountAndOwners(before, { url, user: account.user, owners })
    const replaced = savedAccount(before)
    saveWithPassword(before, account, () => draftConfig(before, edited).commit())
    isSaved = true
    const revoked = await revokeReplacedPassword(replaced, account, AbortSignal.timeout(REVOKE_TIMEOUT_MS))
    const greeted = owner ? [(await greet(client, owner, signal)).says] : []
    const noOwner = owners.length === 0 ? [connectMessages.nobodyOnTalk] : []
    return [...says, describeSavedSecret(before), ...revoked, ...noOwner, ...greeted]
  } finally {
    client.close()
    if (!isSaved) await revokeUnusedPassword(url, account, AbortSignal.timeout(REVOKE_TIMEOUT_MS))
  }
}

export async function examine(
  { talk }: Config,
  _deps: ConnectionDeps,
  signal: AbortSignal,
): Promise<ConnectionFinding[]> {
  const { url, user, password, ownerIds } = talk
  if (url === undefined || user === undefined || password === undefined) return []
  return examineTalk({ url, user, password, ownerIds }, signal)
}
