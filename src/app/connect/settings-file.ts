import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPaths } from '../../config/paths.ts'
import { withAssignment } from '../../config/toml-edit.ts'
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
export type SettingValues = Record<string, string | string[] | undefined>

/** The configuration with these values in a table. Everything else in the file stays as it is. */
export function withSettings(file: string, text: string, table: string[], facts: SettingValues): string {
  return Object.entries(facts).reduce(
    (before, [key, value]) =>
      withAssignment(file, before, { table, replaces: [key], set: value === undefined ? undefined : { key, value } }),
    text,
  )
}

/** Writes a secret atomically into a file that only this user can read. Returns how the configuration refers to it. */
export function saveSecretFile(dataDir: string, name: string, secret: string): string {
  const file = join(dataDir, name)
  prepareDataDir(dataDir)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
  return `file:${file}`
}
