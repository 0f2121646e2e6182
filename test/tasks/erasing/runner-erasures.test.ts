import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { runnerErasureSchema } from '../../../src/domain/erasure.ts'
import { addPairedRunner, forgetRemovedRunner, removePairedRunner } from '../../../src/store/work/paired-runners.ts'
import {
  confirmRunnerErasure,
  nextRunnerErasure,
  runnersWithErasures,
} from '../../../src/store/work/runner-erasures.ts'
import { findBytes, plantedWords } from '../../support/byte-search.ts'
import { house, openWorld, plant } from './erasing-world.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('what runners have to erase is stored without words, in small messages, before the files are forgotten', async () => {
  const world = openWorld()
  const words = plantedWords(4)
  await plant(world, house, words)
  const { db } = world
  addPairedRunner(db, { name: 'attic', root: Buffer.alloc(32), pairedAt: new Date() })
  addPairedRunner(db, { name: 'barn', root: Buffer.alloc(32), pairedAt: new Date() })
  removePairedRunner(db, { name: 'barn', farewell: Buffer.alloc(1), receipt: 'hash' })
  const [hash] = db.raw.prepare('SELECT hash FROM message_file').pluck().all() as string[]
  await world.erase({ chat: house })
  expect(runnersWithErasures(db)).toEqual(['attic', 'barn'])
  const first = nextRunnerErasure(db, 'attic')
  expect(first).toMatchObject({ chats: [house], files: [[hash, expect.any(Number)]], sentIn: [house] })
  expect(first?.token).not.toBe(nextRunnerErasure(db, 'barn')?.token)
  expect(findBytes(world.dir, words)).toEqual([])
  await world.erase({ before: 0 })
  confirmRunnerErasure(db, 'barn', first?.token ?? '')
  confirmRunnerErasure(db, 'attic', first?.token ?? '')
  expect(nextRunnerErasure(db, 'attic')).toMatchObject({ chats: [], files: [] })
  expect(runnersWithErasures(db)).toEqual(['attic', 'barn'])
  forgetRemovedRunner(db, 'barn')
  expect(runnersWithErasures(db)).toEqual(['attic'])
})

test('an erasure of many files is told to runners in several messages', async () => {
  const world = openWorld()
  const { db } = world
  addPairedRunner(db, { name: 'attic', root: Buffer.alloc(32), pairedAt: new Date() })
  const addFile = db.raw.prepare('INSERT INTO file (hash, bytes, type, created_at) VALUES (?, 1, ?, 0)')
  const files = Array.from({ length: 1200 }, (_, at) => ({ hash: hashOf(String(at)), name: `${at}.txt` }))
  for (const { hash } of files) addFile.run(hash, 'text/plain')
  world.say('many lists', { chat: house, files })
  await world.settle()
  await world.erase({ chat: house })
  const stored = db.raw.prepare('SELECT erasure FROM runner_erasure').pluck().all() as string[]
  const parts = stored.map((text) => runnerErasureSchema.parse(JSON.parse(text)))
  expect(parts.map(({ files }) => files.length)).toEqual([500, 500, 200])
  expect(new Set(parts.flatMap(({ files }) => files.map(([hash]) => hash))).size).toBe(1200)
  expect(parts.flatMap(({ chats }) => chats)).toEqual([house])
})
