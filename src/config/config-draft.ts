import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { makeFolder } from '../lib/folders.ts'
import { type AnyText, mapText } from '../messages/localized.ts'
import type { Config } from './config.ts'
import { configMessages } from './config-messages.ts'
import { loadConfig } from './load.ts'

/** A new configuration, saved next to the file in use. It replaces that file only on `commit`. */
export interface ConfigDraft {
  /** The checked content. */
  config: Config
  /** Replaces the file. Returns the path of the backup, if there was an old file. */
  commit(): string | undefined
  discard(): void
}

/** Throws a ConfigError and leaves no file behind if the text is not a valid configuration or cannot be written. */
export function draftConfig(file: string, text: string, env: NodeJS.ProcessEnv): ConfigDraft {
  // In the same folder, because a relative `file:` starts at the folder of the configuration.
  const draft = `${file}.new`
  const discard = () => rmSync(draft, { force: true })
  return guarded(file, discard, () => {
    makeFolder(dirname(file))
    discard()
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
    const config = loaded(file, draft, env)
    return { config, discard, commit: () => guarded(file, discard, () => replace(file, draft)) }
  })
}

function loaded(file: string, draft: string, env: NodeJS.ProcessEnv): Config {
  try {
    return loadConfig(draft, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // People do not know about the draft, so the message names the real file.
    throw new ConfigError(
      mapText(error.text, (text) => text.replaceAll(draft, file)),
      { cause: error },
    )
  }
}

function replace(file: string, draft: string): string | undefined {
  if (!existsSync(file)) {
    renameSync(draft, file)
    return undefined
  }
  // If the file is a link, its target is replaced. The new file keeps the owner and the mode of the old one.
  const target = realpathSync(file)
  const { mode, uid, gid } = statSync(target)
  const backup = `${target}.bak`
  copyFileSync(target, backup)
  chownSync(draft, uid, gid)
  chmodSync(draft, mode & 0o777)
  renameSync(draft, target)
  return backup
}

function guarded<T>(file: string, undo: () => void, work: () => T): T {
  try {
    return work()
  } catch (error) {
    undo()
    if (error instanceof ConfigError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(unwritable(file, code), { cause: error })
  }
}

/** A sentence about why the file cannot be saved. That of a service, for example, belongs to root. */
export function saveObstacle(file: string): AnyText | undefined {
  try {
    accessSync(existingFolder(dirname(file)), constants.W_OK)
    return undefined
  } catch (error) {
    return mapText(unwritable(file, (error as NodeJS.ErrnoException).code), (text) => `${text}.`)
  }
}

function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder))
}

function unwritable(file: string, code: string | undefined): AnyText {
  return code === 'EACCES' || code === 'EROFS' || code === 'EPERM'
    ? configMessages.fileOfAnother(file)
    : configMessages.fileUnwritable(file, code ?? 'unknown')
}
