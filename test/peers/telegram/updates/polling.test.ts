import { expect, test } from 'vitest'
import { createTestClock } from '../../../support/test-clock.ts'
import { refusal, start } from '../client.ts'

const ids = (updates: { update_id: number }[]) => updates.map(({ update_id }) => update_id)

test('the next poll is the acknowledgement of the one before', async () => {
  const { telegram, api, ana, chat } = await start({ firstUpdate: 100 })
  for (const text of ['one', 'two', 'three']) chat.say(ana, text)
  expect(ids(await api.getUpdates())).toEqual([100, 101, 102])
  // By another offset: who asks the same again at once is given one at a time.
  expect(ids(await api.getUpdates({ offset: 100, limit: 2 }))).toEqual([100, 101])
  expect(ids(await api.getUpdates({ offset: 102 }))).toEqual([102])
  expect(telegram.updates.size()).toBe(1)
})

test('an offset far out of range is answered from the head; one just above the end waits, and skips', async () => {
  const { api, ana, chat } = await start({ firstUpdate: 100 })
  chat.say(ana, 'one')
  expect(ids(await api.getUpdates({ offset: 500 }))).toEqual([100])
  expect(ids(await api.getUpdates({ offset: 105 }))).toEqual([])
  chat.say(ana, 'two')
  expect(ids(await api.getUpdates({ offset: 105 }))).toEqual([])
})

test('messages last a day by their own date, presses 150 seconds', async () => {
  const clock = createTestClock()
  const { telegram, api, ana, chat } = await start({ clock })
  await api.sendMessage(chat.id, 'May I?', {
    reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] },
  })
  chat.press(ana, { message_id: chat.answers()[0]?.id ?? 0 }, 'Yes')
  const yesterday = Math.floor(clock.now().getTime() / 1000) - 86_000
  chat.say(ana, 'old', { date: yesterday })
  chat.say(ana, 'new')
  clock.advance(151_000)
  expect(telegram.updates.size()).toBe(3)
  expect((await api.getUpdates()).map(({ message }) => message?.text)).toEqual(['old', 'new'])
  clock.advance(300_000)
  expect((await api.getUpdates()).map(({ message }) => message?.text)).toEqual(['new'])
})

test('two that wait are a conflict; two that find something are not', async () => {
  const { telegram, api, ana, chat } = await start()
  const first = refusal(api.getUpdates({ timeout: 50 }))
  await telegram.listening()
  const second = api.getUpdates({ timeout: 50 })
  expect(await first).toContain('409 Conflict: terminated by other getUpdates request')
  chat.say(ana, 'hi')
  expect(await second).toHaveLength(1)
  expect(await Promise.all([api.getUpdates(), api.getUpdates()])).toMatchObject([{ length: 1 }, { length: 1 }])
})

test('a webhook is a conflict at once', async () => {
  const { api } = await start()
  await api.setWebhook('https://bot.example/hook')
  expect(await refusal(api.getUpdates())).toContain('409 Conflict')
  await api.deleteWebhook()
  expect(await api.getUpdates()).toEqual([])
})

test('what was not asked for is withheld, and the server remembers what was', async () => {
  const { telegram, api, ana, chat } = await start()
  await api.getUpdates({ allowed_updates: ['callback_query'] })
  chat.say(ana, 'unheard')
  expect(await api.getUpdates()).toEqual([])
  expect(telegram.updates.withheld).toHaveLength(1)
})

test('the same question in a tight loop is answered with one update a time', async () => {
  const { api, ana, chat } = await start({ secondMs: 1000 })
  for (const text of ['one', 'two', 'three']) chat.say(ana, text)
  expect(await api.getUpdates({ offset: 1 })).toHaveLength(3)
  expect(await api.getUpdates({ offset: 1 })).toHaveLength(1)
})
