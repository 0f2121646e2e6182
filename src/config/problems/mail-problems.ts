import type { z } from 'zod'
import { isLoopback } from '../../lib/http/web-address.ts'
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
  const table = path.join('.')
  const at = (key: string, says: string): KeyProblem => ({
    path: [...path, ...key.split('.')],
    says: `${table}.${key} ${says}`,
  })
  const { address, password, oauth } = account
  const usesOauth = Object.values(oauth).some((value) => value !== undefined)
  const problems: KeyProblem[] = []
  if (address === undefined) problems.push(at('address', 'is missing; it is what the mailbox is written to'))
  if (password !== undefined && usesOauth) problems.push(at('password', `and ${table}.oauth exclude each other`))
  if (password === undefined && !usesOauth)
    problems.push(at('password', `is missing; the mailbox needs it, or ${table}.oauth`))
  for (const key of ['client_id', 'refresh_token'] as const)
    if (usesOauth && oauth[key] === undefined) problems.push(at(`oauth.${key}`, 'is missing'))
  if (oauth.token_url?.startsWith('http:') && !isLoopback(oauth.token_url))
    problems.push(at('oauth.token_url', 'must begin with https, or everybody on the way could read the secrets'))
  for (const key of ['imap', 'smtp'] as const) {
    if (account[key] !== undefined && !isHostOnly(account[key]))
      problems.push(at(key, `must name a host and perhaps a port, and nothing else`))
  }
  return problems
}

/** Whether the URL has only a host and a port. The password has a key of its own, which is kept out of logs. */
function isHostOnly(text: string): boolean {
  const { hostname, username, password, pathname, search, hash } = new URL(text)
  return hostname !== '' && `${username}${password}${search}${hash}` === '' && ['', '/'].includes(pathname)
}

function duplicateAddresses(boxes: Mailbox[]): KeyProblem[] {
  return boxes.flatMap(({ path, account: { address } }, index) => {
    const first = boxes.slice(0, index).find(({ account }) => address && sameAddress(account.address, address))
    if (!first) return []
    const says = `${path.join('.')}.address is the one of ${first.path.join('.')}; each mailbox is read once`
    return [{ path: [...path, 'address'], says }]
  })
}

/** Mail from our own mailbox is our own and gets no answer, so its address cannot be a person's. */
function ownAddressListed(mail: Mail, boxes: Mailbox[]): KeyProblem[] {
  return (['owner_addresses', 'member_addresses'] as const).flatMap((key) => {
    const own = mail[key].find((listed) => boxes.some(({ account }) => isOf(account, listed)))
    if (own === undefined) return []
    return [
      { path: ['email', key], says: `email.${key} has ${own}, which is Skein's own mailbox; it needs one to itself` },
    ]
  })
}

function isOf({ address, aliases }: Account, listed: string): boolean {
  return [address, ...aliases].some((own) => sameAddress(own, listed))
}

function sameAddress(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
