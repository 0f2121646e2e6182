import { chmodSync, statSync } from 'node:fs'
import { ConfigError } from '../domain/errors.ts'
import { isOfAnotherUser, isWritableByOthers, openFolderAbove } from '../lib/file-owners.ts'

/**
 * Whoever can change the configuration can have the daemon start any program. A file of ours is closed to other writers;
 * what we cannot mend is refused. Call it before the daemon obeys the file. Nothing to do where there is none.
 */
export function protectConfigFile(file: string): void {
  const standing = statSync(file, { throwIfNoEntry: false })
  // What is no plain file is refused by whoever reads it.
  if (!standing?.isFile()) return
  const own = process.geteuid?.()
  if (isOfAnotherUser(standing)) {
    const owner = `it belongs to user ${standing.uid}, who could have Skein start any program`
    throw refusal(file, owner, `Run "chown ${own} ${file}"`)
  }
  const above = openFolderAbove(file)
  if (above) throw refusal(file, above.says, above.step)
  if ((standing.mode & 0o022) === 0) return
  if (standing.uid === own) chmodSync(file, standing.mode & 0o755)
  else if (isWritableByOthers(standing)) throw refusal(file, 'other users can write to it', `Run "chmod go-w ${file}"`)
}

function refusal(file: string, reason: string, step: string): ConfigError {
  return new ConfigError(`${file} is not read: ${reason}. ${step}, or name another file with --config.`)
}
