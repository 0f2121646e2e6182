import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type ChatId, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { type Meaning, onlyIn } from '../../../src/domain/recall.ts'
import { backupChecked } from '../../../src/store/file/migrate.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { openStore } from '../../../src/store/open-store.ts'
import {
  beginVectors,
  countVectors,
  keepVectors,
  nextUnembedded,
  packVector,
} from '../../../src/store/recall/vector-index.ts'
import { createVectorLookup } from '../../../src/store/recall/vectors.ts'
import { vectorOf } from '../../peers/embeddings/meaning-space.ts'
import { createRecallWorld, noon } from './recall-world.ts'

const MODEL = 'peer-model'
const meaningOf = (text: string, dimension = 60): Meaning => ({
  model: MODEL,
  vector: Float32Array.from(vectorOf(text, dimension)),
})
const later = new Date(noon.getTime() + 365 * 86_400_000)
const wide = { most: 10, asOf: later }

function createVectorWorld() {
  const world = createRecallWorld()
  const embed = (model = MODEL, dimension = 60) => {
    const seen: string[] = []
    for (;;) {
      beginVectors(world.db, model)
      const lines = nextUnembedded(world.db, 3)
      if (lines.length === 0) return seen
      seen.push(...lines.map(({ text }) => text))
      keepVectors(
        world.db,
        model,
        lines,
        lines.map(({ text }) => meaningOf(text, dimension)),
      )
    }
  }
  const addChat = (name: string, personId?: number) => {
    const chat = makeChatId('web', name)
    ensureChat(world.db, { id: chat, title: name, audience: 'private', personId }, noon)
    ensureLane(world.db, rootLane(chat), chat)
    return { chat, lane: rootLane(chat) }
  }
  return { ...world, embed, addChat, lookup: createVectorLookup(world.db) }
}

test('a line is found by what it means, with no word in common', () => {
  const { say, embed, lookup, chat } = createVectorWorld()
  say(0, 'the weather is fine')
  const car = say(1, 'we sold the automobile')
  say(2, 'call somebody')
  embed()
  expect(lookup.nearest(onlyIn(chat), meaningOf('a car'), wide)[0]).toBe(car)
})

test('a byte a number keeps the likeness, also of a dimension that is no multiple of eight', () => {
  const { say, embed, lookup } = createVectorWorld()
  const texts = ['my car is red', 'the physician came', 'a vacation by the sea', 'nothing of that']
  const ids = texts.map((text, minute) => say(minute, text))
  embed()
  const asked = meaningOf('the doctor came by car')
  const alike = lookup.likeness(asked, ids)
  texts.forEach((text, place) => {
    expect(alike.get(ids[place] ?? 0)).toBeCloseTo(cosine(asked.vector, meaningOf(text).vector), 1.7)
  })
})

test('nothing newer than the moment it is asked at', () => {
  const { say, embed, lookup, chat } = createVectorWorld()
  const old = say(0, 'the car is here')
  say(60, 'the car is gone')
  embed()
  const asOf = new Date(noon.getTime() + 30 * 60_000)
  expect(lookup.nearest(onlyIn(chat), meaningOf('car'), { most: 10, asOf })).toEqual([old])
})

test('what is said comes before what was said, and of that the newest first', () => {
  const { say, db } = createVectorWorld()
  for (const text of ['one', 'two', 'three']) say(0, text)
  beginVectors(db, MODEL)
  expect(nextUnembedded(db, 2).map(({ text }) => text)).toEqual(['three', 'two'])
  say(1, 'four')
  say(1, 'five')
  expect(nextUnembedded(db, 9).map(({ text }) => text)).toEqual(['four', 'five'])
})

test('it goes on where it stopped', () => {
  const { say, db, embed } = createVectorWorld()
  for (const text of ['one', 'two', 'three', 'four']) say(0, text)
  beginVectors(db, MODEL)
  const first = nextUnembedded(db, 2)
  keepVectors(
    db,
    MODEL,
    first,
    first.map(({ text }) => meaningOf(text)),
  )
  beginVectors(db, MODEL)
  expect(embed()).toEqual(['two', 'one'])
  expect(embed()).toEqual([])
  expect(countVectors(db)).toEqual({ model: MODEL, dimension: 60, lines: 4 })
})

test('only conversation has a meaning: no commands, no notices, no empty lines, and of a long line the head', () => {
  const { say, embed } = createVectorWorld()
  say(0, '/search car', { kind: 'command' })
  say(1, 'The disk is full', { kind: 'notice', author: 'bot' })
  say(2, '  ')
  say(3, `car ${'x'.repeat(5000)}`)
  expect(embed().map((text) => [text.slice(0, 3), text.length])).toEqual([['car', 2000]])
})

test('a line that no model could read is not asked about again', () => {
  const { say, db, embed } = createVectorWorld()
  say(0, 'unreadable')
  beginVectors(db, MODEL)
  keepVectors(db, MODEL, nextUnembedded(db, 1), [undefined])
  expect(embed()).toEqual([])
})

test('another model, or another dimension of the same, begins anew', () => {
  const { say, db, embed, lookup, chat } = createVectorWorld()
  const car = say(0, 'the car')
  say(1, 'the weather')
  embed()
  expect(embed('other-model', 24)).toEqual(['the weather', 'the car'])
  expect(countVectors(db)).toEqual({ model: 'other-model', dimension: 24, lines: 2 })
  expect(lookup.nearest(onlyIn(chat), meaningOf('car'), wide)).toEqual([])

  embed()
  say(2, 'the roof')
  embed(MODEL, 36)
  expect(countVectors(db)).toEqual({ model: MODEL, dimension: 36, lines: 3 })
  expect(lookup.nearest(onlyIn(chat), meaningOf('car'), wide)).toEqual([])
  expect(lookup.nearest(onlyIn(chat), meaningOf('car', 36), wide)[0]).toBe(car)
})

test('very many of another model are thrown away some at a time, and none of them is found meanwhile', () => {
  const { say, db, embed, lookup, chat } = createVectorWorld()
  db.transaction(() => {
    for (let n = 0; n < 2500; n++) say(n, `the car number ${n}`)
  })
  embed()
  expect(countVectors(db)?.lines).toBe(2500)
  expect(beginVectors(db, 'other-model')).toBe(false)
  expect(countVectors(db)?.lines).toBe(500)
  expect(lookup.nearest(onlyIn(chat), { ...meaningOf('car'), model: 'other-model' }, wide)).toEqual([])
  expect(beginVectors(db, 'other-model')).toBe(true)
  expect(countVectors(db)).toEqual({ model: 'other-model', dimension: 0, lines: 0 })
})

test('vectors of a model that is no longer asked are not mixed in', () => {
  const { say, db } = createVectorWorld()
  say(0, 'the car')
  beginVectors(db, 'other-model')
  const lines = nextUnembedded(db, 1)
  keepVectors(
    db,
    MODEL,
    lines,
    lines.map(({ text }) => meaningOf(text)),
  )
  expect(countVectors(db)?.lines).toBe(0)
})

test('a store with vectors opens, works and is copied where SQLite cannot compare them', () => {
  const { say, embed, db } = createVectorWorld()
  say(0, 'the car')
  embed()
  const dir = mkdtempSync(join(tmpdir(), 'skein-vectors-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  copyFileSync(backupChecked(db, dir, 'copy'), join(dir, 'skein.db'))
  const plain = openStore(dir)
  onTestFinished(plain.close)
  expect(() => plain.db.raw.prepare('SELECT vec_version()')).toThrow('no such function')
  expect(countVectors(plain.db)?.lines).toBe(1)
  expect(backupChecked(plain.db, dir, 'again')).toContain('again')
})

test('whoever asks, only lines of chats they may read are found', () => {
  const words = ['car', 'automobile', 'roof', 'dog', 'weather']
  const said = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...words)), { maxLength: 12 })
  fc.assert(
    fc.property(said, fc.subarray(['a', 'b', 'c']), fc.constantFrom(...words), (lines, readable, asked) => {
      const { owner, say, embed, addChat, lookup } = createVectorWorld()
      const isTheirs = (name: string) => readable.includes(name)
      const chats = new Map(['a', 'b', 'c'].map((name) => [name, addChat(name, isTheirs(name) ? owner.id : undefined)]))
      const where = new Map<number, ChatId>()
      lines.forEach(([name, text], minute) => {
        const place = chats.get(name)
        if (place) where.set(say(minute, text, place), place.chat)
      })
      embed()
      const open = readable.flatMap((name) => chats.get(name)?.chat ?? [])
      const found = lookup.nearest({ here: undefined, allChatsOf: owner.id }, meaningOf(asked), {
        most: 100,
        asOf: later,
      })
      expect(found).toHaveLength([...where.values()].filter((chat) => open.includes(chat)).length)
      for (const id of found) expect(open).toContain(where.get(id))
    }),
    { numRuns: 40 },
  )
})

test('signs are packed eight to a byte', () => {
  const { bits, vector } = packVector(Float32Array.of(1, -1, 0.5, 0, 0, 0, 0, 0.25, -0.5))
  expect([...bits]).toEqual([0b10000101, 0])
  expect([...new Int8Array(vector)]).toEqual([127, -127, 64, 0, 0, 0, 0, 32, -63])
})

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  return dot / (Math.hypot(...a) * Math.hypot(...b))
}
