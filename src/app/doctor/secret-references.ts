import { dirname } from 'node:path'
import { readConfigFile } from '../../config/config-file.ts'
import { secretPaths } from '../../config/key-paths.ts'
import { isTable, valueAt } from '../../config/problems/problems.ts'
import { expandPath, isFromEnvironment, storedName } from '../../config/secret.ts'

/** Where the configuration file takes one of its secrets from. */
export interface SecretReference {
  /** As the file spells it. */
  key: string
  /** `value`: it is in the configuration file itself. `other`: it is kept somewhere else. */
  kind: 'value' | 'file' | 'environment' | 'other'
  /** The file that holds it, for `value` and `file`. */
  file: string
}

/** None if the file cannot be read, which is a finding of its own. */
export function secretReferences(configPath: string, env: NodeJS.ProcessEnv): SecretReference[] {
  try {
    const { exists, tree } = readConfigFile(configPath, env)
    if (!exists) return []
    const raw = tree()
    return secretPaths(raw).flatMap((path) => {
      const parent = valueAt(raw, path.slice(0, -1))
      const text = isTable(parent) ? parent[path.at(-1) ?? ''] : undefined
      return typeof text === 'string' ? [{ key: path.join('.'), ...placeOf(text, configPath, env) }] : []
    })
  } catch {
    return []
  }
}

function placeOf(text: string, configPath: string, env: NodeJS.ProcessEnv): Omit<SecretReference, 'key'> {
  if (isFromEnvironment(text)) return { kind: 'environment', file: configPath }
  if (storedName(text) !== undefined) return { kind: 'other', file: configPath }
  if (text.startsWith('file:')) return { kind: 'file', file: expandPath(text.slice(5), env, dirname(configPath)) }
  return { kind: 'value', file: configPath }
}
