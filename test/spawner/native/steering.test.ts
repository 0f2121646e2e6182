import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { ContextUse } from '../../../src/domain/context-use.ts'
import type { NamedFile } from '../../../src/domain/file.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { listTasks } from '../../../src/store/work/tasks.ts'
import { lastAssembly } from '../../../src/tasks/reports/context-report.ts'
import { contextUse } from '../../../src/tasks/reports/context-use.ts'
import { makePng } from '../../peers/picture.ts'
import { startAnthropic } from '../../peers/providers/anthropic-api.ts'
import { calls, says } from '../../peers/providers/script.ts'
import { createNativeWorld } from '../../support/native-world.ts'

const lane = 'root:web:a' as never

test('what is said between two steps is before the model with the next one, and its context is told as counted', async () => {
  const looks = calls({ name: 'search_messages', input: { query: 'roof' } })
  const api = await startAnthropic(
    { key: 'sk-test' },
    () => {
      world.say('and the cellar?')
      return looks
    },
    says('The roof is mended, the cellar is dry.'),
    says('Gladly.'),
  )
  onTestFinished(() => api.close())
  const world = createNativeWorld({ cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url, window: 32_000 } })
  world.say('how is the roof?')
  await world.settle()
  expect(api.requests).toHaveLength(2)
  const [asked, called, came] = api.requests[1]?.messages ?? []
  expect(asked?.text).toContain('how is the roof?')
  expect(called?.calls).toHaveLength(1)
  expect(came?.results).toHaveLength(1)
  const after = api.requests[1]?.messages.slice(2).map(({ text }) => text)
  expect(after?.join('\n')).toMatch(/note="sent while you were working[^>]*>\nand the cellar\?\n<\/message/)
  expect(world.web.sent.map(({ body }) => body)).toEqual(['The roof is mended, the cellar is dry.'])
  const states = listTasks(world.db, { limit: 9 }).map(({ state }) => state)
  expect(states).toEqual(['cancelled', 'answered'])

  const use = useOf()
  expect(use).toMatchObject({ measured: true, brain: 'cloud', window: 32_000 })
  expect(use.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(use.tokens)
  expect(use.shares.map(({ name }) => name)).toEqual(expect.arrayContaining(['system', 'tools', 'message']))
  expect(use.marks.map(({ tokens }) => tokens)).toEqual([19_200, 27_200])

  // It goes on in the same session, where it was said once.
  world.say('thanks')
  await world.settle()
  const whole = api.requests[2]?.messages.map(({ text }) => text).join('\n') ?? ''
  expect(whole.split('and the cellar?')).toHaveLength(2)
  expect(useOf().shares.map(({ name }) => name)).toContain('history')
  expect(api.refusals).toEqual([])

  function useOf(): ContextUse {
    const seen = lastAssembly(world.db, lane)
    if (!seen) throw new Error('nothing was asked')
    return contextUse(world.db, seen)
  }
})

test('what comes with it is before the model too: text in its words, pictures beside them', async () => {
  const sent: NamedFile[] = []
  const api = await startAnthropic(
    { key: 'sk-test' },
    () => {
      world.say('see these', { files: sent })
      return calls({ name: 'context_status', input: {} })
    },
    says('Seen.'),
  )
  onTestFinished(() => api.close())
  const world = createNativeWorld({ cloud: { kind: 'anthropic', apiKey: 'sk-test', baseUrl: api.url, images: true } })
  for (const [name, content] of [
    ['notes.txt', Buffer.from('the key is behind the barrel')],
    ['cat.png', makePng(4)],
  ] as const) {
    const stored = await storeFile(world.db, world.files.fileStore, Readable.from([content]), world.clock.steady)
    if (!('hash' in stored)) throw new Error('not stored')
    sent.push({ ...stored, name })
  }
  world.say('look around')
  await world.settle()
  const [first] = api.requests[1]?.messages ?? []
  const text = api.requests[1]?.messages.map((message) => message.text).join('\n')
  expect(text).toContain('the key is behind the barrel')
  expect(text).toContain('"cat.png", a picture')
  expect(first?.images).toBe(1)
  expect(world.web.sent.map(({ body }) => body)).toEqual(['Seen.'])
  expect(api.refusals).toEqual([])
})
