import { z } from 'zod'
import { serializeText } from '../../messages/localized.ts'
import { expectedValues } from '../expected-values.ts'
import {
  flag,
  httpUrl,
  imapUrl,
  listOf,
  namedTables,
  nameText,
  oneOf,
  secret,
  section,
  text,
  wholeNumber,
} from './shapes.ts'

const mailAddress = /^[^\s@<>",;]+@[^\s@<>",;]+$/

const addresses = listOf((item) => mailAddress.test(item), expectedValues.mailAddresses).default([])

/** The keys of one mailbox. */
const mailbox = {
  address: z
    .string(serializeText(expectedValues.mailAddress))
    .regex(mailAddress, serializeText(expectedValues.mailAddress))
    .optional()
    .meta({ description: 'The mail address of the mailbox.', examples: ['skein@example.org'] }),
  aliases: addresses.describe(
    'Other addresses whose mail arrives in this mailbox, such as ["assistant@example.org"]. name+anything@example.org needs no entry. For Gmail, variants with dots and googlemail.com need none either.',
  ),
  name: nameText().default('Skein').describe('The name that recipients see next to the address.'),
  user: text()
    .optional()
    .meta({
      description: 'The user name for the mail servers. Defaults to the address.',
      examples: ['skein@example.org'],
    }),
  password: secret()
    .optional()
    .meta({
      description: 'The password of the mailbox. Most providers want an app password.',
      examples: ['file:mail-password'],
    }),
  oauth: section({
    client_id: text()
      .optional()
      .meta({ description: 'The client id of an application registered with the provider.', examples: ['1234-abcd'] }),
    client_secret: secret()
      .optional()
      .meta({
        description: 'The client secret of that application, if it has one.',
        examples: ['env:MAIL_CLIENT_SECRET'],
      }),
    refresh_token: secret()
      .optional()
      .meta({
        description: 'The refresh token of a sign-in to that application.',
        examples: ['file:mail-refresh-token'],
      }),
    token_url: httpUrl()
      .optional()
      .meta({
        description: 'The address of the token service. Not needed for Gmail and Microsoft.',
        examples: ['https://oauth2.googleapis.com/token'],
      }),
  }).describe('OAuth instead of a password. Microsoft 365 accepts nothing else.'),
  imap: imapUrl()
    .optional()
    .meta({
      description:
        'The server that mail is read from. "imaps://host" uses TLS from the start, "imap://host" switches to TLS (STARTTLS) before logging in. Unencrypted connections are allowed only to this machine.',
      examples: ['imaps://imap.example.org'],
    }),
  smtp: z
    .url({ protocol: /^smtps?$/, error: serializeText(expectedValues.addressSuchAs('smtps://smtp.example.org')) })
    .optional()
    .meta({
      description: 'The server that mail is sent with: "smtps://host", or "smtp://host" for STARTTLS.',
      examples: ['smtps://smtp.example.org'],
    }),
  folders: listOf((item) => item !== '', expectedValues.folders)
    .default(['INBOX'])
    .describe('The folders that are read.'),
  mode: oneOf(['send', 'draft'])
    .default('send')
    .describe(
      '"send" sends answers at once. "draft" saves them in Drafts until you send them, from there or with !send.',
    ),
  sent_copy: oneOf(['auto', 'server', 'append', 'none'])
    .default('auto')
    .describe(
      'Who saves a copy of sent mail: "server", "append" (Skein does it), "none", or "auto" (what the provider is known to need, otherwise "append").',
    ),
  receipts: flag(false).describe(
    'Send a copy of every answer to the mailbox itself. After a broken connection, Skein can then check whether the answer was sent.',
  ),
  plus_addresses: flag(false).describe(
    'Whether name+anything@example.org reaches the mailbox. Replies then find their conversation even without mail headers.',
  ),
  authserv_id: text()
    .optional()
    .meta({
      description:
        'The name your mail server uses in its Authentication-Results headers, usually its host name ("skein doctor" shows what it found). Without it, Skein checks the signatures of mails itself.',
      examples: ['mx.example.org'],
    }),
}

export const email = section({
  ...mailbox,
  accounts: namedTables(mailbox, expectedValues.accounts).meta({
    description: 'More mailboxes. Each table has the keys of [email] from address to authserv_id, and oauth.',
    examples: [{ work: { address: 'skein@work.example', password: 'file:work-mail-password' } }],
    keysAs: 'email',
  }),
  owner_addresses: addresses.describe(
    'Your own mail addresses. A mail counts as yours only if DKIM or DMARC proves it; a mail that could be forged is treated as untrusted text.',
  ),
  member_addresses: addresses.describe('The mail addresses of other people who may talk to the assistant.'),
  strangers: oneOf(['ignore', 'notify', 'draft'])
    .default('ignore')
    .describe('What happens to mail from other people: "ignore", "notify" you, or write a "draft" for you to check.'),
  quote: flag(true).describe('Whether an answer quotes the mail it answers.'),
  replies_per_thread: wholeNumber(1, 1000)
    .default(5)
    .describe('The most answers per hour in one thread. Beyond that Skein stays silent and notifies you.'),
  replies_per_sender: wholeNumber(1, 1000)
    .default(20)
    .describe('The most answers per hour to one sender. Beyond that Skein stays silent and notifies you.'),
}).describe(
  "A mailbox of the assistant's own. For Gmail, Outlook, Fastmail, iCloud, GMX, Web.de, Yahoo, Posteo and mailbox.org the address and the password are enough; other providers also need imap and smtp. Mail that is already there when Skein first connects is left alone.",
)
