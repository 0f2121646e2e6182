import { onTestFinished } from 'vitest'
import type { Channel, Inbox } from '../../src/channels/channel.ts'
import type { Delivery, Route } from '../../src/domain/delivery.ts'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { createMailServer, createSketchMail } from '../support/sketch-mail.ts'
import { createSketchTalk, createTalkServer } from '../support/sketch-talk.ts'
import { channelContract } from './contract.ts'

// Two channels that were written against the contracts alone.

channelContract('a channel like Talk', async () => {
  const server = createTalkServer()
  const { token } = server.oneToOne('ana')
  return {
    person: { channel: 'talk', id: 'users/ana' },
    async listen(inbox) {
      const channel = createSketchTalk(server)
      const say = async (text: string) => void server.say(token, 'ana', text)
      return { channel, say, repeat: channel.rewind, stop: begin(channel, inbox) }
    },
    shown: () => server.ours().map(({ text }) => text),
    delivery: (_channel, text, key) => delivery({ chat: makeChatId('talk', token) }, text, key),
    loseAnswer: () => server.lose('answer'),
    loseSend: () => server.lose('send'),
  }
})

channelContract('a channel like mail', async () => {
  const server = createMailServer()
  const facts = { recipient: 'ana@x', subject: 'Hello' }
  return {
    person: { channel: 'email', id: 'ana@x' },
    async listen(inbox) {
      const channel = createSketchMail(server)
      const say = async (text: string) => void server.write('ana@x', text)
      return { channel, say, repeat: channel.rewind, stop: begin(channel, inbox) }
    },
    shown: () => server.sent.map(({ text }) => text),
    delivery: (_channel, text, key) => delivery({ chat: makeChatId('email', '<m1@x>'), facts }, text, key),
    loseAnswer: server.loseAnswer,
  }
})

function begin(channel: Channel, inbox: Inbox): () => Promise<void> {
  const stopping = new AbortController()
  const listening = channel.listen(inbox, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await listening
  }
  onTestFinished(stop)
  return stop
}

function delivery(route: Route, body: string, key: string): Delivery {
  const rest = { buttons: [], files: [], attempt: 1, maybeRepeat: false, language: 'en' as const, at: new Date(0) }
  return { id: 1, key, message: 1, lane: rootLane(route.chat), route, kind: 'reply', part: 0, body, ...rest }
}
