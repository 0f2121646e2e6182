import { expect, test } from 'vitest'
import { createComposerAttachments } from '../../../../../../src/web/page/views/chats/compose/attachments.ts'
import { attachmentWords } from '../../../../../../src/web/page/words/chats/compose-words.ts'

const upload = () => {
  throw new Error('nothing is uploaded here')
}

function createStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const stored = { hash: 'h', name: 'notes.md', bytes: 5, proof: 'p' }

test('what has arrived is there after a reload, in its own chat, and is sent once', () => {
  const storage = createStorage()
  const before = createComposerAttachments({ storage, upload, words: () => attachmentWords.en })
  before.open('web:a')
  before.refill([stored])

  const after = createComposerAttachments({ storage, upload, words: () => attachmentWords.en })
  after.open('web:b')
  expect(after.items.value).toEqual([])
  after.open('web:a')
  expect(after.take()).toEqual([stored])
  expect(after.isEmpty()).toBe(true)

  const later = createComposerAttachments({ storage, upload, words: () => attachmentWords.en })
  later.open('web:a')
  expect(later.items.value).toEqual([])
})

test('a file that is too large says so, goes nowhere, and holds up nothing else', () => {
  const tray = createComposerAttachments({ storage: createStorage(), upload, words: () => attachmentWords.en })
  tray.open('web:a')
  tray.add([withSize(new File([], 'film.mp4'), 26 * 1024 * 1024)])
  expect(tray.items.value).toMatchObject([{ name: 'film.mp4', problem: 'Larger than 25 MB.' }])
  expect([tray.isReady(), tray.isEmpty()]).toEqual([true, true])
  tray.refill([stored])
  expect(tray.take()).toEqual([stored])
  expect(tray.items.value).toMatchObject([{ name: 'film.mp4' }])
})

function withSize(file: File, size: number): File {
  return Object.defineProperty(file, 'size', { value: size })
}
