import { asThreadToken, ownMessageId } from '../../../src/channels/email/threads/message-ids.ts'
import { type ChatId, makeChatId } from '../../../src/domain/ids.ts'
import { type Build, createTunedBuild } from '../../peers/build.ts'
import { createDaemon } from '../../peers/daemon.ts'
import { createDaemonTools, type DaemonTools } from '../../peers/daemon-tools.ts'
import { startMailDaemon } from '../../peers/mail/mail-daemon.ts'
import { hasPostfix } from '../../peers/mail/postfix.ts'
import { createSpeaker } from '../../peers/speaker.ts'
import { startTalkDaemon } from '../../peers/talk/talk-daemon.ts'
import { startTelegramDaemon } from '../../peers/telegram/telegram-daemon.ts'
import { until } from '../../support/until.ts'
import { type Told, wordsOf } from './briefed-chat.ts'

/** One chat of Ana's with the daemon, on one of the channels. */
export interface Venue extends Pick<DaemonTools, 'query'> {
  chat(): ChatId
  database(): string
  /** Says something, in answer to a briefing where one is named; resolves when that was answered in turn. */
  say(text: string, to?: Told): Promise<void>
  /** A line of ours that stands on the platform: what it calls it; undefined where that is only known to the store. */
  post(text: string): Promise<string | undefined>
  /** While the daemon is down. */
  between(work: () => void): Promise<void>
  close(): Promise<void>
}

export interface VenueOptions {
  build: Build
  /** `[brain.claude]` and whatever follows. */
  brain: string
}

export const venues = { web: onPage, telegram: onTelegram, talk: onTalk, email: byMail }

async function onPage({ build, brain }: VenueOptions): Promise<Venue> {
  const daemon = createDaemon({ build, brain: 'claude', config: `[disk]\nballast_mb = 0\n${brain}` })
  await daemon.start()
  const { query } = createDaemonTools(build, () => daemon)
  const speaker = createSpeaker(daemon.socket)
  const chat = makeChatId('web', 'pond')
  return {
    query,
    chat: () => chat,
    database: () => daemon.database,
    say: (text, to) =>
      answered(query, async () => {
        const replyTo = to === undefined ? {} : { replyTo: to.message }
        const { status } = await speaker.call('POST', '/send', { chat, key: text, text, ...replyTo })
        if (status !== 200) throw new Error(`it was not taken: ${status}`)
      }),
    post: async () => undefined,
    async between(work) {
      await daemon.stop()
      work()
      await daemon.start()
    },
    async close() {
      speaker.close()
      await daemon.remove()
    },
  }
}

async function onTelegram({ build, brain }: VenueOptions): Promise<Venue> {
  const settings = `owner_ids = [42]\n${brain}`
  const { telegram, query, ...skein } = await startTelegramDaemon({ build, brain: 'claude', settings })
  const ana = telegram.user({ id: 42, name: 'Ana' })
  const place = telegram.privateChat(ana)
  const found = (remoteId: string) => place.room.posts.find(({ message }) => String(message.message_id) === remoteId)
  return {
    query,
    chat: () => makeChatId('telegram', '42'),
    database: () => skein.daemon.database,
    say: (text, to) =>
      answered(query, () => {
        const reply = to && found(to.remoteId)?.message
        if (to && !reply) throw new Error('there is no such line')
        place.say(ana, text, reply ? { reply } : {})
      }),
    async post(text) {
      const body = JSON.stringify({ chat_id: 42, text })
      const url = `${telegram.url()}/bot${telegram.token()}/sendMessage`
      const said = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      const { result } = (await said.json()) as { result: { message_id: number } }
      return String(result.message_id)
    },
    async between(work) {
      await skein.daemon.stop()
      work()
      await skein.restart()
    },
    close: () => skein.close(),
  }
}

async function onTalk({ build, brain }: VenueOptions): Promise<Venue> {
  let token = ''
  const { server, bot, query, ...skein } = await startTalkDaemon({
    build,
    brain: 'claude',
    settings: `owner_ids = ["ana"]\n${brain}`,
    prepare(before, self) {
      token = before.oneToOne(before.user('ana', 'Ana'), self).token
    },
  })
  const ana = server.user('ana', 'Ana')
  const place = server.place(token)
  return {
    query,
    chat: () => makeChatId('talk', token),
    database: () => skein.daemon.database,
    say: (text, to) =>
      answered(query, () => void place.say(ana, text, to === undefined ? {} : { replyTo: Number(to.remoteId) })),
    post: async (text) => String(place.say(bot, text)),
    async between(work) {
      await skein.daemon.stop()
      work()
      await skein.restart()
    },
    close: () => skein.close(),
  }
}

/** All of it in one thread, by somebody who answers within seconds and is no machine. */
async function byMail({ brain }: VenueOptions): Promise<Venue> {
  const build = createTunedBuild({ mailsOfMachine: 1000 })
  const settings = `owner_addresses = ["ana@home.test"]\nreplies_per_thread = 100\n${brain}`
  const { ana, mailbox, query, ...skein } = await startMailDaemon({
    build,
    brain: 'claude',
    settings,
    postfix: hasPostfix(),
  })
  const first = { to: mailbox.address, subject: 'The pond' }
  const chat = () => String(query("SELECT chat FROM message WHERE chat LIKE 'email:%' LIMIT 1")[0]) as ChatId
  let last: string | undefined

  async function write(text: string, to: Told | undefined): Promise<void> {
    const answers = (await ana.mailbox.mails()).filter(({ text: said }) => !said.includes('heron-'))
    const newest = answers.at(-1)
    if (to) {
      const below = `\n\nOn Monday, Skein wrote:\n> ${wordsOf(to.number)}\n`
      const thread = { inReplyTo: to.remoteId, references: [last ?? '', to.remoteId] }
      await ana.write({ ...first, subject: 'Re: The pond', text: `${text}${below}`, ...thread })
    } else if (newest) await ana.reply(newest, text)
    else last = (await ana.write({ ...first, text })).id
  }

  return {
    query,
    chat,
    database: () => skein.daemon.database,
    async say(text, to) {
      const before = await ana.mailbox.count()
      await answered(query, () => write(text, to))
      await until(async () => {
        if ((await ana.mailbox.count()) <= before) throw new Error('the answer is under way')
      })
    },
    post: async () => {
      const token = asThreadToken(chat().slice('email:'.length))
      return token && ownMessageId(token, 'told', mailbox.address)
    },
    async between(work) {
      await skein.daemon.stop()
      work()
      await skein.restart()
    },
    close: () => skein.close(),
  }
}

/** Resolves when one more question was answered, and everything is sent. */
async function answered(query: DaemonTools['query'], say: () => void | Promise<void>): Promise<void> {
  const count = () => Number(query("SELECT count(*) FROM task WHERE kind = 'reply' AND state = 'answered'")[0])
  const open = () =>
    query("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending', 'retry', 'unknown')")[0] as number
  const before = count()
  await say()
  await until(() => {
    if (count() <= before) throw new Error('it is not answered')
    if (open() > 0) throw new Error('the answer is under way')
  })
}
