import type { z } from 'zod'
import { isLoopbackUrl } from '../../lib/http/web-address.ts'
import type { LocalizedText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import type { schema } from '../schema/schema.ts'
import type { KeyProblem } from './problems.ts'

type Mail = z.output<typeof schema>['email']
type Account = Mail['accounts'][string]

interface Mailbox {
  path: string[]
  account: Account
}

/** Problems that show only when the keys of a mailbox, or several mailboxes, are looked at together. */
export function mailProblems(mail: Mail): KeyProblem[] {
  const boxes = [
    ...(hasMailbox(mail) ? [{ path: ['email'], account: mail }] : []),
    ...Object.entries(mail.accounts).map(([name, account]) => ({ path: ['email', 'accounts', name], account })),
  ]
  return [...boxes.flatMap(boxProblems), ...duplicateAddresses(boxes), ...ownAddressListed(mail, boxes)]
}

/** Whether [email] itself describes a mailbox. Its other keys apply to all mailboxes. */
function hasMailbox({ address, user, password, oauth, imap, smtp }: Account): boolean {
  return [address, user, password, imap, smtp, ...Object.values(oauth)].some((value) => value !== undefined)
}

function boxProblems({ path, account }: Mailbox): KeyProblem[] {
  const { address, password, oauth } = account
  const problems: KeyProblem[] = []
  const add = (key: string, describe: (name: string, oauthTable: string) => LocalizedText) => {
    const keyPath = [...path, ...key.split('.')]
    problems.push({ path: keyPath, says: describe(keyPath.join('.'), [...path, 'oauth'].join('.')) })
  }
  const usesOauth = Object.values(oauth).some((value) => value !== undefined)
  if (address === undefined) add('address', configMessages.mailAddressMissing)
  if (password !== undefined && usesOauth) add('password', configMessages.passwordAndOauth)
  if (password === undefined && !usesOauth) add('password', configMessages.mailPasswordMissing)
  for (const key of ['client_id', 'refresh_token'] as const)
    if (usesOauth && oauth[key] === undefined) add(`oauth.${key}`, configMessages.missing)
  if (oauth.token_url?.startsWith('http:') && !isLoopbackUrl(oauth.token_url))
    add('oauth.token_url', configMessages.tokenNeedsHttps)
  for (const key of ['imap', 'smtp'] as const)
    if (account[key] !== undefined && !isHostOnly(account[key])) add(key, configMessages.hostOnly)
  return problems
}

/** Whether the URL has only a host and a port. The password has a key of its own, which is kept out of logs. */
function isHostOnly(text: string): boolean {
  const { hostname, username, password, pathname, search, hash } = new URL(text)
  return hostname !== '' && `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
}

function duplicateAddresses(boxes: Mailbox[]): KeyProblem[] {
  return boxes.flatMap(({ path, account: { address } }, index) => {
    const first = boxes.slice(0, index).find(({ account }) => address && isSameAddress(account.address, address))
    if (!first) return []
    const keyPath = [...path, 'address']
    return [{ path: keyPath, says: configMessages.duplicateMailbox(keyPath.join('.'), first.path.join('.')) }]
  })
}

/** We never answer mail from our own mailbox, so its address cannot belong to a person. */
function ownAddressListed(mail: Mail, boxes: Mailbox[]): KeyProblem[] {
  return (['owner_addresses', 'member_addresses'] as const).flatMap((key) => {
    const own = mail[key].find((listed) => boxes.some(({ account }) => hasAddress(account, listed)))
    return own === undefined ? [] : [{ path: ['email', key], says: configMessages.ownMailbox(`email.${key}`, own) }]
  })
}

function hasAddress({ address, aliases }: Account, listed: string): boolean {
  return [address, ...aliases].some((own) => isSameAddress(own, listed))
}

function isSameAddress(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}
