import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { startTelegramDaemon, type TelegramDaemon } from '../peers/telegram-daemon.ts'

const WORDS = "SELECT text FROM message WHERE author = 'human' ORDER BY id"
const PATIENTLY = { timeout: 20_000, interval: 5 }

describe('kill -9 while something is still on its way', () => {
  let build: Build
  let house: TelegramDaemon

  beforeAll(() => {
    build = createBuild()
  }, 120_000)
  afterAll(() => build.remove())
  beforeEach(async () => {
    house = await startTelegramDaemon({ build })
  })
  afterEach(() => house.close())

  const ana = () => house.telegram.user({ id: 42, name: 'Ana' })

  test('an album that is being gathered is one task after it, with every picture', async () => {
    const chat = house.telegram.privateChat(ana())
    chat.say(ana(), 'our garden', { album: [{}, {}, {}] })
    await expect.poll(() => house.query('SELECT count(*) FROM message_file')[0], PATIENTLY).toBe(3)
    expect(house.query('SELECT state FROM task')).toEqual(['queued'])
    await house.killAndStart()
    await house.answers(chat, 1)
    await house.quiet()
    expect(chat.answers()).toHaveLength(1)
    expect(house.query('SELECT count(*) FROM task_message GROUP BY task_id')).toEqual([3])
  })

  test('a file that is being fetched is fetched after it, and what was said meanwhile stays behind it', async () => {
    const chat = house.telegram.privateChat(ana())
    house.telegram.fail('file', 'silence-before')
    chat.say(ana(), 'the roof', { photo: { bytes: Buffer.from('pixels') } })
    chat.say(ana(), 'did you see it?')
    await expect
      .poll(() => house.query("SELECT value FROM channel_memory WHERE name = 'waiting'")[0], PATIENTLY)
      .toContain('did you see it?')
    expect(house.query(WORDS)).toEqual([])
    house.telegram.mend()
    await house.killAndStart()
    await expect.poll(() => house.query(WORDS), PATIENTLY).toEqual(['the roof', 'did you see it?'])
    expect(house.query('SELECT count(*) FROM message_file')).toEqual([1])
    await house.quiet()
    expect(house.query('SELECT state FROM task')).toEqual(['answered'])
  })
})
