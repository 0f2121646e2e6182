import {
  chmodSync,
  chownSync,
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
import { makeFolder } from '../lib/make-folder.ts'
import type { Config } from './config.ts'
import { loadConfig } from './load.ts'

/** A configuration that lies beside the file in use and takes its place only when it is told to. */
export interface Draft {
  /** What it says, checked. */
  config: Config
  /** Puts it in the place of the file; answers where the old one was kept, if there was one. */
  commit(): string | undefined
  discard(): void
}

/** Throws a ConfigError, with nothing left behind, when the text is no good configuration or cannot be written. */
export function draftConfig(file: string, text: string, env: NodeJS.ProcessEnv): Draft {
  // Beside it, because a relative `file:` begins at the folder of the configuration.
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
    // Nobody but us knows of the draft.
    throw new ConfigError(error.message.replaceAll(draft, file), { cause: error })
  }
}

function replace(file: string, draft: string): string | undefined {
  if (!existsSync(file)) {
    renameSync(draft, file)
    return undefined
  }
  // A link is kept and what it points at is replaced; whoever could read the old file can read the new one.
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
    throw new ConfigError(`${file} cannot be written (${code ?? 'unknown'}); nothing was changed`, { cause: error })
  }
}
