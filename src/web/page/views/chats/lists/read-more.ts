import type { Api, LinePlace } from '../../../api.ts'
import type { LinePage } from '../../../wire/wire.ts'
import type { Conversations } from './conversations.ts'

export interface ReadMoreDeps {
  api: Pick<Api, 'lines'>
  conversations: Pick<Conversations, 'thread' | 'addOlder' | 'addNewer' | 'setAround'>
  /** The open one. */
  chat: () => string
  draw: () => void
}

/** More of the open chat than its newest lines: what scrolling comes to, and what somebody goes to. */
export function createReadMore({ api, conversations, chat, draw }: ReadMoreDeps) {
  let onItsWay: Promise<void> | undefined

  /** One at a time; scrolling asks again by itself. */
  async function read(place: LinePlace, add: (chat: string, page: LinePage) => void): Promise<void> {
    if (onItsWay) return
    const asked = chat()
    onItsWay = api.lines(asked, place).then((answer) => {
      if (answer.status === 'ok') add(asked, answer.value)
    })
    try {
      await onItsWay
    } finally {
      onItsWay = undefined
    }
    draw()
  }

  return {
    async readOlder(): Promise<void> {
      const thread = conversations.thread(chat())
      const oldest = thread?.lines[0]
      if (thread?.older && oldest) await read({ before: oldest.id }, conversations.addOlder)
    },
    async readNewer(): Promise<void> {
      const thread = conversations.thread(chat())
      const newest = thread?.lines.at(-1)
      if (thread?.newer && newest) await read({ after: newest.id }, conversations.addNewer)
    },
    /** A line is gone to once, so that it waits for what is on its way. */
    async readAround(line: number): Promise<void> {
      while (onItsWay) await onItsWay
      await read({ around: line }, conversations.setAround)
    },
  }
}
