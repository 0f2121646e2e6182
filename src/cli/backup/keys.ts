import { readFileSync } from 'node:fs'
import type { ArchiveKeys } from '../../app/backup/encryption.ts'
import { UsageError } from '../../domain/errors.ts'
import { askSecret } from '../prompts.ts'

export interface KeyOptions {
  passphraseFile?: string
  identity?: string
}

/** Where passphrases and keys come from: files, because a command line is visible to every user of the machine. */
export function readPassphrase(file: string): string {
  const passphrase = readText(file).split(/\r?\n/, 1)[0] ?? ''
  if (passphrase === '') throw new UsageError(`${file} is empty. Its first line must be the passphrase.`)
  return passphrase
}

/** The keys for reading an archive. Without any, those of the configuration are tried. */
export function readKeys({ passphraseFile, identity }: KeyOptions, configured: string | undefined): ArchiveKeys {
  return {
    passphrase: passphraseFile === undefined ? configured : readPassphrase(passphraseFile),
    identities: identity === undefined ? [] : identitiesIn(readText(identity)),
  }
}

/** Asks for the passphrase on a terminal. Undefined without one. */
export async function askPassphrase(): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const typed = await askSecret('Passphrase of the backup: ', { input: process.stdin, output: process.stderr })
  return typed === '' ? undefined : typed
}

/** A key file of age has comments, too. */
function identitiesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`)
  }
}
