import type { MailServer } from '../account.ts'

/** What we know about a provider, so that an address and a password are enough. */
export interface MailProvider {
  name: string
  /** The domains of its addresses. For a custom domain the IMAP host identifies the provider. */
  domains: string[]
  imap: MailServer
  smtp: MailServer
  /** The provider saves sent mails by itself, so we must not save a second copy. */
  keepsSent: boolean
  plusAddresses: boolean
  /** Where access tokens are requested. */
  tokenUrl?: string
  /** How to get the password, as text for the person who sets it up. */
  password: string
}

const tls = (host: string, port: number): MailServer => ({ host, port, security: 'tls' })
const starttls = (host: string): MailServer => ({ host, port: 587, security: 'starttls' })
const usual = (imap: string, smtp: string) => ({ imap: tls(imap, 993), smtp: tls(smtp, 465) })

export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    ...usual('imap.gmail.com', 'smtp.gmail.com'),
    keepsSent: true,
    plusAddresses: true,
    tokenUrl: 'https://oauth2.googleapis.com/token',
    password: 'an app password (myaccount.google.com/apppasswords, with 2-Step Verification on)',
  },
  {
    name: 'Microsoft 365 and Outlook.com',
    domains: ['outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'live.com', 'live.de', 'msn.com'],
    imap: tls('outlook.office365.com', 993),
    smtp: starttls('smtp.office365.com'),
    keepsSent: true,
    plusAddresses: true,
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    password: 'none: Microsoft wants OAuth2, so fill in [email.oauth]',
  },
  {
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    ...usual('imap.fastmail.com', 'smtp.fastmail.com'),
    keepsSent: false,
    plusAddresses: true,
    password: 'an app password (Settings > Privacy & Security > Connected apps)',
  },
  {
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    imap: tls('imap.mail.me.com', 993),
    smtp: starttls('smtp.mail.me.com'),
    keepsSent: false,
    plusAddresses: true,
    password: 'an app-specific password (account.apple.com, Sign-In and Security)',
  },
  {
    name: 'GMX',
    domains: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com'],
    ...usual('imap.gmx.net', 'mail.gmx.net'),
    keepsSent: false,
    plusAddresses: false,
    password: 'an application password, after IMAP was allowed in the settings of the mailbox (POP3 & IMAP)',
  },
  {
    name: 'Web.de',
    domains: ['web.de'],
    ...usual('imap.web.de', 'smtp.web.de'),
    keepsSent: false,
    plusAddresses: false,
    password: 'an application password, after IMAP was allowed in the settings of the mailbox (POP3 & IMAP)',
  },
  {
    name: 'Yahoo',
    domains: ['yahoo.com', 'yahoo.de', 'ymail.com', 'aol.com'],
    ...usual('imap.mail.yahoo.com', 'smtp.mail.yahoo.com'),
    keepsSent: true,
    plusAddresses: false,
    tokenUrl: 'https://api.login.yahoo.com/oauth2/get_token',
    password: 'an app password (Account security > Generate app password)',
  },
  {
    name: 'Posteo',
    domains: ['posteo.de', 'posteo.net', 'posteo.eu'],
    ...usual('posteo.de', 'posteo.de'),
    keepsSent: false,
    plusAddresses: true,
    password: 'the password of the mailbox',
  },
  {
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    ...usual('imap.mailbox.org', 'smtp.mailbox.org'),
    keepsSent: false,
    plusAddresses: true,
    password: 'an app password, or the password of the mailbox where it has no second factor',
  },
]

/** By the configured host, or by the domain of the address. */
export function providerOf(address: string, imapHost?: string): MailProvider | undefined {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const host = imapHost?.toLowerCase()
  if (host !== undefined) return mailProviders.find(({ imap }) => imap.host === host)
  return mailProviders.find(({ domains }) => domains.includes(domain))
}
