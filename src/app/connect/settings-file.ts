import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfigPlace } from '../../config/config-place.ts'
import { changeStoredSecrets, readStoredSecrets } from '../../config/secrets/stored-secrets.ts'
import { type AssignedValue, withAssignment } from '../../config/toml-edit.ts'
import type { AnyText } from '../../messages/localized.ts'
import { prepareDataDir } from '../../store/file/data-dir.ts'
import { connectMessages } from './connect-messages.ts'

/** Keys and values of a table, as the file spells them. A key without a value is removed. */
export type SettingValues = Record<string, AssignedValue | undefined>

/** The configuration with these values in a table. Everything else in the file stays as it is. */
export function withSettings(file: string, text: string, table: string[], values: SettingValues): string {
  return Object.entries(values).reduce(
    (before, [key, value]) =>
      withAssignment(file, before, { table, replaces: [key], set: value === undefined ? undefined : { key, value } }),
    text,
  )
}

/**
 * How the configuration refers to a secret of this name. Beside a file that is ours, a secret has a file of its own in
 * the data folder. Otherwise it is one of the stored secrets, which are encrypted.
 */
export function secretReference({ dataDir, isFileWritable }: ConfigPlace, name: string): string {
  return isFileWritable ? `file:${join(dataDir, name)}` : `secret:${name}`
}

/** Where the secret was saved, for the person. */
export function describeSavedSecret({ file, isFileWritable }: ConfigPlace): AnyText {
  return isFileWritable ? connectMessages.saved(file) : connectMessages.savedBesideFile(file)
}

/** The secret that was saved under this name. */
export function savedSecret({ dataDir, env, isFileWritable }: ConfigPlace, name: string): string | undefined {
  if (isFileWritable) {
    const file = join(dataDir, name)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }
  const stored = readStoredSecrets(env)
  return 'secrets' in stored ? stored.secrets.get(name) : undefined
}

/**
 * Saves the secret, then calls `saveConfig`, which saves the configuration that refers to it. If that fails, the old
 * secret is restored, because the old configuration still refers to it.
 */
export function saveWithSecret<T>(place: ConfigPlace, name: string, secret: string, saveConfig: () => T): T {
  prepareDataDir(place.dataDir)
  const old = savedSecret(place, name)
  saveSecret(place, name, secret)
  try {
    return saveConfig()
  } catch (error) {
    saveSecret(place, name, old)
    throw error
  }
}

/** Removes a secret that the configuration no longer refers to. */
export function forgetSecret(place: ConfigPlace, name: string): void {
  if (savedSecret(place, name) !== undefined) saveSecret(place, name, undefined)
}

function saveSecret({ dataDir, env, isFileWritable }: ConfigPlace, name: string, secret: string | undefined): void {
  if (isFileWritable) return replacePrivateFile(join(dataDir, name), secret)
  changeStoredSecrets(env, (secrets) => {
    if (secret === undefined) secrets.delete(name)
    else secrets.set(name, secret)
  })
}

/** Writes a file that only this user can read, as a whole or not at all. Without content it is removed. */
function replacePrivateFile(file: string, content: string | undefined): void {
  if (content === undefined) return rmSync(file, { force: true })
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${content}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
