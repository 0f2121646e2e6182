import { connectMessages } from '../../app/connect/connect-messages.ts'
import { describeSavedSecret } from '../../app/connect/settings-file.ts'
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
} from '../../app/connect/talk-account.ts'
import { createTalkClient } from '../../channels/talk/wire/talk-client.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { readSecret } from '../../config/secret.ts'
import { UsageError } from '../../domain/errors.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { textIn } from '../../messages/localized.ts'
import type { GlobalOptions } from '../global-options.ts'
import { toJson } from '../global-options.ts'
import { ask, askSecret, confirm, printTo, type Terminal } from '../prompts.ts'
import { withNames } from './owner-name.ts'

export interface TalkFlags {
  url?: string
  user?: string
  passwordFile?: string
  owner?: string
  yes?: boolean
}

const REQUEST_TIMEOUT_MS = 60_000
const never = new AbortController().signal

/** `skein setup talk`: logs in to a Nextcloud, stores an app password, lists the rooms and sends a first message. */
export async function setUpTalk(
  globals: GlobalOptions,
  flags: TalkFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const print = printTo(terminal)
  const isTerminal = process.stdin.isTTY
  const saved = readConfigText(globals, env)
  const { file } = saved
  const { config, ownerIds } = knownOwners(saved)
  const url = parseServerAddress(flags.url ?? (isTerminal ? await ask('Nextcloud address: ', terminal) : undefined))
  await findTalk(url, AbortSignal.timeout(REQUEST_TIMEOUT_MS))
  const account = await logIn(url, flags, env, terminal)
  const client = createTalkClient({ url, ...account, clock: systemClock })
  let isSaved = false
  try {
    const { me, says } = await describeAccount(client, url, AbortSignal.timeout(REQUEST_TIMEOUT_MS))
    says.forEach(print)
    const typed = flags.owner ?? (isTerminal ? await ask('Your own user ID (not the bot’s): ', terminal) : undefined)
    const query = typed && { typed, bot: me.id, url }
    const owner = query ? await findOwner(client, query, AbortSignal.timeout(REQUEST_TIMEOUT_MS)) : undefined
    const owners = withOwnerId(ownerIds, owner)
    refuseBotAsOwner(owners, me.id)

    const newText = withAccountAndOwners(saved, { url, user: account.user, owners })
    const edited = await withNames(newText, { file, config, canAsk: isTerminal && flags.yes !== true, terminal })
    const replaced = savedAccount(saved)
    const backup = saveWithPassword(saved, account, () => draftConfig(saved, edited).commit())
    isSaved = true
    print(describeSavedSecret(saved))
    for (const line of await revokeReplacedPassword(replaced, account, AbortSignal.timeout(REQUEST_TIMEOUT_MS)))
      print(line)
    if (backup) print(`The previous version is in ${backup}.`)
    if (owners.length === 0) print(connectMessages.nobodyOnTalk)
    const isGreetingWanted =
      owner && (flags.yes === true || (isTerminal && (await confirm(`Send ${owner} a first message now?`, terminal))))
    const greeting = isGreetingWanted ? await greet(client, owner, AbortSignal.timeout(REQUEST_TIMEOUT_MS)) : undefined
    if (greeting) print(greeting.says)
    if (greeting && !greeting.ok) process.exitCode = 1
    print('Restart Skein to apply.')
    if (globals.json) console.log(toJson({ url, user: me.id, config: file, backup, greeted: greeting?.ok }))
  } finally {
    client.close()
    if (!isSaved) await revokeUnusedPassword(url, account, AbortSignal.timeout(REQUEST_TIMEOUT_MS))
  }
}

function parseServerAddress(address: string | undefined): string {
  if (!address) throw new UsageError('The address is missing: skein setup talk --url https://cloud.example.org.')
  return serverAddress(address)
}

async function logIn(
  url: string,
  flags: TalkFlags,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<TalkCredentials> {
  const isTerminal = process.stdin.isTTY
  const password = await readPassword(flags, env, terminal)
  if (password === '') {
    const showLink = (page: string) =>
      void terminal.output.write(
        `Open this in a browser and sign in as the bot's account, not as yourself:\n  ${printable(page)}\n`,
      )
    return logInByBrowser(url, showLink, never)
  }
  const user = flags.user ?? (isTerminal ? await ask('User ID of the bot: ', terminal) : undefined)
  if (!user) throw new UsageError('The user ID of the bot is missing: --user skein.')
  return logInByPassword(url, { user, password }, AbortSignal.timeout(REQUEST_TIMEOUT_MS))
}

/** An empty password means a login in the browser. */
async function readPassword(flags: TalkFlags, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<string> {
  if (flags.passwordFile !== undefined) {
    const secret = readSecret(`file:${flags.passwordFile}`, env, process.cwd())
    if ('says' in secret) throw new UsageError(`The password ${textIn(secret.says, 'en')}.`)
    return secret.value
  }
  if (!process.stdin.isTTY) return ''
  const question = 'Password or app password of the bot (not shown), or Enter to sign in with a browser: '
  const typed = await askSecret(question, terminal)
  if (typed === undefined) throw new UsageError('Nothing was changed.')
  return typed
}
