import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, test } from 'vitest'
import { checkArchive, restoreArchive } from '../../../src/app/backup/restore.ts'
import { machineKeyFile } from '../../../src/config/secrets/machine-key.ts'
import { changeStoredSecrets, readStoredSecrets } from '../../../src/config/secrets/stored-secrets.ts'
import { TryLaterError } from '../../../src/domain/errors.ts'
import { readSnapshotMark } from '../../../src/store/file/snapshot-mark.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { createBackupWorld, restoring, SECRET } from './backup-world.ts'
import { allRows } from './stored-rows.ts'

const read = (path: string) => readFileSync(path, 'utf8')

/** The files below a folder with their content, by path. */
function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

test('a backup holds the store, files, workspaces, sessions and the configuration, and a restore gives them back', async () => {
  const world = createBackupWorld()
  symlinkSync('/etc/passwd', join(world.data, 'workspaces/web-house/link'))
  const backup = await world.backup()
  expect(backup).toMatchObject({ messages: 200, leftOut: 1 })
  expect(readdirSync(join(world.folder, 'out'))).toEqual([backup.archive.slice(world.folder.length + 5)])
  expect(statSync(backup.archive).mode & 0o777).toBe(0o600)
  expect(createHash('sha256').update(readFileSync(backup.archive)).digest('hex')).toBe(backup.sha256)
  // Nothing is left of the work.
  expect(readdirSync(join(world.data, 'backups'))).toEqual([])

  const target = join(world.folder, 'restored')
  const report = await restoreArchive(backup.archive, target, restoring())
  expect(report).toMatchObject({ messages: 200, files: backup.files, leftOut: 1, head: { secrets: false } })
  expect(allRows(join(target, 'skein.db'))).toEqual(allRows(join(world.data, 'skein.db')))
  const wanted = ['files/ab', 'workspaces/web-house', 'profile', 'claude/projects']
  for (const folder of wanted) expect(filesIn(join(target, folder))).toEqual(filesIn(join(world.data, folder)))
  expect(readdirSync(target).toSorted()).toEqual([
    'claude',
    'config.toml',
    'files',
    'profile',
    'set-here.json',
    'skein.db',
    'workspaces',
  ])
  expect(readdirSync(join(target, 'files'))).toEqual(['ab'])
  expect(readdirSync(join(target, 'workspaces'))).toEqual(['web-house'])
  expect(statSync(join(target, 'workspaces/web-house/run.sh')).mode & 0o777).toBe(0o700)
  const modes = readdirSync(target, { recursive: true }).map(
    (path) => statSync(join(target, String(path))).mode & 0o077,
  )
  expect(new Set(modes)).toEqual(new Set([0]))

  const store = openStore(target)
  expect(readSnapshotMark(store.db)).toEqual({ takenAt: world.clock.now() })
  store.close()
})

test('no daemon can start in the folder while a restore is writing there', async () => {
  const world = createBackupWorld({ messages: 20 })
  const { archive } = await world.backup()
  const target = join(world.folder, 'restored')
  const refusals: unknown[] = []
  const progress = () => {
    if (!existsSync(target)) return
    try {
      openStore(target).close()
    } catch (error) {
      refusals.push(error)
    }
  }
  expect(await restoreArchive(archive, target, { ...restoring(), progress })).toMatchObject({ messages: 20 })
  expect(refusals).toContainEqual(expect.any(TryLaterError))
})

test('secrets are left out unless they are asked for', async () => {
  const world = createBackupWorld()
  const without = join(world.folder, 'without')
  await restoreArchive((await world.backup()).archive, without, restoring())
  expect(read(join(without, 'config.toml'))).toBe('# used to be (left out)\n[brain.claude]\n[web]\nport = 8421\n')
  expect(Object.keys(JSON.parse(read(join(without, 'set-here.json'))).keys)).toEqual(['telegram.token', 'workers.max'])
  expect(existsSync(join(without, 'claude/.credentials.json'))).toBe(false)
  const texts = readdirSync(without, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  expect(texts.filter((text) => text.includes(SECRET))).toEqual([])

  const withThem = join(world.folder, 'with')
  const report = await restoreArchive((await world.backup({ withSecrets: true })).archive, withThem, restoring())
  expect(report.head.secrets).toBe(true)
  expect(read(join(withThem, 'config.toml'))).toBe(read(world.configFile))
  expect(read(join(withThem, 'telegram-token'))).toBe(`${SECRET}\n`)
  expect(read(join(withThem, 'claude/.credentials.json'))).toContain(SECRET)
  // A reference to a file of the old data directory points to the new one.
  expect(JSON.parse(read(join(withThem, 'set-here.json'))).keys['telegram.token'].value).toBe(
    `file:${withThem}/telegram-token`,
  )
})

test('stored secrets are only in a backup with secrets, and the second machine encrypts them with its own key', async () => {
  const world = createBackupWorld({ messages: 1 })
  const here = { ...world.env, SKEIN_DATA: world.data }
  changeStoredSecrets(here, (secrets) => secrets.set('bot', SECRET))
  const without = join(world.folder, 'without')
  await restoreArchive((await world.backup()).archive, without, restoring())
  expect(existsSync(join(without, 'secrets.json'))).toBe(false)

  const there = { HOME: join(world.folder, 'second-machine') }
  const target = join(world.folder, 'with')
  await restoreArchive((await world.backup({ withSecrets: true })).archive, target, restoring({}, there))
  expect(readStoredSecrets({ ...there, SKEIN_DATA: target })).toEqual({ secrets: new Map([['bot', SECRET]]) })
  expect(readStoredSecrets({ ...world.env, SKEIN_DATA: target })).toHaveProperty('problem')
  expect(readdirSync(target).filter((name) => /secret/.test(name))).toEqual(['secrets.json'])
  expect(read(join(target, 'secrets.json'))).not.toContain(SECRET)

  rmSync(machineKeyFile(here))
  await expect(world.backup({ withSecrets: true })).rejects.toThrow(/encrypted with a key that cannot be read here/)
})

test('two backups within a second have two names, and a half-written one never looks like a backup', async () => {
  const world = createBackupWorld({ messages: 1 })
  const [first, second] = [await world.backup(), await world.backup()]
  expect(first.archive).not.toBe(second.archive)
  const stop = new AbortController()
  await expect(
    world.backup({ signal: stop.signal, progress: () => stop.abort(), to: join(world.folder, 'stopped') }),
  ).rejects.toMatchObject({ name: 'AbortError' })
  expect(readdirSync(join(world.folder, 'stopped'))).toEqual([])
  expect(readdirSync(join(world.data, 'backups'))).toEqual([])
})

test('a backup encrypted with a public key opens with its private key only', async () => {
  const world = createBackupWorld({ messages: 20 })
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
  const { archive } = await world.backup({ encryption: { recipient: await identityToRecipient(identity) } })
  expect(archive).toMatch(/\.tar\.gz\.age$/)
  expect(readFileSync(archive, 'latin1')).not.toContain('skein-backup.json')
  await expect(checkArchive(archive, restoring(), tmpdir())).rejects.toMatchObject({ kind: 'locked' })
  await expect(checkArchive(archive, restoring({ identities: [other] }), tmpdir())).rejects.toMatchObject({
    kind: 'wrongKey',
  })
  expect(await checkArchive(archive, restoring({ identities: [other, identity] }), tmpdir())).toMatchObject({
    messages: 20,
  })
  await expect(world.backup({ encryption: { recipient: 'age1nonsense' } })).rejects.toThrow('not a public key of age')
})

test('a backup encrypted with a passphrase opens with that passphrase only', async () => {
  const world = createBackupWorld({ messages: 20 })
  const { archive } = await world.backup({ encryption: { passphrase: 'correct horse', workFactor: 4 } })
  const target = join(world.folder, 'restored')
  await expect(restoreArchive(archive, target, restoring({ passphrase: 'wrong' }))).rejects.toMatchObject({
    kind: 'wrongKey',
  })
  expect(existsSync(target)).toBe(false)
  expect(await restoreArchive(archive, target, restoring({ passphrase: 'correct horse' }))).toMatchObject({
    messages: 20,
  })
})

test('a restore writes into an empty folder only, and a data directory without a store is not backed up', async () => {
  const world = createBackupWorld({ messages: 1 })
  const { archive } = await world.backup()
  const target = join(world.folder, 'target')
  mkdirSync(target)
  writeFileSync(join(target, 'mine'), 'mine')
  await expect(restoreArchive(archive, target, restoring())).rejects.toThrow('is not an empty folder')
  expect(filesIn(target)).toHaveProperty('mine')
  await expect(world.backup({ dataDir: join(world.folder, 'nothing') })).rejects.toThrow('nothing to back up')
})
