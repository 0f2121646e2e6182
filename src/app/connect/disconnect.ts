import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { draftConfig, readConfigText } from '../../config/config-draft.ts'
import { readOverrides, saveOverrides } from '../../config/overrides/override-file.ts'
import { withCredential, withoutTable } from '../../config/toml-edit.ts'
import { UsageError } from '../../domain/errors.ts'
import type { AnyText } from '../../messages/localized.ts'
import type { ConnectionName } from '../../web/page/wire/settings-wire.ts'
import { connectMessages } from './connect-messages.ts'
import type { ConnectionDeps } from './connection.ts'
import { withoutMailbox } from './email.ts'
import { forgetSecret, withSettings } from './settings-file.ts'

interface Disconnection {
  /** The configuration without the connection. */
  edit(file: string, text: string, config: Config): string
  /** The keys that the page may have set, or their tables. */
  keys: string[]
  /** Secrets that only this connection uses. */
  secrets: string[]
}

/** Removes a connection and its secrets from what is saved. `entry` is the name of a provider. */
export function disconnect(
  { name, entry = '' }: { name: ConnectionName; entry?: string | undefined },
  deps: ConnectionDeps,
  isSet: (config: Config) => boolean,
): AnyText[] {
  const saved = readConfigText(deps, deps.env)
  const before = draftConfig(saved, saved.text).config
  if (name === 'claude' && before.brain.claude.configDir !== undefined)
    throw new UsageError(connectMessages.foreignLogin(before.brain.claude.configDir))
  const { edit, keys, secrets } = disconnections[name](entry)
  const edited = edit(saved.file, saved.text, before)
  const draft = draftConfig(saved, edited)
  if (isSet(draft.config)) throw new UsageError(connectMessages.setElsewhere)
  if (edited !== saved.text) draft.commit()
  forgetOverrides(deps.dataDir, keys)
  for (const secret of secrets) forgetSecret(saved, secret)
  if (name === 'claude') rmSync(join(deps.dataDir, 'claude', '.credentials.json'), { force: true })
  return [connectMessages.disconnected]
}

const disconnections: Record<ConnectionName, (entry: string) => Disconnection> = {
  claude: () => ({
    edit: (file, text, config) => withoutDefault(file, withCredential(file, text, undefined), 'claude', config),
    keys: ['brain.claude.api_key', 'brain.claude.oauth_token'],
    secrets: ['claude-api-key', 'claude-oauth-token'],
  }),
  provider: (entry) => ({
    edit(file, text, config) {
      const edited = withoutDefault(file, withoutTable(file, text, ['providers', entry]), entry, config)
      const others = config.brain.failover.filter((brain) => brain !== entry)
      const isStandIn = others.length < config.brain.failover.length
      const failover = others.length > 0 ? others : undefined
      const rest = isStandIn ? withSettings(file, edited, ['brain'], { failover }) : edited
      return config.native.provider === entry ? withSettings(file, rest, ['native'], { provider: undefined }) : rest
    },
    keys: [`providers.${entry}`],
    secrets: [`provider-${entry}-key`],
  }),
  telegram: () => ({
    edit: (file, text) => withSettings(file, text, ['telegram'], { token: undefined }),
    keys: ['telegram.token'],
    secrets: ['telegram-token'],
  }),
  talk: () => ({
    edit: (file, text) => withSettings(file, text, ['talk'], { url: undefined, user: undefined, password: undefined }),
    keys: ['talk.url', 'talk.user', 'talk.password'],
    secrets: ['talk-password'],
  }),
  email: () => ({
    edit: withoutMailbox,
    keys: ['email.address', 'email.user', 'email.password', 'email.imap', 'email.smtp'],
    secrets: ['mail-password'],
  }),
}

function withoutDefault(file: string, text: string, brain: string, config: Config): string {
  return config.brain.default === brain ? withSettings(file, text, ['brain'], { default: undefined }) : text
}

function forgetOverrides(dataDir: string, keys: string[]): void {
  const { overrides, problem } = readOverrides(dataDir)
  if (problem !== undefined) return
  const others = [...overrides].filter(([key]) => !keys.some((gone) => key === gone || key.startsWith(`${gone}.`)))
  if (others.length < overrides.size) saveOverrides(dataDir, new Map(others))
}
