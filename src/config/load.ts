import { dirname } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { camelKeys } from './camel-keys.ts'
import { checkTree } from './check-tree.ts'
import type { Config } from './config.ts'
import { type ConfigFile, readConfigFile } from './config-file.ts'
import { keys } from './key-paths.ts'
import { applyOverrides } from './overrides/apply-overrides.ts'
import { noOverrides, type Overrides, readOverrides } from './overrides/override-file.ts'
import { report, valueAt } from './problems/problems.ts'
import { schema } from './schema/schema.ts'
import { expandPath } from './secret.ts'

/** The file with the overrides from the page. Throws as `loadConfig` does. */
export function readConfig(
  { configFile, dataDir }: { configFile: string | undefined; dataDir: string },
  env: NodeJS.ProcessEnv,
): Config {
  const { overrides, problem } = readOverrides(dataDir)
  // Stored secrets are in the data folder.
  const loaded = loadConfig(configFile, { ...env, SKEIN_DATA: dataDir }, overrides)
  const { file } = loaded.log
  const config =
    file === undefined ? loaded : { ...loaded, log: { ...loaded.log, file: expandPath(file, env, dataDir) } }
  return Object.freeze(problem === undefined ? config : { ...config, warnings: [...config.warnings, problem] })
}

/**
 * Throws a ConfigError with one line per problem. Without a file at the default path, the defaults apply. The file must
 * be valid by itself; overrides that do not fit are dropped with a warning, so that they never prevent a start.
 */
export function loadConfig(
  path: string | undefined,
  env: NodeJS.ProcessEnv,
  overrides: Overrides = noOverrides,
): Config {
  return checkConfig(readConfigFile(path, env), env, overrides)
}

/** The same for a file that was read already. */
export function checkConfig(file: ConfigFile, env: NodeJS.ProcessEnv, overrides: Overrides = noOverrides): Config {
  const raw = file.tree()
  const named = new Set(keys.map(({ name }) => name).filter((name) => valueAt(raw, name.split('.')) !== undefined))
  const own = checkTree(raw, { file: file.path, mode: file.mode, env })
  if (!own.checked || own.problems.length > 0) throw new ConfigError(report(file.path, file.text, own.problems))

  const applied = overrides.size === 0 ? undefined : applyOverrides(file, env, overrides)
  const { checked, warnings, fromEnvironment } = applied ?? { ...own, checked: own.checked }
  const { backup } = checked
  if (backup.to) backup.to = expandPath(backup.to, env, dirname(file.path))
  const { claude } = checked.brain
  if (claude.config_dir) claude.config_dir = expandPath(claude.config_dir, env, dirname(file.path))
  return Object.freeze({
    ...camelKeys(checked, schema),
    file: file.exists ? file.path : undefined,
    named,
    fromEnvironment,
    overrides: applied?.overrides ?? noOverrides,
    warnings: Object.freeze(warnings),
  })
}
