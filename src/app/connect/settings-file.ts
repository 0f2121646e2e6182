import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultPaths } from '../../config/paths.ts'
import { withAssignment } from '../../config/toml-edit.ts'
import { prepareDataDir } from '../../store/file/data-dir.ts'

/** The file that is in use, or will be. */
export function readConfigText(
  { configFile }: { configFile: string | undefined },
  env: NodeJS.ProcessEnv,
): { file: string; text: string } {
  const file = configFile ?? defaultPaths(env).config
  return { file, text: existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : '' }
}

/** What a table is to say, as the file spells it. A key without a value goes. */
export type SettingValues = Record<string, string | string[] | undefined>

/** The configuration with these facts in a table; everything else that the file says stays as it is. */
export function withSettings(file: string, text: string, table: string[], facts: SettingValues): string {
  return Object.entries(facts).reduce(
    (before, [key, value]) =>
      withAssignment(file, before, { table, replaces: [key], set: value === undefined ? undefined : { key, value } }),
    text,
  )
}

/** Whole or not at all, and readable by this user alone from its first moment. Answers how the configuration names it. */
export function saveSecretFile(dataDir: string, name: string, secret: string): string {
  const file = join(dataDir, name)
  prepareDataDir(dataDir)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
  return `file:${file}`
}
