import { z } from 'zod'

// An archive is a gzip-compressed tar file, which age may encrypt, so that it can be opened without Skein:
//   skein-backup.json   what this is: the version of the format, when the copy was made, and by which Skein
//   store/skein.db      the copy of the store
//   files/, workspaces/, profile/, claude/, config/, secrets/ (the last in the clear, and only on request)
//   manifest.json       the size and the SHA-256 of every member before it, and the rows of every table
// The manifest comes last, because only then the checksums are known, so that nothing is read twice. An archive that was
// cut off has none.

export const HEAD = 'skein-backup.json'
export const MANIFEST = 'manifest.json'
export const STORE_MEMBER = 'store/skein.db'
/** What `skein secret` keeps, in the clear: the key with which it is encrypted on disk belongs to one machine. */
export const STORED_SECRETS = 'secrets/stored-secrets.json'

const FORMAT = 1

const headSchema = z.object({
  /** Anything newer is refused by `readHead` with a better text. */
  format: z.int(),
  /** The version of Skein. */
  skein: z.string(),
  takenAt: z.coerce.date(),
  /** The data directory, because the configuration may refer to files in it. */
  dataDir: z.string(),
  /** Whether passwords and keys are included. */
  secrets: z.boolean(),
})
export type ArchiveHead = z.infer<typeof headSchema>

export const currentFormat = (head: Omit<ArchiveHead, 'format'>): ArchiveHead => ({ format: FORMAT, ...head })

/** `newer`: made by a newer Skein. `other`: not ours. */
export function readHead(text: string): ArchiveHead | 'newer' | 'other' {
  const head = headSchema.safeParse(parse(text))
  if (!head.success) return 'other'
  return head.data.format > FORMAT ? 'newer' : head.data
}

const memberSchema = z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })
export type ArchiveMember = z.infer<typeof memberSchema>

const manifestSchema = z.object({
  members: z.array(memberSchema),
  rows: z.record(z.string(), z.number()),
  /** What was seen and not copied: links and the like, and files that were removed meanwhile. */
  leftOut: z.number(),
})
export type Manifest = z.infer<typeof manifestSchema>

export function readManifest(text: string): Manifest | undefined {
  return manifestSchema.safeParse(parse(text)).data
}

export function readSecretsMember(text: string): Map<string, string> | undefined {
  const secrets = z.record(z.string(), z.string()).safeParse(parse(text)).data
  return secrets && new Map(Object.entries(secrets))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const folders = new Set(['files', 'workspaces', 'profile', 'notes', 'claude', 'secrets'])
const singleFiles = new Set([STORE_MEMBER, 'config/config.toml', 'config/set-here.json'])
const MAX_NAME_BYTES = 4096
const MAX_PART_BYTES = 255

/** Whether a name in an archive is one that we write. Any other could point out of the folder that is restored into. */
export function isMemberName(name: string): boolean {
  if (singleFiles.has(name)) return true
  const [folder = '', ...parts] = name.split('/')
  return (
    folders.has(folder) &&
    parts.length > 0 &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES &&
    !/[\0\\]/.test(name) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= MAX_PART_BYTES)
  )
}

/** The name of an archive, by which it can be sorted. Only archives of the nightly run are ever removed. */
export function archiveName(at: Date, { nightly, encrypted }: { nightly: boolean; encrypted: boolean }): string {
  const stamp = at.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-')
  return `skein-${nightly ? 'nightly-' : ''}${stamp}.tar.gz${encrypted ? '.age' : ''}`
}

/** When a nightly archive was made. Undefined for anything else. */
export function nightlyTime(name: string): Date | undefined {
  const [, day, hour, minute, second] =
    /^skein-nightly-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})\.tar\.gz(?:\.age)?$/.exec(name) ?? []
  if (day === undefined) return undefined
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
