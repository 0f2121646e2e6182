import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { ConnectionName } from '../../web/page/wire/settings-wire.ts'

/** What makes up each connection in the configuration. */
interface ConnectionTable {
  /** The part of the configuration that makes up the connection. */
  keys(config: Config): unknown
  /** The account or accounts in use; undefined if it is not connected. */
  account(config: Config, dataDir: string): string | undefined
  /** The names of its brains. */
  brains?(config: Config): string[]
  /** Whether the configuration has it, apart from what the CLI keeps itself. */
  isInConfig(config: Config): boolean
  /** What its form is filled with. */
  form?(config: Config): Record<string, string>
}

export const connectionTables: Record<ConnectionName, ConnectionTable> = {
  claude: {
    keys: ({ brain: { claude, default: usual } }) => [claude.apiKey, claude.oauthToken, usual === 'demo'],
    account({ brain: { claude } }, dataDir) {
      if (claude.apiKey !== undefined) return 'api_key'
      if (claude.oauthToken !== undefined) return 'oauth_token'
      return existsSync(join(claude.configDir ?? join(dataDir, 'claude'), '.credentials.json')) ? 'login' : undefined
    },
    brains: () => ['claude'],
    isInConfig: ({ brain: { claude } }) => claude.apiKey !== undefined || claude.oauthToken !== undefined,
  },
  provider: {
    keys: ({ providers, brain }) => [providers, brain.default],
    account: ({ providers }) => Object.keys(providers).join(', ') || undefined,
    brains: ({ providers }) => Object.keys(providers),
    isInConfig: ({ providers }) => Object.keys(providers).length > 0,
  },
  telegram: {
    keys: ({ telegram }) => telegram.token,
    // The token begins with the bot's id, which is not secret.
    account: ({ telegram }) => telegram.token?.split(':')[0],
    isInConfig: ({ telegram }) => telegram.token !== undefined,
  },
  talk: {
    keys: ({ talk }) => [talk.url, talk.user, talk.password],
    account: ({ talk: { url, user } }) => (url === undefined ? undefined : `${user}, ${new URL(url).host}`),
    isInConfig: ({ talk }) => talk.url !== undefined,
    form: ({ talk: { url = '', user = '' } }) => ({ url, user }),
  },
  email: {
    keys: ({ email }) => [email.address, email.password, email.imap, email.smtp, email.accounts],
    account({ email }) {
      const addresses = [email, ...Object.values(email.accounts)].flatMap(({ address }) => address ?? [])
      return addresses.join(', ') || undefined
    },
    isInConfig: ({ email }) => email.address !== undefined,
    form: ({ email: { address = '', user = '', imap = '', smtp = '' } }) => ({ address, user, imap, smtp }),
  },
}
