import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { ConnectionName } from '../../web/page/wire/settings-wire.ts'

interface Table {
  /** Whatever of the file it is connected by. */
  facts(config: Config): unknown
  /** Who it is there, or which there are; undefined where it is not connected. */
  as(config: Config, dataDir: string): string | undefined
  /** The names its brains go by. */
  brains?(config: Config): string[]
}

export const tables: Record<ConnectionName, Table> = {
  claude: {
    facts: ({ brain: { claude, default: usual } }) => [claude.apiKey, claude.oauthToken, usual === 'demo'],
    as({ brain: { claude } }, dataDir) {
      if (claude.apiKey !== undefined) return 'api_key'
      if (claude.oauthToken !== undefined) return 'oauth_token'
      return existsSync(join(claude.configDir ?? join(dataDir, 'claude'), '.credentials.json')) ? 'login' : undefined
    },
    brains: () => ['claude'],
  },
  provider: {
    facts: ({ providers, brain }) => [providers, brain.default],
    as: ({ providers }) => Object.keys(providers).join(', ') || undefined,
    brains: ({ providers }) => Object.keys(providers),
  },
  telegram: {
    facts: ({ telegram }) => telegram.token,
    // The token begins with the number of the bot, which anybody in a chat with it can see.
    as: ({ telegram }) => telegram.token?.split(':')[0],
  },
  talk: {
    facts: ({ talk }) => [talk.url, talk.user, talk.password],
    as: ({ talk: { url, user } }) => (url === undefined ? undefined : `${user}, ${new URL(url).host}`),
  },
  email: {
    facts: ({ email }) => [email.address, email.password, email.imap, email.smtp, email.accounts],
    as({ email }) {
      const addresses = [email, ...Object.values(email.accounts)].flatMap(({ address }) => address ?? [])
      return addresses.join(', ') || undefined
    },
  },
}
