import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { ConfigError } from '../../domain/errors.ts'
import { makeFolder } from '../../lib/folders.ts'
import { configMessages } from '../config-messages.ts'

/** What the stored secrets are encrypted with. It is kept apart from them, and no backup contains it. */
export interface MachineKey {
  /** Tells keys apart without revealing them. */
  id: string
  key: Buffer
}

/** The name of the systemd credential that is used as the key if the service has one. */
export const SECRETS_KEY = 'secrets-key'

/** The keys of this machine, the one to use for new secrets first. None before the first secret. */
export function findMachineKeys(env: NodeJS.ProcessEnv): MachineKey[] {
  const credentials = env.CREDENTIALS_DIRECTORY
  const files = [...(credentials ? [join(credentials, SECRETS_KEY)] : []), machineKeyFile(env)]
  return files.flatMap((file) => readKey(file) ?? [])
}

/** The key for new secrets, which is made if there is none. */
export function makeMachineKey(env: NodeJS.ProcessEnv): MachineKey {
  const [known] = findMachineKeys(env)
  if (known) return known
  const file = machineKeyFile(env)
  makeFolder(dirname(file))
  const descriptor = openNew(file)
  const text = randomBytes(32).toString('base64')
  try {
    writeFileSync(descriptor, `${text}\n`)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  return derive(text)
}

/** Never replaces a key, with which other secrets may be encrypted. */
function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? new ConfigError(configMessages.noKeyInFile(file), { cause: error }) : error
  }
}

/** In the folder for state, so that a copy of the data folder or of the configuration does not contain it. */
export function machineKeyFile(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME: state } = env
  const folder = state && isAbsolute(state) ? state : join(env.HOME || homedir(), '.local/state')
  return join(folder, 'skein', 'secrets.key')
}

/** A key that is missing, closed or cut off counts as none. Then the secrets say that their key is missing. */
function readKey(file: string): MachineKey | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return text.length < MIN_KEY_CHARS ? undefined : derive(text)
  } catch {
    return undefined
  }
}

const MIN_KEY_CHARS = 32

function derive(text: string): MachineKey {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'skein stored secrets', 32))
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 16) }
}
