import type { Speaker } from '../../test/peers/speaker.ts'
import { LOOK_MS, type Place, type Venue } from './place.ts'

const CHATS = 12

export interface PageDeps {
  /** The daemon of the moment. */
  speaker: Speaker
  /** What its store answers; nothing while it is away. */
  query(sql: string, ...values: unknown[]): unknown[]
}

/** The owner's chats on the page; the first has the CLI as its model. */
export function openPageVenue({ speaker, query }: PageDeps): Venue {
  const heard = new Map<string, string[]>()
  let last = 0
  let lookedAt = 0

  /** One question for all chats, and for all of them that look in the same moment. */
  function listen(): void {
    if (performance.now() - lookedAt < LOOK_MS / 2) return
    lookedAt = performance.now()
    const rows = query(
      `SELECT id || ' ' || chat || ' ' || text FROM message
       WHERE id > ? AND author = 'bot' AND chat LIKE 'web:soak%' ORDER BY id`,
      last,
    ) as string[]
    for (const row of rows) {
      const [, id = '', chat = '', text = ''] = /^(\d+) (\S+) ([\s\S]*)$/.exec(row) ?? []
      last = Number(id)
      heard.set(chat, [...(heard.get(chat) ?? []), text])
    }
  }

  const places = Array.from({ length: CHATS }, (_, at): Place => {
    const chat = `web:soak${at}`
    return {
      name: chat,
      mark: '/',
      mayChange: true,
      async say(text) {
        await speaker.say(chat, text)
      },
      answers() {
        listen()
        return heard.get(chat) ?? []
      },
      forget: () => void heard.delete(chat),
    }
  })
  return {
    config: '',
    places,
    async begun() {
      await speaker.say('web:soak0', '/brain claude')
    },
    async forget() {
      speaker.said.length = 0
    },
    async close() {
      speaker.close()
    },
  }
}
