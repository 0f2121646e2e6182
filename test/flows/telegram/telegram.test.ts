import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectDaemon } from '../../../src/cli/daemon.ts'
import { openReadOnly } from '../../../src/store/database.ts'
import { calls } from '../../../src/web/control/calls.ts'
import { createTunedBuild } from '../../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../../peers/daemon.ts'
import type { TelegramChat } from '../../peers/telegram/chats/chat.ts'
import type { Seen } from '../../peers/telegram/chats/view.ts'
import { createTelegram, type Telegram } from '../../peers/telegram/telegram.ts'

describe('the built daemon on Telegram', { timeout: 90_000 }, () => {
  let telegram: Telegram
  let daemon: DaemonPeer
  let token: string
  /** Each test has an owner of its own, whose chat nobody has written in. */
  const owners = [42, 44, 45, 46, 47, 48, 49]
  let owner = 0

  beforeAll(async () => {
    telegram = await createTelegram({ secondMs: 20, bot: { can_read_all_group_messages: true } })
    token = telegram.token()
    const config = `[telegram]\ntoken = "${token}"\napi_root = "${telegram.url()}"\nowner_ids = [${owners.join(', ')}]\nmember_ids = [43]\n`
    daemon = createDaemon({ build: createTunedBuild({ telegramSecondMs: 100 }), config })
    await daemon.start()
    await telegram.listening()
  }, 120_000)
  beforeEach(() => {
    owner = owners.shift() ?? 0
  })
  afterAll(async () => {
    await daemon.remove()
    await telegram.close()
  })

  const ana = () => telegram.user({ id: owner, name: 'Ana' })
  const answers = (chat: TelegramChat, count: number): Promise<Seen[]> =>
    telegram.until(`${count} answers`, () => chat.answers().length >= count && chat.answers())
  const pair = (role: 'member' | 'owner') => connectDaemon(daemon.data).ask(calls.pair, { role })

  test('a private message is answered as a reply to it, and Markdown arrives as formatting', async () => {
    const chat = telegram.privateChat(ana())
    const asked = chat.say(ana(), 'where did I put the ladder?')
    const [first] = await answers(chat, 1)
    expect(first).toMatchObject({ reply: asked.message_id })
    expect(first?.text).toContain('demo')
    chat.say(ana(), 'the ladder again?')
    const [, second] = await answers(chat, 2)
    expect(second?.text).toContain('where did I put the ladder?')
    expect(second?.entities.map(({ type }) => type)).toContain('blockquote')
    expect(second?.text).not.toContain('> ')
    chat.say(ana(), '/whoami')
    const [, , third] = await answers(chat, 3)
    expect(third?.text).toContain(`(owner), writing from telegram:${owner}`)
    expect(third?.entities.map(({ type }) => type)).toContain('bold')
    expect(telegram.commandLists()).not.toEqual([])
  })

  test('a stranger is refused once and then hears nothing, and the owner is told once', async () => {
    const eve = telegram.user({ id: 66, name: 'Eve' })
    const chat = telegram.privateChat(eve)
    chat.say(eve, 'hello?')
    await answers(chat, 1)
    chat.say(eve, 'HELLO?')
    const own = telegram.privateChat(ana())
    own.say(ana(), 'hi')
    await answers(own, 1)
    expect(chat.answers().map(({ text }) => text)).toEqual([expect.stringContaining('people my owner has let in')])
    const notices = readNotices(daemon.database)
    expect(notices).toEqual([expect.stringContaining('Eve (telegram:66)')])
  })

  test('a code lets its first bringer in, works once, and guesses run into silence', async () => {
    const { code } = await pair('member')
    const bob = telegram.user({ id: 50, name: 'Bob' })
    const bobs = telegram.privateChat(bob)
    bobs.say(bob, `/start ${code.toLowerCase()}`)
    expect((await answers(bobs, 1))[0]?.text).toContain('Welcome, Bob')
    bobs.say(bob, '/whoami')
    expect((await answers(bobs, 2))[1]?.text).toContain('(member)')

    const eve = telegram.user({ id: 67, name: 'Eve' })
    const eves = telegram.privateChat(eve)
    for (let guess = 0; guess < 8; guess++) eves.say(eve, `/start ${code}`)
    await answers(eves, 5)
    bobs.say(bob, '/whoami')
    await answers(bobs, 3)
    expect(eves.answers().map(({ text }) => text)).toEqual(
      Array(5).fill(expect.stringContaining('invalid or has expired')),
    )

    const second = telegram.user({ id: 51, name: 'Ana at work' })
    const work = telegram.privateChat(second)
    work.say(second, `/start ${(await pair('owner')).code}`)
    await answers(work, 1)
    work.say(second, '/whoami')
    expect((await answers(work, 2))[1]?.text).toContain('(owner)')
  })

  test('a button from before a restart works after it, and the menu knows the owner and their language', async () => {
    const chat = telegram.privateChat(ana())
    chat.say(ana(), '/new')
    const [offer] = await answers(chat, 1)
    expect(offer?.buttons).toEqual([['Continue the old one']])
    await daemon.stop()
    await daemon.start()
    await telegram.listening()
    const press = chat.press(ana(), { message_id: offer?.id ?? 0 }, 'Continue the old one')
    await telegram.until('an answer', () => press.answer)
    expect(press.answer?.text).toBe('We continue where we left off.')
    await telegram.until('no buttons', () => chat.answers()[0]?.buttons.length === 0)
    const isListed = (type: string, language: string, config: boolean) =>
      telegram.commandLists().some((list) => {
        const names = list.commands.map(({ command }) => command)
        return list.scope.type === type && list.language === language && names.includes('config') === config
      })
    await telegram.until('her own menus', () => isListed('chat', '', true) && isListed('chat', 'de', true))
    const isEverybodys = () => isListed('all_private_chats', '', false) && isListed('all_group_chats', 'de', false)
    await telegram.until('the menus of all others', isEverybodys)
  })

  test('in a group only what is meant for it is answered', async () => {
    const group = telegram.group({ members: [ana()] })
    group.say(ana(), 'the roses need water')
    const asked = group.say(ana(), `@${telegram.bot.username} what about the roses?`)
    const [answer] = await answers(group, 1)
    expect(answer?.reply).toBe(asked.message_id)
    expect(group.answers()).toHaveLength(1)
  })

  test('a file that comes in is kept, and the token is in no log and in no file', async () => {
    const chat = telegram.privateChat(ana())
    chat.say(ana(), 'keep this', { document: { bytes: Buffer.from('the deed'), name: 'deed.txt' } })
    await answers(chat, 1)
    const sent = telegram.callsOf('sendMessage').length
    telegram.fail('getUpdates', 'error-before', 2)
    telegram.fail('sendMessage', { refuse: 400, description: 'Bad Request: nonsense' })
    chat.say(ana(), 'and this goes wrong')
    await telegram.called('sendMessage', sent + 1)
    telegram.revoke()
    await expect.poll(() => readNotices(daemon.database), { timeout: 45_000 }).toEqual(silenced)
    expect(await daemon.stop()).toMatchObject({ code: 0 })
    const texts = filesUnder(daemon.data).map((path) => readFileSync(path, 'latin1'))
    expect(texts.some((text) => text.includes('the deed'))).toBe(true)
    const secret = token.split(':')[1] ?? ''
    expect([daemon.words(), ...texts].filter((text) => text.includes(secret))).toEqual([])
  })
})

const silenced = expect.arrayContaining([expect.stringContaining('Telegram does not accept the bot token')])

function readNotices(file: string): string[] {
  const db = openReadOnly(file)
  try {
    return db.raw.prepare("SELECT text FROM message WHERE chat = 'web:notices'").pluck().all() as string[]
  } finally {
    db.close()
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
