import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../domain/errors.ts'
import { isLoopbackUrl } from '../../lib/http/web-address.ts'
import type { Login, MailAccount, MailServer } from './account.ts'
import { plainAddress } from './authority/addresses.ts'
import { type MailProvider, providerOf } from './wire/providers.ts'

type MailTable = Config['email']['accounts'][string]

/** The configured mailboxes. Throws a ConfigError if a server has to be configured. */
export function mailAccounts({ email }: Config): MailAccount[] {
  const tables: [string, MailTable][] = [
    ['email', email],
    ...Object.entries(email.accounts).map(([name, table]): [string, MailTable] => [`email.accounts.${name}`, table]),
  ]
  return tables.flatMap(([name, table]) => (table.address === undefined ? [] : [accountOf(name, table, table.address)]))
}

function accountOf(name: string, table: MailTable, written: string): MailAccount {
  const address = plainAddress(written)
  const provider = providerOf(address, table.imap === undefined ? undefined : new URL(table.imap).hostname)
  const [imap, smtp] = (['imap', 'smtp'] as const).map((kind) => {
    const server = table[kind] === undefined ? provider?.[kind] : serverAt(table[kind])
    if (server) return server
    const message = `${name}.${kind} is missing: Skein does not know the servers of ${address}`
    throw new ConfigError(`${message}; ask its provider and write them as in config.example.toml.`)
  })
  if (!imap || !smtp) throw new Error('a mailbox without servers')
  return {
    address,
    aliases: table.aliases.map(plainAddress),
    displayName: table.name,
    imap,
    smtp,
    login: loginOf(name, table, written, provider),
    folders: [...new Set(table.folders)],
    mode: table.mode,
    sentCopy: table.sentCopy === 'auto' ? (provider?.keepsSent ? 'server' : 'append') : table.sentCopy,
    receipts: table.receipts,
    plusAddresses: table.plusAddresses || (provider?.plusAddresses ?? false),
    ...(table.authservId === undefined ? {} : { authservId: table.authservId }),
  }
}

const ports = { 'imaps:': 993, 'imap:': 143, 'smtps:': 465, 'smtp:': 587 }

/** TLS or STARTTLS. Unencrypted only on this machine. */
export function serverAt(text: string): MailServer {
  const url = new URL(text)
  const protocol = url.protocol as keyof typeof ports
  const security = protocol.endsWith('s:') ? 'tls' : isLoopbackUrl(text) ? 'plain' : 'starttls'
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || ports[protocol], security }
}

function loginOf(name: string, table: MailTable, address: string, provider: MailProvider | undefined): Login {
  const { user = address, password, oauth } = table
  if (password !== undefined) return { kind: 'password', user, password }
  const { clientId, clientSecret, refreshToken, tokenUrl = provider?.tokenUrl } = oauth
  if (clientId === undefined || refreshToken === undefined || tokenUrl === undefined)
    throw new ConfigError(
      `${name}.oauth.token_url is missing: where ${address} gets its tokens is not known by itself.`,
    )
  const secret = clientSecret === undefined ? {} : { clientSecret }
  return { kind: 'oauth2', user, clientId, refreshToken, tokenUrl, ...secret }
}
