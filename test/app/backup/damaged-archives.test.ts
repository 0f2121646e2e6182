import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { createTarPacker, packTar, type TarHeader, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MANIFEST, STORE_MEMBER } from '../../../src/app/backup/archive-format.ts'
import { ArchiveRefusal } from '../../../src/app/backup/archive-refusal.ts'
import { checkArchive, restoreArchive } from '../../../src/app/backup/restore.ts'
import { size } from '../../support/sizes.ts'
import { createBackupWorld, restoring } from './backup-world.ts'

// One archive serves all tests of this file; each gets its own folder for what it makes of it.
let good: Buffer
let identity: string
let locked: Buffer

beforeAll(async () => {
  identity = await generateX25519Identity()
  const world = createBackupWorld({ messages: 30, cleanUp: afterAll })
  good = readFileSync((await world.backup()).archive)
  const encryption = { recipient: await identityToRecipient(identity) }
  locked = readFileSync((await world.backup({ encryption })).archive)
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skein-damaged-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What became of an archive with these bytes. Nothing may be written for one that is refused. */
async function tryRestore(bytes: Uint8Array, keys = {}): Promise<string> {
  const folder = emptyFolder()
  const [archive, target] = [join(folder, 'archive'), join(folder, 'target')]
  writeFileSync(archive, bytes)
  try {
    await restoreArchive(archive, target, restoring(keys))
    return 'restored'
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error
    expect(existsSync(target)).toBe(false)
    return error.message
  }
}

const refusal = /damaged|not a backup of Skein|contains something|cannot be opened/

/** Places all over the archive, and each of the first bytes, which no checksum of gzip covers. */
function places(bytes: Buffer): number[] {
  const count = size(24, 500)
  const spread = Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * bytes.length) / count))
  return [...new Set([...Array.from({ length: 18 }, (_, n) => n), ...spread, bytes.length - 8, bytes.length - 1])]
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
  return copy
}

describe.each([
  ['plain', () => good, () => ({})],
  ['encrypted', () => locked, () => ({ identities: [identity] })],
])('an archive that is %s', (_name, bytes, keys) => {
  test('is restored as long as it is whole', async () => {
    expect(await tryRestore(bytes(), keys())).toBe('restored')
  })

  test('is refused with any bit changed', async () => {
    for (const at of places(bytes()))
      expect.soft(await tryRestore(flipped(bytes(), at), keys()), `bit in byte ${at}`).toMatch(refusal)
  })

  test('is refused wherever it is cut off', async () => {
    for (const at of places(bytes()))
      expect.soft(await tryRestore(bytes().subarray(0, at), keys()), `cut at ${at}`).toMatch(refusal)
  })

  test('is refused with anything behind its end', async () => {
    for (const tail of [Buffer.from([0]), Buffer.alloc(512), gzipSync('more'), bytes()])
      expect.soft(await tryRestore(Buffer.concat([bytes(), tail]), keys())).toMatch(refusal)
  })
})

interface Entry {
  header: TarHeader
  data?: Uint8Array
}

const header10 = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** The archive with other members, sealed again as only somebody does who knows the format. */
async function rebuilt(change: (entries: Entry[]) => Entry[], manifest = true): Promise<Buffer> {
  const entries = change((await unpackTar(gunzipSync(good))) as Entry[])
  const sealed = manifest
    ? entries.map((entry) => (entry.header.name === MANIFEST ? sealing(entry, entries) : entry))
    : entries
  const zipped = gzipSync(await packTar(sealed as never))
  header10.copy(zipped)
  return zipped
}

function sealing(entry: Entry, entries: Entry[]): Entry {
  const manifest = JSON.parse(Buffer.from(entry.data ?? []).toString()) as object
  const members = entries
    .filter(({ header }) => header.type === 'file' && ![MANIFEST, 'skein-backup.json'].includes(header.name))
    .map(({ header, data = new Uint8Array() }) => ({
      name: header.name,
      bytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
    }))
  const data = Buffer.from(JSON.stringify({ ...manifest, members }))
  return { header: { ...entry.header, size: data.length }, data }
}

const added =
  (name: string, rest: Partial<TarHeader> = {}, content = 'evil') =>
  (entries: Entry[]) => [
    ...entries.slice(0, -1),
    { header: { name, size: content.length, type: 'file' as const, ...rest }, data: Buffer.from(content) },
    ...entries.slice(-1),
  ]

test('an archive that was sealed again is restored, so what follows is refused for its content', async () => {
  expect(await tryRestore(await rebuilt(added('workspaces/web-house/new.txt')))).toBe('restored')
})

test.each<[string, (entries: Entry[]) => Entry[]]>([
  ['a path out of the folder', added('workspaces/../../evil')],
  ['a path out of the folder at its end', added('workspaces/..')],
  ['an absolute path', added('/tmp/evil')],
  ['a path with a backslash', added('workspaces\\..\\evil')],
  ['a path with an empty part', added('workspaces//evil')],
  ['a name that no backup has', added('skein.db')],
  ['a file beside the store', added('store/skein.db-wal')],
  ['a folder of another name', added('models/node_modules/evil.js')],
  ['a symbolic link', added('workspaces/link', { type: 'symlink', linkname: '/etc', size: 0 }, '')],
  ['a hard link', added('workspaces/link', { type: 'link', linkname: '/etc/passwd', size: 0 }, '')],
  ['a device', added('workspaces/device', { type: 'character-device', size: 0 }, '')],
  ['a folder', added('workspaces/folder/', { type: 'directory', size: 0 }, '')],
  ['the same name twice', (entries) => added('workspaces/a')(added('workspaces/a')(entries))],
  ['a file that is also a folder', (entries) => added('workspaces/a/b')(added('workspaces/a')(entries))],
  ['a member behind the manifest', (entries) => [...entries, ...added('workspaces/a')([]).slice(0, 1)]],
  [
    'a store that is none',
    (entries) =>
      entries.map((entry) =>
        entry.header.name === STORE_MEMBER
          ? { header: { ...entry.header, size: 4 }, data: Buffer.from('evil') }
          : entry,
      ),
  ],
  ['no store', (entries) => entries.filter(({ header }) => header.name !== STORE_MEMBER)],
  ['no manifest', (entries) => entries.slice(0, -1)],
  ['no head', (entries) => entries.slice(1)],
])('an archive with %s is refused', async (_what, change) => {
  expect(await tryRestore(await rebuilt(change))).toMatch(refusal)
})

test('a member that is not what the manifest says is refused', async () => {
  const changed = (entries: Entry[]) =>
    entries.map((entry) =>
      entry.header.name.endsWith('plan.md') ? { ...entry, data: Buffer.from('the plot') } : entry,
    )
  expect(await tryRestore(await rebuilt(changed, false))).toMatch('damaged')
  const missing = (entries: Entry[]) => entries.filter(({ header }) => !header.name.endsWith('plan.md'))
  expect(await tryRestore(await rebuilt(missing, false))).toMatch('damaged')
})

test('a store with other rows than the manifest says is refused', async () => {
  const fewer = (entries: Entry[]) =>
    entries.map((entry) => {
      if (entry.header.name !== MANIFEST) return entry
      const manifest = JSON.parse(Buffer.from(entry.data ?? []).toString()) as { rows: { message: number } }
      manifest.rows.message--
      const data = Buffer.from(JSON.stringify(manifest))
      return { header: { ...entry.header, size: data.length }, data }
    })
  const bytes = await rebuilt(fewer, false)
  expect(await tryRestore(bytes)).toMatch('damaged')
})

test('a bomb is refused before anything is written', async () => {
  const [head] = await unpackTar(gunzipSync(good))
  const { readable, controller } = createTarPacker()
  // It says that a terabyte of nothing follows, which would fit into a gigabyte of gzip.
  controller.add({ name: 'workspaces/bomb', size: 2 ** 40, type: 'file' })
  const reader = readable.getReader()
  const bomb: Uint8Array[] = []
  // A size over eight gigabytes takes three blocks and their padding.
  while (bomb.length < 4) bomb.push((await reader.read()).value ?? new Uint8Array())
  const start = (await packTar(head ? [head as never] : [])).subarray(0, -1024)
  const zipped = gzipSync(Buffer.concat([start, ...bomb, Buffer.alloc(1_000_000)]))
  header10.copy(zipped)
  expect(await tryRestore(zipped)).toMatch(/needs at least \d+ MB/)
})

test.each([
  ['nothing', ''],
  ['a text', 'Dear Ana'],
  ['another tar.gz', gzipSync('x')],
  ['a file that only says it is encrypted', 'age-encryption.org/v1\n-> X25519 nonsense\n'],
])('%s is no backup', async (_what, content) => {
  expect(await tryRestore(Buffer.from(content), { identities: [identity] })).toMatch(refusal)
})

test('an archive of a newer Skein is refused with the way out', async () => {
  const newer = (entries: Entry[]) =>
    entries.map((entry, at) => {
      if (at > 0) return entry
      const data = Buffer.from(
        JSON.stringify({ format: 2, skein: '9', takenAt: new Date(), dataDir: '/', secrets: false }),
      )
      return { header: { ...entry.header, size: data.length }, data }
    })
  expect(await tryRestore(await rebuilt(newer))).toMatch('Update Skein')
})

test('a rehearsal notices the same damage', async () => {
  const archive = join(emptyFolder(), 'archive')
  writeFileSync(archive, flipped(good, Math.floor(good.length / 2)))
  await expect(checkArchive(archive, restoring(), tmpdir())).rejects.toMatchObject({ kind: 'damaged' })
})
