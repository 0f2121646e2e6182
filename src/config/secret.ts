import { readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { nearestWord } from '../lib/text/text-matching.ts'
import type { AnyText } from '../messages/localized.ts'
import { configMessages } from './config-messages.ts'
import { readStoredSecrets } from './secrets/stored-secrets.ts'

/**
 * A secret, or why it could not be read. `says` never contains the secret. `openFile` is the file it was read from, if
 * other users can read that file.
 */
export type Secret = { value: string; openFile?: string } | { says: AnyText }

/** Resolves `env:NAME`, `file:path` and `secret:NAME`. Any other text is the secret itself. */
export function readSecret(text: string, env: NodeJS.ProcessEnv, folder: string): Secret {
  if (isFromEnvironment(text)) return fromEnv(text.slice(4), env)
  if (text.startsWith('file:')) return fromFile(expandPath(text.slice(5), env, folder))
  const stored = storedName(text)
  if (stored !== undefined) return fromStore(stored, env)
  return checkSecret(text, configMessages.secretEmpty)
}

/** The name in `secret:NAME`; undefined for anything else. */
export function storedName(text: string): string | undefined {
  return text.startsWith('secret:') ? text.slice(7).trim() : undefined
}

/** Whether the text only says where the secret is. */
export function isReference(text: string): boolean {
  return /^\s*(?:env|file|secret):/.test(text)
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
  if (value === undefined) return { says: configMessages.noVariable(name) }
  return checkSecret(value, configMessages.emptyVariable(name))
}

function fromStore(name: string, env: NodeJS.ProcessEnv): Secret {
  const stored = readStoredSecrets(env)
  if ('problem' in stored) return { says: configMessages.storedUnreadable(name, stored.problem) }
  const value = stored.secrets.get(name)
  if (value !== undefined) return checkSecret(value, configMessages.emptyStored(name))
  const near = nearestWord(name, stored.secrets.keys(), Math.max(2, name.length / 3))
  return { says: near ? configMessages.noStoredNear(name, near) : configMessages.noStored(name) }
}

const MAX_SECRET_BYTES = 64 * 1024

function fromFile(path: string): Secret {
  try {
    const stat = statSync(path)
    // Reading a pipe or a device might block, or never end.
    if (!stat.isFile()) return { says: configMessages.notPlainFile(path) }
    if (stat.size > MAX_SECRET_BYTES) return { says: configMessages.secretTooLarge(path) }
    const secret = checkSecret(readFileSync(path, 'utf8'), configMessages.emptyFile(path))
    if ('says' in secret || !isOpenToOthers(stat.mode)) return secret
    return { ...secret, openFile: path }
  } catch (error) {
    return { says: configMessages.unreadableFile(path, (error as NodeJS.ErrnoException).code ?? 'unknown') }
  }
}

// Secrets are sent in headers and environments, so a line break inside one must be a mistake.
export function checkSecret(text: string, emptyProblem: AnyText): Secret {
  const value = text.trim()
  if (value === '') return { says: emptyProblem }
  return /\p{Cc}/u.test(value) ? { says: configMessages.secretHasBreak } : { value }
}
