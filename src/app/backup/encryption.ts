import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UsageError } from '../../domain/errors.ts'
import { backupMessages } from '../../messages/backup-messages.ts'

/** How an archive is encrypted. A low `workFactor` is faster, but makes the passphrase easier to guess; only tests set it. */
export type Encryption = { passphrase: string; workFactor?: number } | { recipient: string }

/** The keys that may open an encrypted archive. */
export interface ArchiveKeys {
  passphrase?: string | undefined
  /** age identities: `AGE-SECRET-KEY-1…` */
  identities?: string[] | undefined
}

type Bytes = ReadableStream<Uint8Array>

/**
 * Prepares the encryption of one archive. With a public key we could not read what we wrote, so the archive is also
 * encrypted for a key that exists only in memory until the archive has been verified.
 */
export async function openEncryption(
  encryption: Encryption,
): Promise<{ keys: ArchiveKeys; encrypt(plain: Bytes): Promise<Bytes> }> {
  const encrypter = new Encrypter()
  let keys: ArchiveKeys
  if ('passphrase' in encryption) {
    encrypter.setPassphrase(encryption.passphrase)
    if (encryption.workFactor !== undefined) encrypter.setScryptWorkFactor(encryption.workFactor)
    keys = { passphrase: encryption.passphrase }
  } else {
    const identity = await generateX25519Identity()
    try {
      encrypter.addRecipient(encryption.recipient)
    } catch (cause) {
      throw new UsageError(backupMessages.badRecipient, { cause })
    }
    encrypter.addRecipient(await identityToRecipient(identity))
    keys = { identities: [identity] }
  }
  return { keys, encrypt: async (plain) => (await encrypter.encrypt(plain as never)) as unknown as Bytes }
}

/** Undefined if none of the keys fits. Damage in the content shows only while the stream is read. */
export async function decrypt(
  encrypted: Bytes,
  { passphrase, identities = [] }: ArchiveKeys,
): Promise<Bytes | undefined> {
  const decrypter = new Decrypter()
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch (cause) {
    throw new UsageError(backupMessages.badIdentity, { cause })
  }
  try {
    return (await decrypter.decrypt(encrypted as never)) as unknown as Bytes
  } catch (error) {
    if (error instanceof Error && /no identity matched/.test(error.message)) return undefined
    throw error
  }
}
