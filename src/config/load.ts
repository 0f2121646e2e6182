import { dirname } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { camelKeys } from './camel-keys.ts'
import { checkTree } from './check-tree.ts'
import type { Config } from './config.ts'
import { keys } from './keys.ts'
import { report, valueAt } from './problems/problems.ts'
import { schema } from './schema.ts'
import { expandPath } from './secret.ts'
import { nothingSet, readSetHere, type SetHere } from './set-here/kept.ts'
import { layOver } from './set-here/layer.ts'
import { readWritten } from './written.ts'

/** The file with what was set on the page laid over it. Throws as `loadConfig` does. */
export function readConfig(
  { configFile, dataDir }: { configFile: string | undefined; dataDir: string },
  env: NodeJS.ProcessEnv,
): Config {
  const { setHere, problem } = readSetHere(dataDir)
  const config = loadConfig(configFile, env, setHere)
  return problem === undefined ? config : Object.freeze({ ...config, warnings: [...config.warnings, problem] })
}

/**
 * Throws a ConfigError with one line per problem. Without a file at the default place the defaults hold. A file must be
 * good by itself: what was set on the page never keeps the daemon from starting, and what no longer fits is left out.
 */
export function loadConfig(file: string | undefined, env: NodeJS.ProcessEnv, setHere: SetHere = nothingSet): Config {
  const written = readWritten(file, env)
  const { place, isThere, text, mode } = written
  const raw = written.tree()
  const named = new Set(keys.map(({ name }) => name).filter((name) => valueAt(raw, name.split('.')) !== undefined))
  const own = checkTree(raw, { file: place, mode, env })
  if (!own.checked || own.problems.length > 0) throw new ConfigError(report(place, text, own.problems))

  const laid = setHere.size === 0 ? undefined : layOver(written, env, setHere)
  const { checked, warnings, fromEnvironment } = laid ?? { ...own, checked: own.checked }
  const { claude } = checked.brain
  if (claude.config_dir) claude.config_dir = expandPath(claude.config_dir, env, dirname(place))
  return Object.freeze({
    ...camelKeys(checked, schema),
    file: isThere ? place : undefined,
    named,
    fromEnvironment,
    setHere: laid?.setHere ?? nothingSet,
    warnings: Object.freeze(warnings),
  })
}
