// The key of the stored secrets as an encrypted credential of systemd. The service of the system may write only to its data
// folder, so a key that the daemon makes itself is beside the secrets. As a credential it is outside, encrypted with the
// key of the machine that only root can read, and a copy of the data folder reveals nothing.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SECRETS_KEY } from '../../config/secrets/machine-key.ts'
import type { RunOutcome } from '../../lib/child.ts'
import { quoteForShell } from '../../lib/sandbox.ts'
import type { ServiceLayout } from './layout.ts'
import type { Step } from './steps.ts'

export type Run = (command: string[]) => Promise<RunOutcome>

/** `unusable`: it was encrypted on another machine, or the key of this one was replaced. */
export type SecretsKeyState = 'none' | 'usable' | 'unusable'

export async function readSecretsKey({ encryptedKey }: ServiceLayout, run: Run): Promise<SecretsKeyState> {
  if (encryptedKey === undefined || !existsSync(encryptedKey)) return 'none'
  const decrypted = await run(['systemd-creds', 'decrypt', `--name=${SECRETS_KEY}`, encryptedKey, '-'])
  return decrypted.status === 'exited' && decrypted.code === 0 ? 'usable' : 'unusable'
}

/** Whether systemd can encrypt here. Makes the key of the machine unless there is one. */
export async function canEncryptKey({ encryptedKey }: ServiceLayout, dryRun: boolean, run: Run): Promise<boolean> {
  if (encryptedKey === undefined) return false
  const asked = await run(['systemd-creds', dryRun ? '--version' : 'setup'])
  return asked.status === 'exited' && asked.code === 0
}

/** Uses the key of the machine instead of a TPM: a TPM may refuse after a firmware update, and then nothing would start. */
export function makeKeySteps(layout: ServiceLayout, state: SecretsKeyState): Step[] {
  const { encryptedKey, data } = layout
  if (encryptedKey === undefined || state === 'usable') return []
  const key = quoteForShell(plainKeyOf(layout))
  const encrypt = (source: string) =>
    `systemd-creds encrypt --with-key=host --name=${SECRETS_KEY} ${source} ${quoteForShell(encryptedKey)}`
  const script = `umask 077; if test -f ${key}; then ${encrypt(key)}; else head -c 32 /dev/urandom | base64 | ${encrypt('-')}; fi`
  const says =
    state === 'none'
      ? `Made a key for the stored secrets in ${encryptedKey}, encrypted with the key of this machine.`
      : `Made a new key for the stored secrets in ${encryptedKey}, because the old one cannot be decrypted on this machine. The secrets are lost: move ${join(data, 'secrets.json')} away and connect again what used them.`
  return [
    {
      says,
      actions: [{ run: ['sh', '-c', script] }],
      undo: state === 'none' ? [{ run: ['rm', '-f', encryptedKey] }] : [],
    },
  ]
}

/** Call this only after the service was started with the credential. */
export function dropPlainKeySteps(layout: ServiceLayout, state: SecretsKeyState, isMoved: boolean): Step[] {
  const plainKey = plainKeyOf(layout)
  if (layout.encryptedKey === undefined || state === 'usable' || !(isMoved || existsSync(plainKey))) return []
  return [
    { says: `Removed ${plainKey}, which the encrypted key replaces.`, actions: [{ run: ['rm', '-f', plainKey] }] },
  ]
}

/** The conversations that stay need the key to read their secrets. */
export function returnKeySteps(layout: ServiceLayout, state: SecretsKeyState): Step[] {
  const { encryptedKey } = layout
  if (encryptedKey === undefined || state === 'none') return []
  const plainKey = plainKeyOf(layout)
  const [from, to] = [encryptedKey, plainKey].map(quoteForShell)
  const script = [
    'umask 077',
    `test ! -e ${to}`,
    `mkdir -p ${quoteForShell(dirname(plainKey))}`,
    `systemd-creds decrypt --name=${SECRETS_KEY} ${from} ${to}`,
    `rm ${from}`,
  ].join(' && ')
  return [
    {
      says: `Moved the key of the stored secrets from ${encryptedKey} to ${plainKey}.`,
      actions: [{ run: ['sh', '-c', script] }],
      mayFail: `The key of the stored secrets stays in ${encryptedKey}, because it could not be moved to ${plainKey}.`,
    },
  ]
}

/** Where the daemon keeps a key that it makes itself. */
function plainKeyOf({ data }: ServiceLayout): string {
  return join(data, '.local/state/skein/secrets.key')
}
