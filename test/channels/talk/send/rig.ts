import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { toParts } from '../../../../src/channels/talk/outbound.ts'
import { createSender } from '../../../../src/channels/talk/send/sender.ts'
import { createParticipants } from '../../../../src/channels/talk/wire/participants.ts'
import { createTalkClient } from '../../../../src/channels/talk/wire/talk-client.ts'
import type { Delivery, Receipt } from '../../../../src/domain/delivery.ts'
import type { KnownFile } from '../../../../src/domain/file.ts'
import { makeChatId, rootLane, topicLane } from '../../../../src/domain/ids.ts'
import type { Place } from '../../../peers/talk/rooms/place.ts'
import { createTalkServer, type TalkOptions } from '../../../peers/talk/talk.ts'
import { createTestClock } from '../../../support/test-clock.ts'

export const never = new AbortController().signal

/** The real client and sender before the emulated server, with a group of three and a person who writes to us alone. */
export async function startSending(options: TalkOptions = {}) {
  const server = await createTalkServer({ secondMs: 20, ...options })
  const [alice, bob, bot] = [server.user('alice'), server.user('bob'), server.user('skein')]
  const clock = createTestClock()
  const client = createTalkClient({ url: server.url(), user: bot.id, password: bot.appPassword, clock, secondMs: 20 })
  const participants = createParticipants(client, clock)
  const folder = mkdtempSync(join(tmpdir(), 'skein-shelf-'))
  const start = (seed = 'here') =>
    createSender({
      client,
      participants,
      writer: { seed, run: '0a1b2c3d' },
      fileStore: { path: (hash) => join(folder, hash) },
    })
  onTestFinished(async () => {
    client.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    server,
    client,
    clock,
    alice,
    bob,
    bot,
    group: server.group('Lab', [alice, bob, bot]),
    direct: server.oneToOne(alice, bot),
    sender: start(),
    /** As after a restart: nothing is remembered. */
    start,
    shelve(name: string, content: string): KnownFile {
      const hash = Buffer.from(name).toString('hex')
      writeFileSync(join(folder, hash), content)
      return { hash, name, bytes: content.length, type: 'text/plain' }
    },
  }
}

let deliveries = 0

export interface DeliveryExtra extends Partial<Omit<Delivery, 'route' | 'lane'>> {
  topic?: number
  replyTo?: number
}

/** A part of a reply, as the outbox would hand it over. */
export function delivery(place: Pick<Place, 'token'>, text: string, extra: DeliveryExtra = {}): Delivery {
  const { topic, replyTo, ...rest } = extra
  const chat = makeChatId('talk', place.token)
  const id = ++deliveries
  const part = rest.part ?? 0
  return {
    id,
    key: `task:${id}:g1:answer:${part}`,
    message: id,
    task: id,
    lane: topic === undefined ? rootLane(chat) : topicLane(chat, String(topic)),
    route: {
      chat,
      ...(topic === undefined ? {} : { topic: String(topic) }),
      ...(replyTo === undefined ? {} : { replyTo: String(replyTo) }),
    },
    kind: 'reply',
    part,
    body: toParts(text)[part] ?? '',
    buttons: [],
    files: [],
    attempt: 1,
    maybeRepeat: false,
    language: 'en',
    at: new Date(0),
    ...rest,
  }
}

/** What the outbox does with a delivery, without its waits: looked for when nobody knows, sent again when it is not there. */
export async function deliver(
  sender: () => Pick<ReturnType<typeof createSender>, 'send' | 'reconcile'>,
  one: Delivery,
): Promise<Receipt & { tries: number }> {
  for (let attempt = 1; ; attempt++) {
    const receipt = await sender().send({ ...one, attempt }, never)
    if (receipt.status === 'sent' || receipt.status === 'refused' || attempt > 50) return { ...receipt, tries: attempt }
    if (receipt.status !== 'unknown' && !(receipt.status === 'retry' && receipt.maybeArrived)) continue
    for (;;) {
      const found = await sender().reconcile({ ...one, attempt }, never)
      if (found.status === 'sent') return { status: 'sent', remoteId: found.remoteId, tries: attempt }
      if (found.status === 'absent') break
    }
  }
}
