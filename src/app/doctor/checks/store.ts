import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sizeText } from '../../../messages/backup-messages.ts'
import { readSeal } from '../../../store/file/seal.ts'
import { checkEverything } from '../../../store/file/store-check.ts'
import { bytesOf, describeMissingStore, storeFiles } from '../../../store/file/store-condition.ts'
import { openStore } from '../../../store/open-store.ts'
import { bad, check, note, ok, shellCommand, storeCheck } from '../check.ts'
import type { Subject } from '../subject.ts'
import { storeMessages as texts } from '../words/store-messages.ts'

const present = check('store.present', texts.present, ({ dataDir, store }) => {
  const missing = describeMissingStore(storeFiles(dataDir))
  if (missing !== undefined) return bad(missing, texts.present.restore)
  return ok(store.status === 'missing' ? texts.present.none : store.file)
})

const version = check('store.version', texts.version, ({ store, dataDir }) => {
  if (store.status === 'newer') return bad(texts.version.newer, texts.version.useNewer(join(dataDir, 'backups')))
  if (store.status === 'older') return note(texts.version.older, texts.version.start)
  return store.status === 'ready' ? ok(texts.version.current) : undefined
})

/** A large store cannot be read completely in this time, but a running daemon does that once a day. */
const STORE_CHECK_MS = 45_000

const sound = check('store.sound', texts.sound, async ({ store, dataDir }, signal) => {
  if (store.status === 'missing') return undefined
  const restore = texts.sound.restore(join(dataDir, 'backups'))
  if (store.status === 'unreadable') return bad(texts.sound.unreadable(store.file, store.why), restore)
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(STORE_CHECK_MS)])
  const found = await checkEverything(store.file, bounded)
  if (found.status === 'damaged') return bad(texts.sound.damaged(store.file, found.problem), restore)
  if (found.status === 'sound') return ok(store.file)
  if (!bounded.aborted) return bad(texts.sound.unreadable(store.file, found.reason), restore)
  return ok(texts.sound.partlyRead(store.file, STORE_CHECK_MS / 1000))
})

/** SQLite merges the log at 16 MB. Many times that means that a reader keeps it from doing so. */
const LARGE_LOG_BYTES = 64 * 1024 * 1024

const logSize = check('store.wal-size', texts.logSize, async ({ store, dataDir, daemon }) => {
  if (store.status === 'missing') return undefined
  const { log } = storeFiles(dataDir)
  const bytes = bytesOf(log)
  if (bytes <= LARGE_LOG_BYTES) return ok(sizeText(bytes))
  const says = texts.logSize.large(log, sizeText(bytes))
  if ((await daemon()) !== undefined) return note(says, texts.logSize.restart)
  if (store.status !== 'ready') return note(says, texts.logSize.start)
  // Opening and closing it as the daemon does keeps the seal of the store true.
  return note(says, texts.logSize.start, { shows: texts.logSize.merge(log), apply: () => openStore(dataDir).close() })
})

const logLoss = check('store.log-loss', texts.logLoss, ({ dataDir, store }) => {
  if (store.status === 'missing') return undefined
  const trouble = readSeal(storeFiles(dataDir).seal)?.trouble
  if (trouble === undefined) return ok(texts.logLoss.none)
  return note(texts.logLoss[trouble], texts.logLoss.look)
})

const damagedCopies = check('store.damaged-copies', texts.damagedCopies, ({ dataDir, store }) => {
  const copies = entriesOf(dataDir).filter((name) => /^skein\.db.*\.damaged-/.test(name))
  if (copies.length === 0) return ok(texts.damagedCopies.none)
  const paths = copies.map((name) => join(dataDir, name))
  const bytes = paths.reduce((sum, path) => sum + bytesOf(path), 0)
  const remove = shellCommand('rm', ...paths)
  const step = store.status === 'ready' ? texts.damagedCopies.removeIfRestored(remove) : texts.damagedCopies.restore
  return note(texts.damagedCopies.kept(paths, sizeText(bytes)), step)
})

/** Younger ones may belong to work that is still going on. */
const LEFTOVER_AGE_MS = 86_400_000

/** What an interrupted start, backup or change of settings left behind. Each is replaced when the work is done again. */
const leftovers = check('store.leftovers', texts.leftovers, async (subject) => {
  const paths = findLeftovers(subject)
  if (paths.length === 0) return ok(texts.leftovers.none)
  const fix = {
    shows: shellCommand('rm', '-r', ...paths),
    apply: () => paths.forEach((path) => rmSync(path, { recursive: true, force: true })),
  }
  return note(texts.leftovers.found(paths), fix.shows, fix)
})

const abandonedArchive = /^skein-[\w-]+\.tar\.gz(?:\.age)?\.part$/

function findLeftovers({ dataDir, machine, config }: Subject): string[] {
  const folders: [folder: string, names: RegExp][] = [
    [dataDir, /^\.try-|^set-here\.json\.new$/],
    [join(dataDir, 'backups'), /^\.making-|^\.rehearsal-|^record\.json\.new$/],
    [join(dataDir, 'backups', 'nightly'), abandonedArchive],
    [config?.backup.to ?? '', abandonedArchive],
  ]
  const isOld = (path: string) => {
    const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs
    return changedAt !== undefined && machine.now().getTime() - changedAt > LEFTOVER_AGE_MS
  }
  return folders.flatMap(([folder, names]) =>
    entriesOf(folder)
      .filter((name) => names.test(name))
      .map((name) => join(folder, name))
      .filter(isOld),
  )
}

const NEWEST_FILES = 500

/** Checks only the newest files that came with messages. In a large store, checking all of them would take long. */
const files = storeCheck('store.files', texts.files, (db, { dataDir }) => {
  const hashes = db
    .statement('SELECT hash FROM message_file ORDER BY message_id DESC LIMIT ?')
    .pluck()
    .all(NEWEST_FILES) as string[]
  if (hashes.length === 0) return undefined
  const missing = hashes.filter((hash) => !existsSync(join(dataDir, 'files', hash.slice(0, 2), hash)))
  if (missing.length === 0) return ok(texts.files.present(hashes.length))
  return bad(texts.files.missing(missing.length, hashes.length), texts.files.restore(join(dataDir, 'files')))
})

/** The magic numbers of statfs(2). */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE'],
])
const memoryFileSystems = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])

const fileSystem = check('store.file-system', texts.fileSystem, ({ dataDir, machine }) => {
  if (!existsSync(dataDir)) return undefined
  const type = machine.fileSystem(dataDir).type >>> 0
  const memory = memoryFileSystems.get(type)
  if (memory !== undefined) return bad(texts.fileSystem.memory(dataDir, memory), texts.fileSystem.move)
  const network = networkFileSystems.get(type)
  if (network !== undefined) return note(texts.fileSystem.network(dataDir, network), texts.fileSystem.move)
  return ok(texts.fileSystem.local)
})

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const storeChecks = [present, version, sound, logSize, logLoss, damagedCopies, leftovers, files, fileSystem]
