import { readConfigFile } from '../config-file.ts'
import { secretPaths, spellKey } from '../key-paths.ts'
import { readOverrides } from '../overrides/override-file.ts'
import { savedConfig } from '../overrides/saved-config.ts'
import { valueAt } from '../problems/problems.ts'
import { storedName } from '../secret.ts'

/** Which keys of the saved configuration refer to which stored secret. Throws a ConfigError if the file cannot be read. */
export function storedSecretUses(
  { configFile, dataDir }: { configFile: string | undefined; dataDir: string },
  env: NodeJS.ProcessEnv,
): Map<string, string[]> {
  const { merged } = savedConfig(readConfigFile(configFile, env).tree(), readOverrides(dataDir).overrides)
  const uses = new Map<string, string[]>()
  for (const path of secretPaths(merged)) {
    const value = valueAt(merged, path)
    const name = typeof value === 'string' ? storedName(value) : undefined
    if (name !== undefined) uses.set(name, [...(uses.get(name) ?? []), spellKey(path)])
  }
  return uses
}
