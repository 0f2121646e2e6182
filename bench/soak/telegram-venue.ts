import type { Message, User } from '@grammyjs/types'
import type { TelegramChat } from '../../test/peers/telegram/chats/chat.ts'
import { createTelegram, type Telegram } from '../../test/peers/telegram/telegram.ts'
import type { Place, Venue, VenueDeps } from './place.ts'

const PRIVATE_CHATS = 12
const GROUPS = 2
const OWNER = 100

/** People in private chats with the bot, and groups of some of them. */
export async function openTelegramVenue({ clock, random, secondMs }: VenueDeps): Promise<Venue> {
  const telegram = await createTelegram({ clock, secondMs, bot: { can_read_all_group_messages: true } })
  const people = Array.from({ length: PRIVATE_CHATS }, (_, at) => telegram.user({ id: OWNER + at, name: `Tele${at}` }))
  const members = people.slice(1).map(({ id }) => id)
  const alone = people.map((user) => placeOf(telegram, telegram.privateChat(user), () => user, ''))
  const together = Array.from({ length: GROUPS }, (_, at) => {
    const inIt = people.slice(at * 3, at * 3 + 3)
    const chat = telegram.group({ title: `Group ${at}`, members: inIt })
    return placeOf(telegram, chat, () => random.pick(inIt), `@${telegram.bot.username} `)
  })
  return {
    config: `[telegram]
token = "${telegram.token()}"
api_root = "${telegram.url()}"
owner_ids = [${OWNER}]
member_ids = [${members.join(', ')}]
`,
    places: [...alone, ...together],
    async forget() {
      telegram.calls.length = 0
    },
    close: telegram.close,
  }
}

function placeOf(telegram: Telegram, chat: TelegramChat, speaker: () => User, mention: string): Place {
  let last: { message: Message; user: User } | undefined
  let judged = 0
  const isOurs = ({ from }: Message) => from?.id === telegram.bot.id
  return {
    name: `telegram:${chat.id}`,
    mayChange: false,
    mark: '/',
    async say(text, file) {
      const user = speaker()
      const isCommand = text.startsWith('/')
      const addressed = isCommand ? withBotName(text, mention) : `${mention}${text}`
      const document = file && { ...file, type: 'text/plain' }
      last = { user, message: chat.say(user, addressed, document ? { document } : {}) }
    },
    edit(text) {
      if (last) chat.edit(last.message, `${mention}${text}`)
    },
    answers: () =>
      chat.room.posts
        .filter(({ message, deleted }) => isOurs(message) && !deleted && message.message_id > judged)
        .map(({ message }) => message.text ?? message.caption ?? ''),
    forget() {
      const { posts } = chat.room
      judged = posts.at(-1)?.message.message_id ?? judged
      // The newest stay: answers and edits still refer to them.
      posts.splice(0, Math.max(0, posts.length - 50))
    },
  }
}

/** In a group, a command names the bot that it is for. */
function withBotName(text: string, mention: string): string {
  return mention === '' ? text : text.replace(/^\/\w+/, (name) => `${name}${mention.trim()}`)
}
