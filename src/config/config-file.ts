import { chmodSync, readFileSync, statSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { ConfigError } from '../domain/errors.ts'
import { isOfAnotherUser, isWritableByOthers, openFolderAbove } from '../lib/folders.ts'
import { configMessages } from './config-messages.ts'
import { defaultPaths } from './paths.ts'

/** The configuration file as it is on disk. */
export interface ConfigFile {
  /** The path, even if there is no file yet. */
  path: string
  exists: boolean
  text: string
  mode: number
  /** The parsed text. Each call returns a new copy, because checking a tree changes it. */
  tree(): Record<string, unknown>
}

/** Throws a ConfigError if the file cannot be read or is not TOML. A missing file at the default path is fine. */
export function readConfigFile(file: string | undefined, env: NodeJS.ProcessEnv): ConfigFile {
  const paths = defaultPaths(env)
  const path = file ?? paths.config
  return configFileOf(path, readText(path, file !== undefined || paths.configNamed))
}

/** The same, but a missing file is always fine. */
export function findConfigFile(path: string): ConfigFile {
  return configFileOf(path, readText(path, false))
}

/** A configuration file with this content, or one that does not exist. */
export function configFileOf(path: string, found: { text: string; mode: number } | undefined): ConfigFile {
  const { text, mode } = found ?? { text: '', mode: 0o600 }
  return { path, exists: found !== undefined, text, mode, tree: () => parseToml(path, text) }
}

const MAX_CONFIG_BYTES = 1024 * 1024

function readText(file: string, isNamed: boolean): { text: string; mode: number } | undefined {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new ConfigError(configMessages.fileNotPlain(file))
    if (stat.size > MAX_CONFIG_BYTES) throw new ConfigError(configMessages.fileTooLarge(file))
    return { text: decode(file, readFileSync(file)), mode: stat.mode }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isNamed) return undefined
    const problem =
      code === 'ENOENT' ? configMessages.fileMissing(file) : configMessages.fileUnreadable(file, code ?? 'unknown')
    throw new ConfigError(problem, { cause: error })
  }
}

// Also removes the byte order mark that some editors write.
function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError(configMessages.fileNotUtf8(file), { cause: error })
  }
}

/** Throws a ConfigError that quotes nothing of the file. */
export function parseToml(file: string, text: string): Record<string, unknown> {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The parser's full message quotes the lines around the mistake, and one of them may hold a secret.
    const problem = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '')
    throw new ConfigError(configMessages.notToml(file, error.line, error.column, problem))
  }
}

/**
 * Anybody who can change the configuration can make the daemon start any program. Our own file is closed to other
 * writers; other unsafe files are refused. Call this before the daemon obeys the file. A missing file is fine.
 */
export function protectConfigFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  // Anything but a plain file is refused when it is read.
  if (!found?.isFile()) return
  const own = process.geteuid?.()
  if (isOfAnotherUser(found)) {
    const owner = `it belongs to user ${found.uid}, who could have Skein start any program`
    throw refusal(file, owner, `Run "chown ${own} ${file}"`)
  }
  const above = openFolderAbove(file)
  if (above) throw refusal(file, above.says, above.step)
  if ((found.mode & 0o022) === 0) return
  if (found.uid === own) chmodSync(file, found.mode & 0o755)
  else if (isWritableByOthers(found)) throw refusal(file, 'other users can write to it', `Run "chmod go-w ${file}"`)
}

function refusal(file: string, reason: string, step: string): ConfigError {
  return new ConfigError(`${file} is not read: ${reason}. ${step}, or name another file with --config.`)
}
