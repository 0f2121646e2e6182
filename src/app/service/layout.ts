import { homedir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultPaths } from '../../config/paths.ts'

export type Scope = 'system' | 'user'

/** Where a service keeps its things, and how systemd's tools are asked about it. */
export interface ServiceLayout {
  scope: Scope
  unitFile: string
  /** The folder into which `systemctl edit` writes. */
  dropIns: string
  configFile: string
  data: string
  /** Copies of secrets, which the daemon itself cannot read. */
  credentials: string
  /** The key of the stored secrets, encrypted by systemd, which only the systemd of the system can do everywhere. */
  encryptedKey?: string
  /** The folder in which the daemon finds them while it runs. */
  loadedCredentials: string
  /** The account of the service. A user service runs as its user. */
  account: string
  systemctl: string[]
  journalctl: string[]
}

export const UNIT = 'skein.service'

export const systemLayout: ServiceLayout = {
  scope: 'system',
  unitFile: `/etc/systemd/system/${UNIT}`,
  dropIns: `/etc/systemd/system/${UNIT}.d`,
  configFile: '/etc/skein/config.toml',
  data: '/var/lib/skein',
  credentials: '/etc/skein/credentials',
  encryptedKey: '/etc/skein/secrets-key.cred',
  loadedCredentials: `/run/credentials/${UNIT}`,
  account: 'skein',
  systemctl: ['systemctl'],
  journalctl: ['journalctl', '-u', UNIT],
}

export function userLayout(env: NodeJS.ProcessEnv, paths: { config: string; data: string } = defaultPaths(env)) {
  const units = join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'systemd', 'user')
  const { uid, username } = userInfo()
  return {
    scope: 'user',
    unitFile: join(units, UNIT),
    dropIns: join(units, `${UNIT}.d`),
    configFile: paths.config,
    data: paths.data,
    credentials: join(dirname(paths.config), 'credentials'),
    loadedCredentials: join(env.XDG_RUNTIME_DIR || `/run/user/${uid}`, 'credentials', UNIT),
    account: username,
    systemctl: ['systemctl', '--user'],
    journalctl: ['journalctl', '--user', '-u', UNIT],
  } satisfies ServiceLayout
}
