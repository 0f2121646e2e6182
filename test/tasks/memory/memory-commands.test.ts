import { describe, expect, test } from 'vitest'
import { localOwner, makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import { endOfDate } from '../../../src/lib/time/calendar.ts'
import type { Brain } from '../../../src/spawner/spawner.ts'
import { insertFact } from '../../../src/store/memory/facts.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const telegramChat = (id: number, from = id): Partial<InboundMessage> => ({
  channel: 'telegram',
  chat: makeChatId('telegram', String(id)),
  sender: { channel: 'telegram', id: String(from) },
  senderName: `Member ${from}`,
})

/** The answer to one line. */
async function answerTo(world: RoadWorld, text: string, extra: Partial<InboundMessage> = {}): Promise<string> {
  const channel = extra.channel === 'telegram' ? world.telegram : world.web
  const before = channel.sent.length
  world.say(text, extra)
  await world.settle()
  return channel.sent
    .slice(before)
    .map(({ body }) => body)
    .join('\n')
}

function storedTexts(world: RoadWorld): string[] {
  return world.db.raw.prepare("SELECT statement FROM fact WHERE statement <> '' ORDER BY id").pluck().all() as string[]
}

describe('/remember', () => {
  test('is listed, found by its words, and shows where it comes from', async () => {
    const world = createRoadWorld()
    expect(await answerTo(world, '/remember My sister Bella was born on 3 May.')).toContain('[f1]')
    await answerTo(world, '/remember The boiler was serviced in March.')
    expect(await answerTo(world, '/memory')).toMatch(/\[f2\].*boiler[\s\S]*\[f1\].*Bella/)
    expect(await answerTo(world, '/memory sisters')).not.toContain('boiler')
    expect(await answerTo(world, '/memory f1')).toContain('Ana wrote on')
  })

  test('counts what is said again in other spelling, and keeps what differs in one sign', async () => {
    const world = createRoadWorld()
    await answerTo(world, '/remember I live in Dresden.')
    expect(await answerTo(world, '/remember i live  in Dresden!')).toContain('2 times')
    await answerTo(world, '/remember Store it at 18 °C')
    await answerTo(world, '/remember Store it at -18 °C')
    await answerTo(world, '/remember I do not live in Dresden.')
    expect(storedTexts(world)).toHaveLength(4)
  })

  test('corrects a fact by its number; the old one is shown only when asked', async () => {
    const world = createRoadWorld()
    await answerTo(world, '/remember I live in Leipzig.')
    expect(await answerTo(world, '/remember f1 I live in Dresden.')).toMatch(/\[f2\][\s\S]*replaces[\s\S]*Leipzig/)
    expect(await answerTo(world, '/memory')).not.toContain('Leipzig')
    expect(await answerTo(world, '/memory f2')).toContain('Leipzig')
    // Back again: a new fact, because the old one does not hold.
    await answerTo(world, '/remember f2 I live in Leipzig.')
    expect(await answerTo(world, '/memory')).toMatch(/\[f3\].*Leipzig/)
  })

  test('asks a fast model what the new fact makes untrue, and says what it replaced', async () => {
    const asked: string[] = []
    const brain: Brain = {
      ...createScriptedBrain(echo),
      async complete(prompt) {
        asked.push(prompt)
        return { kind: 'text', text: 'f1, f99' }
      },
    }
    const world = createRoadWorld({ brain })
    await answerTo(world, '/remember I live in Leipzig.')
    await answerTo(world, '/remember Bella has a red bicycle.')
    expect(asked).toEqual([])
    expect(await answerTo(world, '/remember I live in Leipzig no more but in Dresden.')).toMatch(
      /\[f3\][\s\S]*replaces:[\s\S]*\[f1\]/,
    )
    expect(asked.join()).toContain('f1: I live in Leipzig.')
    expect(await answerTo(world, '/memory')).not.toContain('I live in Leipzig.')
    expect(world.db.raw.prepare('SELECT count FROM fact WHERE id = 3').pluck().get()).toBe(1)
  })

  test('without a model lists what may contradict it, and keeps both', async () => {
    const world = createRoadWorld()
    await answerTo(world, '/remember The train to Leipzig leaves at eight.')
    expect(await answerTo(world, '/remember The train to Leipzig leaves at nine.')).toMatch(
      /also remember[\s\S]*\[f1\]/,
    )
    expect(storedTexts(world)).toHaveLength(2)
  })

  test.each(['/remember', '/remember all:', '/remember all: …', '/remember f1', '/remember [f1]: '])(
    'asks what to remember after %s',
    async (text) => {
      const world = createRoadWorld()
      expect(await answerTo(world, text)).toContain('What should I remember?')
      expect(storedTexts(world)).toEqual([])
    },
  )

  test('shows the last day of a fact, whoever wrote it', async () => {
    const world = createRoadWorld()
    const { id } = world.owner
    const told = { toldById: id, aboutId: id, saidAt: world.clock.now(), trust: 'owner', scope: 'private' } as const
    const validUntil = endOfDate('2030-12-31', 'UTC')
    const fact = { statement: 'The pass is valid.', kind: 'fact', writtenBy: 'extraction', validUntil } as const
    insertFact(world.db, { ...told, ...fact }, world.clock.now())
    expect(await answerTo(world, '/memory')).toContain('(until 2030-12-31)')
  })

  test.each([
    ['a named password', '/remember My password is hunter2hunter2'],
    ['a key by its shape', '/remember Use sk-abcdefghijklmnopqrstuvwx for the API'],
  ])('refuses %s', async (_name, text) => {
    const world = createRoadWorld()
    expect(await answerTo(world, text)).toContain('secret')
    expect(storedTexts(world)).toEqual([])
  })
})

describe('who sees it', () => {
  test('what the owner said privately is known on their other channels, and never in a group or to a member', async () => {
    const world = createRoadWorld()
    world.member(7)
    await answerTo(world, '/remember I am looking for a new job.')
    const ownTelegram = { ...telegramChat(1), senderName: 'Ana' }
    expect(await answerTo(world, '/memory', ownTelegram)).toContain('new job')
    const group = { ...telegramChat(-5, 1), senderName: 'Ana' }
    for (const place of [group, telegramChat(-5, 7), telegramChat(7)]) {
      expect(await answerTo(world, '/memory', place)).not.toContain('new job')
      expect(await answerTo(world, '/memory f1', place)).toContain('no fact')
      expect(await answerTo(world, '/forget f1 yes', place)).toContain('no fact')
      expect(await answerTo(world, '/remember f1 I have a job.', place)).toContain('no fact')
    }
    expect(storedTexts(world)).toEqual(['I am looking for a new job.'])
  })

  test('what is said in a group is known in that group only, and others there cannot change it', async () => {
    const world = createRoadWorld()
    world.member(7)
    world.member(8)
    await answerTo(world, '/whoami', telegramChat(-5, 7))
    await answerTo(world, '/remember Member 7 brings the tent.', telegramChat(-5, 8))
    expect(await answerTo(world, '/memory', telegramChat(-5, 7))).toContain('tent')
    for (const elsewhere of [telegramChat(-6, 8), telegramChat(8), telegramChat(7)])
      expect(await answerTo(world, '/memory', elsewhere)).not.toContain('tent')
    world.member(9)
    expect(await answerTo(world, '/forget f1 yes', telegramChat(-5, 9))).toContain('Only the person who said f1')
    // It is about member 7, who may have it deleted.
    expect(await answerTo(world, '/forget f1 yes', telegramChat(-5, 7))).toContain('Deleted')
  })
})

test('only the owner has something remembered in all chats, and only they change it', async () => {
  const world = createRoadWorld()
  world.member(7)
  expect(await answerTo(world, '/remember all: The house has no lift.', telegramChat(7))).toContain('Only my owner')
  await answerTo(world, '/remember all: The house has no lift.')
  for (const place of [telegramChat(7), telegramChat(-5, 7)]) {
    expect(await answerTo(world, '/memory', place)).toContain('no lift. (in all chats)')
    expect(await answerTo(world, '/forget f1 yes', place)).toContain('or my owner')
    expect(await answerTo(world, '/remember f1 The house has a lift.', place)).toContain('Only my owner')
  }
  await answerTo(world, '/remember f1 The house has a lift now.')
  expect(await answerTo(world, '/memory', telegramChat(7))).toContain('has a lift now. (in all chats)')
})

test('shows the words of its message only to those who can read the chat in which it was said', async () => {
  const world = createRoadWorld()
  world.member(7)
  const words = 'Ana wrote on'
  const elsewhere = 'in another chat on'
  const [ownTelegram, group] = [telegramChat(1), telegramChat(-5, 1)].map((place) => ({ ...place, senderName: 'Ana' }))
  await answerTo(world, '/remember all: The house has no lift.')
  expect(await answerTo(world, '/memory f1')).toContain(words)
  expect(await answerTo(world, '/memory f1', ownTelegram)).toContain(words)
  for (const place of [group, telegramChat(-5, 7), telegramChat(7)]) {
    const shown = await answerTo(world, '/memory f1', place)
    expect(shown).toContain(elsewhere)
    expect(shown).not.toMatch(/wrote|remember all/)
  }
  await answerTo(world, '/remember all: The cellar is dry.', group)
  expect(await answerTo(world, '/memory f2', telegramChat(-5, 7))).toContain(words)
  for (const place of [telegramChat(-6, 7), telegramChat(7)])
    expect(await answerTo(world, '/memory f2', place)).toContain(elsewhere)
})

describe('/forget', () => {
  test('asks which one, shows what goes, and leaves nothing of it in the store', async () => {
    const world = createRoadWorld()
    await answerTo(world, '/remember My old address is Elm Street 1.')
    await answerTo(world, '/remember f1 My old address is Elm Street 2.')
    await answerTo(world, '/remember The address of the dentist is Oak Lane 3.')
    expect(await answerTo(world, '/forget address')).toMatch(/Which one[\s\S]*\[f3\][\s\S]*\[f2\]/)
    expect(await answerTo(world, '/forget my old address')).toMatch(/deleted for good[\s\S]*Street 2[\s\S]*Street 1/)
    expect(storedTexts(world)).toHaveLength(3)
    const [button] = world.web.sent.at(-1)?.buttons ?? []
    expect(button?.data).toBe('forget f2 yes')
    world.inbox.accept([
      { kind: 'press', chat: makeChatId('web', 'a'), sender: localOwner, data: 'forget f2 yes', at: world.clock.now() },
    ])
    expect(storedTexts(world)).toEqual(['The address of the dentist is Oak Lane 3.'])
    expect(world.db.raw.prepare("SELECT count(*) FROM fact WHERE key LIKE '%elm%'").pluck().get()).toBe(0)
    expect(await answerTo(world, '/forget f2 yes')).toContain('no fact')
  })

  test('erases the messages too on request: every version, the answers to them, and what we showed of them', async () => {
    const world = createRoadWorld()
    await answerTo(world, '/remember My old address is Quittengasse 71.')
    await answerTo(world, '/remember f1 My old address is Quittengasse 72.')
    await answerTo(world, 'Where did I live?')
    await answerTo(world, '/memory f2')
    const asked = await answerTo(world, '/forget f2 with messages')
    expect(asked).toMatch(/Quittengasse 72[\s\S]*Quittengasse 71[\s\S]*These messages[\s\S]*Ana, .*71[\s\S]*Ana, .*72/)
    expect(world.web.sent.at(-1)?.buttons?.[0]?.data).toBe('forget f2 with messages yes')
    expect(storedTexts(world)).toHaveLength(2)
    expect(await answerTo(world, '/forget f2 with messages yes')).toContain('2 facts and 2 messages')
    expect(storedTexts(world)).toEqual([])
    for (const table of ['message', 'outbox', 'assembly', 'task_event'])
      expect(JSON.stringify(world.db.raw.prepare(`SELECT * FROM ${table}`).all())).not.toContain('Quittengasse')
    expect(await answerTo(world, 'Where did I live?')).not.toBe('')
  })

  test('erases no messages of others or of other chats, except for the owner in the chat itself', async () => {
    const world = createRoadWorld()
    const group = telegramChat(-5, 8)
    world.member(7)
    world.member(8)
    await answerTo(world, '/whoami', telegramChat(-5, 7))
    await answerTo(world, '/remember Member 7 brings the Quittenzelt.', group)
    for (const place of [telegramChat(-5, 7), telegramChat(-5, 7)])
      expect(await answerTo(world, '/forget f1 with messages', place)).toContain('cannot delete the messages')
    await answerTo(world, '/remember all: The key is behind the Quittenbaum.')
    const elsewhere = { ...telegramChat(-5, 1), senderName: 'Ana' }
    expect(await answerTo(world, '/forget f2 with messages', elsewhere)).toContain('cannot delete the messages')
    expect(await answerTo(world, '/forget f1 with messages', elsewhere)).toContain('Member 8, ')
    await answerTo(world, '/forget f1 with messages yes', elsewhere)
    expect(storedTexts(world)).toEqual(['The key is behind the Quittenbaum.'])
    expect(JSON.stringify(world.db.raw.prepare('SELECT * FROM message').all())).not.toContain('Quittenzelt')
  })

  test('happens by itself when the message with the fact is deleted', async () => {
    const world = createRoadWorld()
    const said = world.say('/remember The spare key is under the mat.')
    if (said.status !== 'stored') throw new Error('not stored')
    markDeleted(world.db, said.message, { now: world.clock.now(), steady: world.clock.steady() })
    expect(storedTexts(world)).toEqual([])
  })
})

test('commands work with ! and in German', async () => {
  const world = createRoadWorld()
  expect(await answerTo(world, '/help')).toContain('/remember [number | all:] words')
  expect(world.commands.parse('!remember x', '!')).toEqual({ name: 'remember', args: 'x' })
  expect(world.commands.find('forget')?.summary.de).toContain('endgültig')
})
