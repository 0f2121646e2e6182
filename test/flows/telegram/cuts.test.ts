import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../src/store/database.ts'
import { type Build, createBuild } from '../../peers/build.ts'
import { startTelegramDaemon, type TelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'

const WORDS = "SELECT text FROM message WHERE author = 'human' ORDER BY id"

describe('kill -9 while something is still on its way', () => {
  let build: Build
  let daemon: TelegramDaemon

  beforeAll(() => {
    build = createBuild()
  }, 120_000)
  beforeEach(async () => {
    daemon = await startTelegramDaemon({ build })
  })
  afterEach(() => daemon.close())

  const ana = () => daemon.telegram.user({ id: 42, name: 'Ana' })

  test('an album that is being gathered is one task after it, with every picture', async () => {
    const chat = daemon.telegram.privateChat(ana())
    chat.say(ana(), 'our garden', { album: [{}, {}, {}] })
    await expect.poll(() => daemon.query('SELECT count(*) FROM message_file')[0]).toBe(3)
    expect(daemon.query('SELECT state FROM task')).toEqual(['queued'])
    await daemon.killAndStart()
    await daemon.answers(chat, 1)
    await daemon.quiet()
    expect(chat.answers()).toHaveLength(1)
    expect(daemon.query('SELECT count(*) FROM task_message GROUP BY task_id')).toEqual([3])
  })

  test('what had begun to change something is told at the next start, with the command that tries it again', async () => {
    const chat = daemon.telegram.privateChat(ana())
    chat.say(ana(), 'mow the lawn')
    await daemon.answers(chat, 1)
    await daemon.quiet()
    // As if it had died in the middle of that: a tool had begun, and nothing was answered yet.
    const db = openDatabase(daemon.daemon.database)
    db.raw
      .prepare(
        `UPDATE task SET state = 'running', finished_at = NULL, effects = 1, lease_until = 0,
         lease_instance = (SELECT max(id) FROM instance)`,
      )
      .run()
    db.close()
    await daemon.killAndStart()
    expect(await daemon.answer(chat, 2)).toMatch(/\/retry 1/)
    expect(daemon.query('SELECT state FROM task')).toEqual(['interrupted'])
  })

  test('a file that is being fetched is fetched after it, and what was said meanwhile stays behind it', async () => {
    const chat = daemon.telegram.privateChat(ana())
    daemon.telegram.fail('file', 'silence-before')
    chat.say(ana(), 'the roof', { photo: { bytes: Buffer.from('pixels') } })
    chat.say(ana(), 'did you see it?')
    await expect
      .poll(() => daemon.query("SELECT value FROM channel_memory WHERE name = 'waiting'")[0])
      .toContain('did you see it?')
    expect(daemon.query(WORDS)).toEqual([])
    daemon.telegram.mend()
    await daemon.killAndStart()
    await expect.poll(() => daemon.query(WORDS)).toEqual(['the roof', 'did you see it?'])
    expect(daemon.query('SELECT count(*) FROM message_file')).toEqual([1])
    await daemon.quiet()
    expect(daemon.query('SELECT state FROM task')).toEqual(['answered'])
  })
})
