import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Build, createBuild } from '../../peers/build.ts'
import { startTelegramDaemon, type TelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'

describe('accounts of one person on Telegram and on the page, with the built daemon', { timeout: 120_000 }, () => {
  let build: Build
  let bot: TelegramDaemon

  beforeAll(() => {
    build = createBuild()
  }, 120_000)
  beforeEach(async () => {
    bot = await startTelegramDaemon({ build, settings: 'owner_ids = [42]\nmember_ids = [43, 44]\n' })
  })
  afterEach(() => bot.close())

  const person = (id: number, name: string) => {
    const user = bot.telegram.user({ id, name })
    const chat = bot.telegram.privateChat(user)
    return {
      /** What is answered to this line, the last of so many answers. */
      async ask(text: string, answers: number) {
        chat.say(user, text)
        return await bot.answer(chat, answers)
      },
      last: (answers: number) => bot.answer(chat, answers),
    }
  }
  const page = async (text: string) => (await bot.skein('send', text, '--chat', 'web:house', '--wait')).out
  /** Everything is delivered before, so that nothing is sent again and counted twice. */
  async function kill(): Promise<void> {
    await bot.quiet()
    await bot.killAndStart()
  }
  const listed = async () => (await bot.skein('people')).out

  test('the owner links Telegram from the page, over kill -9 before the code is used and before the yes', async () => {
    const code = /link ([A-Z2-9]{8})/.exec(await page('/link'))?.[1]
    await page('/remember The spare key hangs in the shed.')
    await kill()
    const phone = person(50, 'Ana at work')
    expect(await phone.ask(`/link ${code}`, 1)).toContain('Now say yes in the chat where you made the code')
    await kill()
    expect(await listed()).not.toContain('telegram:50')
    const asked = bot.query("SELECT text FROM message WHERE text LIKE '%sent your code%' AND chat = 'web:house'")
    expect(asked).toEqual([expect.stringContaining('Ana at work (`telegram:50`)')])
    const yes = /\/link yes \w+/.exec(String(asked[0]))?.[0] ?? ''
    expect(await page(yes)).toContain('telegram:50 is now an address of')
    expect(await phone.last(2)).toContain('Done. This account is')
    expect(await phone.ask('/whoami', 3)).toContain('(owner)')
    expect(await phone.ask('/memory', 4)).toContain('spare key')
    expect(await listed()).toContain('telegram:50 (link)')
  })

  test('a member links a second account over kill -9; the code works once, and the owner takes it off again', async () => {
    const [mira, tablet, eve] = [person(43, 'Mira'), person(51, 'Tablet'), person(66, 'Eve')]
    await mira.ask('/remember My bike is locked with 7 chains.', 1)
    const code = /link ([A-Z2-9]{8})/.exec(await mira.ask('/link', 2))?.[1]
    await kill()
    expect(await tablet.ask(`/link ${code}`, 1)).toContain('for me now, like their other ones')
    expect(await mira.last(3)).toContain('telegram:51')
    expect(await eve.ask(`/link ${code}`, 1)).toContain('invalid or has expired')
    await kill()
    expect(await tablet.ask('/memory', 2)).toContain('7 chains')
    expect(await listed()).toMatch(/telegram:43 \(configuration\), telegram:51 \(link\)/)
    expect(await bot.skein('people', 'unlink', 'telegram:51')).toMatchObject({ code: 0 })
    expect(await tablet.ask('/memory', 3)).toContain('I only talk to people my owner has let in')
  })

  test('the owner makes two members one and takes them apart, beside the daemon and without it', async () => {
    const [mira, noor] = [person(43, 'Mira'), person(44, 'Noor')]
    await mira.ask('/remember My bike is red.', 1)
    await noor.ask('/remember My cello is old.', 1)
    const linked = await bot.skein('people', 'link', 'telegram:44', 'telegram:43')
    expect(linked).toMatchObject({ code: 0, out: expect.stringContaining('one person now') })
    expect(await noor.ask('/memory', 2)).toMatch(/bike[\s\S]*cello|cello[\s\S]*bike/)
    expect(await listed()).toContain('telegram:44 (configuration, linked)')
    // The lists of the configuration leave them together.
    await bot.restart()
    expect(await listed()).toContain('telegram:44 (configuration, linked)')
    await bot.daemon.stop()
    expect(await bot.skein('people', 'set', 'telegram:43', '--timezone', 'Oslo', '--language', 'de')).toMatchObject({
      code: 0,
      out: expect.stringContaining('time zone Europe/Oslo, language de'),
    })
    expect(await bot.skein('people', 'unlink', 'telegram:44')).toMatchObject({ code: 0 })
    expect(await bot.skein('people', 'unlink', 'telegram:44')).toMatchObject({ code: 64 })
    await bot.restart()
    expect(await mira.ask('/memory', 2)).not.toContain('cello')
    expect(await noor.ask('/memory', 3)).toMatch(/^(?![\s\S]*bike)[\s\S]*cello/)
    expect(await mira.ask('/timezone', 3)).toContain('Deine Zeitzone ist Europe/Oslo')
  })
})
