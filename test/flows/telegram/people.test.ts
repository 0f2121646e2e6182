import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDaemon } from '../../../src/cli/daemon.ts'
import { calls } from '../../../src/web/control/calls.ts'
import { type Build, createBuild } from '../../peers/build.ts'
import { startTelegramDaemon, type TelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'

describe('people on Telegram, with the built daemon', { timeout: 90_000 }, () => {
  let build: Build
  let bot: TelegramDaemon

  beforeAll(() => {
    build = createBuild()
  }, 120_000)
  beforeEach(async () => {
    bot = await startTelegramDaemon({ build, settings: 'owner_ids = [42]\nmember_ids = [43]\n' })
  })
  afterEach(() => bot.close())

  const person = (id: number, name: string) => {
    const user = bot.telegram.user({ id, name })
    const chat = bot.telegram.privateChat(user)
    return { user, chat, say: (text: string) => chat.say(user, text) }
  }
  const code = async (role: 'member' | 'owner') => (await connectDaemon(bot.daemon.data).ask(calls.pair, { role })).code

  test('who is taken out of the lists is a stranger after the next start', async () => {
    const [ana, mira] = [person(42, 'Ana'), person(43, 'Mira')]
    for (const { say } of [ana, mira]) say('/whoami')
    expect(await bot.answer(ana.chat, 1)).toContain('(owner)')
    expect(await bot.answer(mira.chat, 1)).toContain('(member)')
    await bot.restart('owner_ids = [50]\n')
    for (const { say } of [ana, mira]) say('/whoami')
    expect(await bot.answer(ana.chat, 2)).toContain('people my owner has let in')
    expect(await bot.answer(mira.chat, 2)).toContain('people my owner has let in')
    expect(bot.query("SELECT count(*) FROM task WHERE kind = 'reply'")).toEqual([0])
  })

  test('who came by a code is listed and removed, beside the daemon and without it', async () => {
    const [bob, cem] = [person(50, 'Bob'), person(51, 'Cem')]
    for (const { say } of [bob, cem]) say(`/start ${await code('member')}`)
    for (const { chat } of [bob, cem]) expect(await bot.answer(chat, 1)).toContain('Welcome')
    const listed = await bot.skein('people')
    expect(listed.out).toMatch(/owner {2}web:owner \(daemon\), telegram:42 \(configuration\)/)
    expect(listed.out).toContain('Bob  member  telegram:50 (pairing)')
    expect(listed.out).toContain('telegram:43 (configuration)')

    expect(await bot.skein('people', 'remove', 'telegram:50')).toMatchObject({ code: 0 })
    bob.say('hello?')
    expect(await bot.answer(bob.chat, 2)).toContain('people my owner has let in')
    expect(await bot.skein('people', 'remove', 'telegram:43')).toMatchObject({
      code: 64,
      err: expect.stringContaining('the lists in [telegram]'),
    })

    await bot.daemon.stop()
    expect(await bot.skein('--json', 'people', 'remove', 'telegram:51')).toMatchObject({
      code: 0,
      out: '{"cancelled":0}\n',
    })
    await bot.restart()
    cem.say('hello?')
    expect(await bot.answer(cem.chat, 2)).toContain('people my owner has let in')
    expect((await bot.skein('--json', 'people')).out).not.toMatch(/"id":"5[01]"/)
  })

  test('a code that somebody known brings is not used up, and changes nobody’s role', async () => {
    const mira = person(43, 'Mira')
    const given = await code('owner')
    mira.say(`/start ${given}`)
    expect(await bot.answer(mira.chat, 1)).toMatch(/already known as a member, so I did not use the code/)
    mira.say('/whoami')
    expect(await bot.answer(mira.chat, 2)).toContain('(member)')
    const work = person(52, 'Ana at work')
    work.say(`/start ${given}`)
    expect(await bot.answer(work.chat, 1)).toContain('Welcome')
    work.say('/whoami')
    expect(await bot.answer(work.chat, 2)).toContain('(owner)')
    work.say(`/start ${await code('member')}`)
    expect(await bot.answer(work.chat, 3)).toContain('already known as my owner')
  })

  test('the owner hears of a stranger where they are, once, also after a restart', async () => {
    const [ana, eve] = [person(42, 'Ana'), person(66, 'Eve')]
    ana.say('/whoami')
    await bot.answer(ana.chat, 1)
    eve.say('let me in')
    expect(await bot.answer(ana.chat, 2)).toContain('Eve (telegram:66) wrote to me and was refused')
    expect(bot.notices()).toEqual([expect.stringContaining('Eve (telegram:66)')])
    await bot.restart()
    eve.say('please')
    ana.say('/whoami')
    expect(await bot.answer(ana.chat, 3)).toContain('(owner)')
    expect(ana.chat.answers()).toHaveLength(3)
    expect(bot.notices()).toHaveLength(1)
  })
})
