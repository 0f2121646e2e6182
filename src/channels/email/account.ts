/** One mailbox of ours: where its mail is read, and where answers leave from. */
export interface MailAccount {
  /** What we are written to, in lower case; also the account's name in the store. */
  address: string
  /** Further addresses that reach this mailbox, in lower case. */
  aliases: string[]
  /** What stands beside the address in what we send. */
  displayName: string
  imap: MailServer
  smtp: MailServer
  login: Login
  /** Which folders are read. */
  folders: string[]
  /** Whether answers are sent, or lie in Drafts until somebody sends them. */
  mode: 'send' | 'draft'
  /** Who keeps a copy of what we send: the server by itself, we, or nobody. */
  sentCopy: 'server' | 'append' | 'none'
  /** Every answer goes to ourselves, too: then it can be said of each whether it left. */
  receipts: boolean
  /** Whether `name+anything@` reaches the mailbox. */
  plusAddresses: boolean
  /** As whom our own server signs its Authentication-Results; without it signatures are checked here. */
  authservId?: string
}

export interface MailServer {
  host: string
  port: number
  /**
   * `tls` from the first byte; `starttls` or nothing, so that nobody on the way can take it away; `plain` is for this
   * machine alone.
   */
  security: 'tls' | 'starttls' | 'plain'
}

export type Login =
  | { kind: 'password'; user: string; password: string }
  | { kind: 'oauth2'; user: string; clientId: string; clientSecret?: string; refreshToken: string; tokenUrl: string }

/** What opens a mailbox or a submission right now. An access token lives for an hour, so it is asked for at each login. */
export type Credential = { user: string; password: string } | { user: string; accessToken: string }
