import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'

/** A secret, or why it could not be read. `says` never contains the secret. */
export type Secret = { value: string; warning?: string } | { says: string }

/** Resolves `env:NAME` and `file:path`. Any other text is the secret itself. */
export function readSecret(text: string, env: NodeJS.ProcessEnv, folder: string): Secret {
  if (isFromEnvironment(text)) return fromEnv(text.slice(4), env)
  if (text.startsWith('file:')) return fromFile(expandPath(text.slice(5), env, folder))
  return checked(text, 'is empty')
}

export function isFromEnvironment(text: string): boolean {
  return text.startsWith('env:')
}

/** `~/` is the home folder. A relative path starts at the folder of the configuration file. */
export function expandPath(path: string, env: NodeJS.ProcessEnv, folder: string): string {
  if (path.startsWith('~/')) return resolve(env.HOME || homedir(), path.slice(2))
  return isAbsolute(path) ? path : resolve(folder, path)
}

/** Whether every user can read the file. Group access is fine: a service may read a file of root (root:skein, 0640). */
export function isOpenToOthers(mode: number): boolean {
  return (mode & 0o004) !== 0
}

function fromEnv(name: string, env: NodeJS.ProcessEnv): Secret {
  const value = env[name]
  if (value === undefined) return { says: `is env:${name}, but the environment has no ${name}` }
  return checked(value, `is env:${name}, but ${name} is empty`)
}

function fromFile(path: string): Secret {
  try {
    const { mode, size, ...stat } = fileFacts(path)
    // Reading a pipe or a device might block, or never end.
    if (!stat.isFile) return { says: `is file:${path}, which is not a plain file` }
    if (size > 65_536) return { says: `is file:${path}, which is over 64 KB: that is no secret` }
    const secret = checked(readFileSync(path, 'utf8'), `is file:${path}, but that file is empty`)
    if ('says' in secret || !isOpenToOthers(mode)) return secret
    return { ...secret, warning: `is in ${path}, which other users can read; chmod 600 ${path}` }
  } catch (error) {
    return { says: `is file:${path}, which cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` }
  }
}

function fileFacts(path: string) {
  const stat = statSync(path)
  return { mode: stat.mode, size: stat.size, isFile: stat.isFile() }
}

// Secrets are sent in headers and environments, so a line break inside one must be a mistake.
function checked(text: string, empty: string): Secret {
  const value = text.trim()
  if (value === '') return { says: empty }
  return /\p{Cc}/u.test(value) ? { says: 'holds a line break or another control character' } : { value }
}
