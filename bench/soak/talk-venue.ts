import type { User } from '../../test/peers/talk/accounts/accounts.ts'
import type { Place as Room } from '../../test/peers/talk/rooms/place.ts'
import { createTalkServer, type TalkServer } from '../../test/peers/talk/talk.ts'
import { type Comment, rowsOf } from '../../test/peers/talk/world.ts'
import type { Place, Venue, VenueDeps } from './place.ts'

const ONE_TO_ONES = 9
const GROUPS = 3
/** Who sent something looks for it among so many of the newest. */
const LOOKED_AT = 300

/** People in rooms with the bot's account. */
export async function openTalkVenue({ clock, random, secondMs }: VenueDeps): Promise<Venue> {
  const talk = await createTalkServer({ version: 22, clock, secondMs })
  const bot = talk.user('skein')
  const people = Array.from({ length: ONE_TO_ONES }, (_, at) => talk.user(`talk${at}`))
  const alone = people.map((user) => placeOf(talk, bot, talk.oneToOne(user, bot), () => user, ''))
  const together = Array.from({ length: GROUPS }, (_, at) => {
    const inIt = people.slice(at * 3, at * 3 + 3)
    return placeOf(talk, bot, talk.group(`Room ${at}`, [...inIt, bot]), () => random.pick(inIt), '@skein ')
  })
  const [owner, ...members] = people.map(({ id }) => `"${id}"`)
  return {
    config: `[talk]
url = "${talk.url()}"
user = "${bot.id}"
password = "${bot.appPassword}"
owner_ids = [${owner}]
member_ids = [${members.join(', ')}]
`,
    places: [...alone, ...together],
    async forget() {
      talk.traffic.reset()
    },
    close: talk.close,
  }
}

function placeOf(talk: TalkServer, bot: User, room: Room, speaker: () => User, mention: string): Place {
  let last: { id: number; user: User } | undefined
  let judged = 0
  const isAnswer = ({ actor, kind, id }: Comment) => actor.id === bot.id && kind === 'comment' && id > judged
  const { comments } = room.room
  return {
    name: `talk:${room.token}`,
    mayChange: false,
    mark: '!',
    async say(text, file) {
      const user = speaker()
      const addressed = text.startsWith('!') ? text : `${mention}${text}`
      const shared = file && { ...file, mime: 'text/plain', caption: addressed }
      last = { user, id: shared ? room.share(user, shared) : room.say(user, addressed) }
    },
    edit(text) {
      if (last) room.edit(last.user, last.id, `${mention}${text}`)
    },
    answers: () =>
      rowsOf(room.room)
        .filter(isAnswer)
        .map(({ text }) => text),
    forget() {
      judged = talk.world.lastId('comment')
      comments.splice(0, Math.max(0, comments.length - LOOKED_AT))
    },
  }
}
