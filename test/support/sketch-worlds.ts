import { expect, onTestFinished } from 'vitest'
import type { Channel } from '../../src/channels/channel.ts'
import type { ChatId } from '../../src/domain/ids.ts'
import { makeChatId } from '../../src/domain/ids.ts'
import type { Address } from '../../src/domain/person.ts'
import { createRoadWorld, type RoadWorld, type WorldOptions } from './road-world.ts'
import { createMailServer, createSketchMail, type MailServer } from './sketch-mail.ts'
import { createSketchTalk, createTalkServer, type TalkServer } from './sketch-talk.ts'

/** The real road with a channel before it that was written against the contracts alone, and people on its platform. */
export interface SketchWorld extends RoadWorld {
  channel: Channel
  address(name: string): Address
  /** Somebody writes to us where nobody else reads along; resolves when it is stored. */
  write(name: string, text: string): Promise<ChatId>
  /** The same where others read along. */
  writeInGroup(name: string, text: string): Promise<ChatId>
  /** What somebody has been sent in private, oldest first, once all that is due is done. */
  read(name: string): Promise<string[]>
}

export function createTalkWorld(options: WorldOptions = {}): SketchWorld & { server: TalkServer } {
  const server = createTalkServer()
  const world = withChannel(createSketchTalk(server), options)
  const said = async (token: string, name: string, text: string) => {
    const id = server.say(token, name, text)
    await taken(world, `talk:skein@cloud:${token}:${id}`, String(id))
    return makeChatId('talk', token)
  }
  const club = server.group('Roses')
  return {
    ...world,
    server,
    address: (name) => ({ channel: 'talk', id: `users/${name}` }),
    write: (name, text) => said(server.oneToOne(name).token, name, text),
    writeInGroup: (name, text) => said(club.token, name, `@skein ${text}`),
    async read(name) {
      await world.settle()
      const { lines } = server.oneToOne(name)
      return lines.filter(({ actor }) => actor === 'users/skein').map(({ text }) => text)
    },
  }
}

export function createMailWorld(options: WorldOptions = {}): SketchWorld & { server: MailServer } {
  const server = createMailServer()
  const world = withChannel(createSketchMail(server), options)
  const of = (name: string) => `${name}@x`
  const said = async (name: string, text: string, cc: string[]) => {
    const mail = server.write(of(name), text, { cc })
    await taken(world, `email:${mail.id}`, String(mail.uid))
    return makeChatId('email', mail.id)
  }
  return {
    ...world,
    server,
    address: (name) => ({ channel: 'email', id: of(name) }),
    write: (name, text) => said(name, text, []),
    writeInGroup: (name, text) => said(name, text, ['others@x']),
    async read(name) {
      await world.settle()
      return server.sent.filter(({ to }) => to.includes(of(name))).map(({ text }) => text)
    },
  }
}

function withChannel(channel: Channel, options: WorldOptions): RoadWorld & { channel: Channel } {
  const world = createRoadWorld({ ...options, channels: [channel] })
  const stopping = new AbortController()
  const listening = channel.listen(world.inbox, stopping.signal)
  onTestFinished(async () => {
    stopping.abort()
    await listening
  })
  return { ...world, channel }
}

/** Stored, or passed over: either way it was read. */
async function taken({ db }: RoadWorld, key: string, upTo: string): Promise<void> {
  const known = db.raw.prepare(
    'SELECT 1 FROM message_key WHERE key = ? UNION SELECT 1 FROM channel_cursor WHERE value = ?',
  )
  await expect.poll(() => known.get(key, upTo) !== undefined, { interval: 2, timeout: 60_000 }).toBe(true)
}
