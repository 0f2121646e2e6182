// The secrets that `skein secret` keeps: one file in the data folder, encrypted as a whole, names included. The
// configuration refers to one of them with `secret:NAME`.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError, TryLaterError } from '../../domain/errors.ts'
import { makeFolder } from '../../lib/folders.ts'
import { parseJson } from '../../lib/text/json.ts'
import type { AnyText } from '../../messages/localized.ts'
import { configMessages } from '../config-messages.ts'
import { defaultPaths } from '../paths.ts'
import { findMachineKeys, type MachineKey, makeMachineKey } from './machine-key.ts'

export type StoredSecrets = ReadonlyMap<string, string>

const fileShape = z.object({ key: z.string(), iv: z.base64(), tag: z.base64(), data: z.base64() })
const contentShape = z.record(z.string(), z.string())

/** It is named by what follows `secret:` in the configuration. */
export function isSecretName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name)
}

export function storedSecretsFile(env: NodeJS.ProcessEnv): string {
  return join(defaultPaths(env).data, 'secrets.json')
}

/** Empty if there is no file. `problem` says why it cannot be read, without a full stop. */
export function readStoredSecrets(env: NodeJS.ProcessEnv): { secrets: StoredSecrets } | { problem: AnyText } {
  const file = storedSecretsFile(env)
  try {
    const parsed = fileShape.safeParse(parseJson(readFileSync(file, 'utf8')))
    if (!parsed.success) return { problem: configMessages.storeDamaged(file) }
    const key = findMachineKeys(env).find(({ id }) => id === parsed.data.key)
    if (!key) return { problem: configMessages.storeKeyMissing(file) }
    const content = decrypt(parsed.data, key)
    return content ? { secrets: new Map(Object.entries(content)) } : { problem: configMessages.storeDamaged(file) }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { secrets: new Map() } : { problem: configMessages.storeUnreadable(file, code) }
  }
}

/** Throws a ConfigError if the secrets that are there cannot be read: they would be lost. */
export function changeStoredSecrets(env: NodeJS.ProcessEnv, change: (secrets: Map<string, string>) => void): void {
  const file = storedSecretsFile(env)
  makeFolder(dirname(file))
  const descriptor = openNew(`${file}.new`)
  try {
    const stored = readStoredSecrets(env)
    if ('problem' in stored) throw new ConfigError(configMessages.sentence(stored.problem))
    const secrets = new Map(stored.secrets)
    change(secrets)
    writeFileSync(descriptor, `${JSON.stringify(encrypt(secrets, makeMachineKey(env)))}\n`)
    fsyncSync(descriptor)
    renameSync(`${file}.new`, file)
  } catch (error) {
    rmSync(`${file}.new`, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

const ABANDONED_MS = 10_000

/** The new file is also the lock: two commands that change secrets at the same time would lose one of them. */
function openNew(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (Date.now() - mtimeMs < ABANDONED_MS) throw new TryLaterError(configMessages.storeBusy, { cause: error })
    rmSync(file, { force: true })
    return openNew(file)
  }
}

function encrypt(secrets: StoredSecrets, { id, key }: MachineKey): z.input<typeof fileShape> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(Object.fromEntries(secrets))), cipher.final()])
  const [text, tag] = [data, cipher.getAuthTag()].map((bytes) => bytes.toString('base64'))
  return { key: id, iv: iv.toString('base64'), tag: tag ?? '', data: text ?? '' }
}

/** Undefined if the content was changed. */
function decrypt(
  { iv, tag, data }: z.output<typeof fileShape>,
  { key }: MachineKey,
): Record<string, string> | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
    decipher.setAuthTag(Buffer.from(tag, 'base64'))
    const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8')
    return contentShape.safeParse(parseJson(text)).data
  } catch {
    return undefined
  }
}
