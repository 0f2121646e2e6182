/** One of our mailboxes: where its mail is read, and how answers are sent. */
export interface MailAccount {
  /** Our address in lower case; also the name of the account in the store. */
  address: string
  /** More addresses that reach this mailbox, in lower case. */
  aliases: string[]
  /** The display name in the mails we send. */
  displayName: string
  imap: MailServer
  smtp: MailServer
  login: Login
  /** The folders that are read. */
  folders: string[]
  /** Whether answers are sent, or only saved in Drafts. */
  mode: 'send' | 'draft'
  /** Who saves a copy of what we send: the server by itself, Skein, or nobody. */
  sentCopy: 'server' | 'append' | 'none'
  /** Every answer is also sent to ourselves, so that we can always tell whether it was sent. */
  receipts: boolean
  /** Whether mail for `name+anything@` reaches this mailbox. */
  plusAddresses: boolean
  /** The name our own server uses in Authentication-Results. Without it we check signatures ourselves. */
  authservId?: string
}

export interface MailServer {
  host: string
  port: number
  /**
   * `tls` from the first byte. `starttls` is required, so that nobody on the way can remove it. `plain` is only for
   * this machine.
   */
  security: 'tls' | 'starttls' | 'plain'
}

export type Login =
  | { kind: 'password'; user: string; password: string }
  | { kind: 'oauth2'; user: string; clientId: string; clientSecret?: string; refreshToken: string; tokenUrl: string }

/**
 * The current credentials for a mailbox or a submission server. An access token lives for an hour, so it is requested
 * at each login.
 */
export type MailCredential = { user: string; password: string } | { user: string; accessToken: string }
