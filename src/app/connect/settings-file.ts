import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPaths } from '../../config/paths.ts'
import { type AssignedValue, withAssignment } from '../../config/toml-edit.ts'
import { prepareDataDir } from '../../store/file/data-dir.ts'

/** The configuration file, which may not exist yet. */
export function readConfigText(
  { configFile }: { configFile: string | undefined },
  env: NodeJS.ProcessEnv,
): { file: string; text: string } {
  const file = configFile ?? defaultPaths(env).config
  return { file, text: existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : '' }
}

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

/** A secret with a file of its own in the data directory. */
export interface SecretFile {
  dataDir: string
  name: string
}

/** How the configuration refers to the secret. */
export function secretReference({ dataDir, name }: SecretFile): string {
  return `file:${join(dataDir, name)}`
}

/**
 * Writes the secret, then calls `saveConfig`, which saves the configuration that refers to it. If that fails, the old
 * secret is restored, because the old configuration still refers to it.
 */
export function saveWithSecret<T>({ dataDir, name }: SecretFile, secret: string, saveConfig: () => T): T {
  const file = join(dataDir, name)
  prepareDataDir(dataDir)
  const old = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  replacePrivateFile(file, `${secret}\n`)
  try {
    return saveConfig()
  } catch (error) {
    if (old === undefined) rmSync(file, { force: true })
    else replacePrivateFile(file, old)
    throw error
  }
}

/** Writes a file that only this user can read, as a whole or not at all. */
function replacePrivateFile(file: string, content: string): void {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, content, { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
