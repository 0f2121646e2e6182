import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../domain/errors.ts'
import { makeFolder } from '../lib/folders.ts'
import { configFileOf } from './config-file.ts'
import { configMessages } from './config-messages.ts'
import {
  type ConfigDraft,
  type ConfigPlace,
  type ConfigPlaceOptions,
  configPlace,
  type SavedText,
} from './config-place.ts'
import { checkConfig } from './load.ts'
import { draftOverrides, overriddenText } from './overrides/override-draft.ts'

/** Throws a ConfigError if the file cannot be edited. */
export function readConfigText(options: ConfigPlaceOptions, env: NodeJS.ProcessEnv): SavedText {
  const place = configPlace(options, env)
  if (!place.isFileWritable) return { ...place, text: overriddenText(place) }
  const { file } = place
  return { ...place, text: existsSync(file) ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : '' }
}

/** Throws a ConfigError and changes nothing if the text is not a valid configuration, or later if it cannot be saved. */
export function draftConfig(place: ConfigPlace, text: string): ConfigDraft {
  if (!place.isFileWritable) return draftOverrides(place, text)
  const { file, env } = place
  return {
    config: checkConfig(configFileOf(file, { text, mode: PRIVATE }), env),
    commit: () => replaceFile(file, text),
  }
}

const PRIVATE = 0o600

function replaceFile(file: string, text: string): string | undefined {
  const draft = `${file}.new`
  try {
    makeFolder(dirname(file))
    rmSync(draft, { force: true })
    writeFileSync(draft, text, { mode: PRIVATE, flag: 'wx' })
    return replace(file, draft)
  } catch (error) {
    rmSync(draft, { force: true })
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigError(configMessages.fileUnwritable(file, code), { cause: error })
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
