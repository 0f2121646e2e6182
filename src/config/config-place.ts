import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from './config.ts'
import { defaultPaths } from './paths.ts'

/** Where the configuration is, and where changes to it are saved. */
export interface ConfigPlace {
  /** It may not exist yet. */
  file: string
  dataDir: string
  /** It names the data folder, because the stored secrets are there. */
  env: NodeJS.ProcessEnv
  /**
   * False if the file is read-only or belongs to root, as the file of the service does. Then changes are saved in the
   * data folder, where they override the file.
   */
  isFileWritable: boolean
}

/** The configuration as it is saved now, as text that can be edited and drafted. */
export interface SavedText extends ConfigPlace {
  text: string
}

/** A new configuration that was checked. It is saved only on `commit`. */
export interface ConfigDraft {
  config: Config
  /** Saves it. Returns the path of the backup, if a file was replaced. */
  commit(): string | undefined
}

export interface ConfigPlaceOptions {
  /** Undefined means the default file, which may not exist. */
  configFile: string | undefined
  dataDir: string
}

export function configPlace({ configFile, dataDir }: ConfigPlaceOptions, env: NodeJS.ProcessEnv): ConfigPlace {
  const file = configFile ?? defaultPaths(env).config
  return { file, dataDir, env: { ...env, SKEIN_DATA: dataDir }, isFileWritable: isWritable(file) }
}

/** A file that is marked as read-only stays as it is, even if root runs the setup. */
function isWritable(file: string): boolean {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found !== undefined && (found.mode & 0o222) === 0) return false
    // Replacing the file requires write access to its folder.
    for (const path of [existingFolder(dirname(file)), ...(found ? [file] : [])]) accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder))
}
