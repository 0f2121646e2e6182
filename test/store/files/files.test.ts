import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NotStoredError } from '../../../src/domain/errors.ts'
import { fileLimits } from '../../../src/domain/file.ts'
import { createFileStore } from '../../../src/store/files/file-store.ts'
import { filesOf, findFile, findMessageFile, storeFile, sweepFiles } from '../../../src/store/files/files.ts'
import { isProven, proveUpload } from '../../../src/store/secret-keys.ts'
import { canMount, createTmpfs } from '../../peers/machine/tmpfs.ts'
import { createRoadWorld } from '../../support/road-world.ts'

const DAY_MS = 86_400_000

function createWorld() {
  const world = createRoadWorld()
  const dir = join(world.db.raw.name, '../files')
  const { steady } = world.clock
  const onDisk = () =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(dir, name)).isFile())
  return {
    ...world,
    fileStore: world.files.fileStore,
    dir,
    onDisk,
    steady,
    store: (...chunks: (string | Buffer)[]) => storeFile(world.db, world.files.fileStore, stream(...chunks), steady),
  }
}

async function* stream(...chunks: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk as string)
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

async function stored(result: ReturnType<typeof storeFile>) {
  const file = await result
  if ('tooLarge' in file) throw new Error('too large')
  return file
}

describe('a stored file', () => {
  test('lies under its hash, for its owner alone, and says what it is', async () => {
    const { store, dir, db } = createWorld()
    const hash = hashOf('hello there')
    expect(await store('hello ', 'there')).toEqual({ hash, bytes: 11, type: 'text/plain' })
    const path = join(dir, hash.slice(0, 2), hash)
    expect(readFileSync(path, 'utf8')).toBe('hello there')
    expect([path, join(path, '..'), dir].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700, 0o700])
    expect(findFile(db, hash)).toEqual({ hash, bytes: 11, type: 'text/plain' })
  })

  test('is kept once, however often it comes, and also when it is empty', async () => {
    const { store, onDisk } = createWorld()
    await Promise.all([store('same'), store('sa', 'me'), store('same')])
    const { hash } = await stored(store())
    expect(onDisk()).toHaveLength(2)
    expect(hash).toBe(hashOf(''))
  })

  test('hangs on messages in order, under the names it was given there', async () => {
    const { store, say, db } = createWorld()
    const [a, b] = [await stored(store('a')), await stored(store('b'))]
    const first = say('look', {
      files: [
        { hash: b.hash, name: '../b.txt' },
        { hash: a.hash, name: 'a.txt' },
      ],
    })
    const second = say('again', { files: [{ hash: a.hash, name: 'other.txt' }] })
    if (first.status !== 'stored' || second.status !== 'stored') throw new Error('not stored')
    const found = filesOf(db, [first.message, second.message])
    expect(found.get(first.message)?.map(({ name, hash }) => [name, hash])).toEqual([
      ['../b.txt', b.hash],
      ['a.txt', a.hash],
    ])
    expect(found.get(second.message)).toMatchObject([{ name: 'other.txt', bytes: 1 }])
    expect(findMessageFile(db, first.message, 1)).toMatchObject({ name: 'a.txt', chat: 'web:a' })
    expect(findMessageFile(db, first.message, 2)).toBeUndefined()
  })

  test('that nobody stored cannot hang on a message, and the message is not stored either', () => {
    const { say, db } = createWorld()
    expect(() => say('look', { files: [{ hash: hashOf('never'), name: 'a' }] })).toThrow(/FOREIGN KEY/)
    expect(db.raw.prepare('SELECT count(*) FROM message').pluck().get()).toBe(0)
  })
})

describe('nothing half is stored', () => {
  test('of a stream that breaks off', async () => {
    const { fileStore, db, steady, onDisk } = createWorld()
    async function* broken() {
      yield randomBytes(100_000)
      throw new Error('the line went dead')
    }
    await expect(storeFile(db, fileStore, broken(), steady)).rejects.toThrow('the line went dead')
    expect(onDisk()).toEqual([])
  })

  test('of a file that is too large', async () => {
    const { store, onDisk } = createWorld()
    const megabytes = Array.from({ length: 26 }, () => Buffer.alloc(1024 * 1024))
    expect(await store(...megabytes)).toEqual({ tooLarge: 26 * 1024 * 1024 })
    expect(await store(...megabytes.slice(0, 25))).toMatchObject({ bytes: fileLimits.fileBytes })
    expect(onDisk()).toHaveLength(1)
  })

  test('when the row cannot be written', async () => {
    const { store, db, onDisk } = createWorld()
    db.raw.exec("CREATE TRIGGER no_room BEFORE INSERT ON file BEGIN SELECT RAISE(ABORT, 'no room'); END")
    await expect(store('hello')).rejects.toThrow('no room')
    expect(onDisk()).toEqual([])
  })

  test('when the row cannot be committed after the bytes are in their place', async () => {
    const { store, db, onDisk } = createWorld()
    db.raw.exec(`CREATE TABLE promise (hash TEXT REFERENCES file(bytes) DEFERRABLE INITIALLY DEFERRED);
      CREATE UNIQUE INDEX file_bytes ON file (bytes);
      CREATE TRIGGER broken AFTER INSERT ON file BEGIN INSERT INTO promise VALUES (-1); END`)
    await expect(store('hello')).rejects.toThrow(/FOREIGN KEY/)
    expect(onDisk()).toEqual([])
  })

  test('when the bytes cannot be put in their place', async () => {
    const { store, db, dir, onDisk } = createWorld()
    writeFileSync(join(dir, hashOf('hello').slice(0, 2)), 'in the way')
    await expect(store('hello')).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(findFile(db, hashOf('hello'))).toBeUndefined()
    expect(onDisk()).toHaveLength(1)
  })

  test.skipIf(!canMount())('on a disk that is full, and it is said in words', async () => {
    const { db, steady } = createWorld()
    const disk = createTmpfs(4)
    onTestFinished(disk.remove)
    const fileStore = createFileStore(join(disk.dir, 'files'))
    disk.fill(1)
    const large = stream(randomBytes(900_000), randomBytes(900_000))
    await expect(storeFile(db, fileStore, large, steady)).rejects.toThrow(NotStoredError)
    expect(readdirSync(join(disk.dir, 'files/incoming'))).toEqual([])
    disk.empty()
    expect(await storeFile(db, fileStore, stream('small'), steady)).toMatchObject({ bytes: 5 })
  })
})

describe('a start', () => {
  test('removes what a killed daemon was receiving and what no row speaks of, and keeps the rest', async () => {
    const { store, fileStore, db, dir, steady, onDisk } = createWorld()
    const { hash } = await stored(store('kept'))
    writeFileSync(join(dir, 'incoming', 'half'), 'half a fi')
    const orphan = hashOf('orphan')
    mkdirSync(join(dir, orphan.slice(0, 2)), { recursive: true })
    writeFileSync(fileStore.pathOf(orphan), 'orphan')
    const again = createFileStore(dir)
    expect(sweepFiles(db, again, steady())).toBe(1)
    expect(onDisk()).toEqual([join(hash.slice(0, 2), hash)])
  })

  test('gives up what was never sent after a week, and never what was', async () => {
    const { store, fileStore, say, db, clock, steady } = createWorld()
    const [sent, unsent] = [await stored(store('sent')), await stored(store('unsent'))]
    say('look', { files: [{ hash: sent.hash, name: 'a' }] })
    clock.advance(6 * DAY_MS)
    expect(sweepFiles(db, fileStore, steady())).toBe(0)
    clock.advance(2 * DAY_MS)
    expect(sweepFiles(db, fileStore, steady())).toBe(1)
    expect([findFile(db, sent.hash)?.bytes, findFile(db, unsent.hash)]).toEqual([4, undefined])
  })
})

test('only a hash finds its way to the disk', () => {
  const { fileStore } = createWorld()
  for (const name of ['', '..', '../../etc/passwd', `${'a'.repeat(63)}/`, 'A'.repeat(64)]) {
    expect(() => fileStore.pathOf(name)).toThrow('no SHA-256')
  }
})

test('a link in place of a content is not followed', async () => {
  const { fileStore, dir, store } = createWorld()
  const { hash } = await stored(store('hello'))
  fileStore.remove(hash)
  writeFileSync(join(dir, 'secret'), 'secret')
  symlinkSync(join(dir, 'secret'), fileStore.pathOf(hash))
  await expect(fileStore.open(hash)).rejects.toThrow(/ELOOP/)
})

test('an upload is proven by who made it, for that content alone', () => {
  const { db } = createWorld()
  const [a, b] = [hashOf('a'), hashOf('b')]
  const proof = proveUpload(db, 1, a)
  expect(isProven(db, 1, a, proof)).toBe(true)
  expect([isProven(db, 2, a, proof), isProven(db, 1, b, proof), isProven(db, 1, a, '')]).toEqual([false, false, false])
})
