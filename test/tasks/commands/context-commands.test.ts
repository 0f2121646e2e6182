import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../src/domain/message.ts'
import type { BrainEvent, Turn } from '../../../src/spawner/spawner.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { chat, chatter, HOUR, lane } from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type ScriptedBrain } from '../../support/scripted-brain.ts'

const MINUTE = 60_000
const DAY = 24 * HOUR

interface Conversation {
  world: RoadWorld
  brain: ScriptedBrain
  /** Says it, waits for the answer, and tells what the model saw, or what the command said. */
  say(text: string, extra?: Partial<InboundMessage>): Promise<string>
}

function createConversation(script: (turn: Turn) => BrainEvent[] = answer, sessions = false): Conversation {
  const brain = { ...createScriptedBrain(script), hasSessions: sessions }
  const world = createRoadWorld({ brain })
  return {
    world,
    brain,
    async say(text, extra) {
      const before = brain.turns.length
      world.say(text, extra)
      await world.settle()
      world.clock.advance(MINUTE)
      const turn = brain.turns.at(-1)
      if (turn && brain.turns.length > before) return `${turn.system}\n${turn.text}`
      return world.web.sent.at(-1)?.body ?? ''
    },
  }
}

function answer(turn: Turn): BrainEvent[] {
  return [{ kind: 'done', text: `re: ${turn.question}` }]
}

/** What stands in the prompt beside the message itself. */
function past(seen: string): string {
  return seen.replace(/<message-[\s\S]*/, '')
}

describe('/context', () => {
  test('tells counts, tokens by category and thresholds of the last turn', async () => {
    const { say } = createConversation()
    await say('my dog is Rex')
    await say('what is he called?')
    const told = await say('/context')
    expect(told).toContain('was treated as part of the conversation')
    expect(told).toMatch(/showed \d+ of 10,000 tokens of history/)
    expect(told).toMatch(/- earlier messages: 2 messages, \d+ tokens/)
    expect(told).toMatch(/Besides the history: instructions [\d,]+, time and status \d+, the message \d+\./)
    expect(told).toContain('(summary from 30)')
    expect(told).toContain('(from 2,500) or 24 hours')
    expect(told).toContain('30 minutes begins a new conversation')
  })

  test('says so where no model was asked yet', async () => {
    const { say } = createConversation()
    expect(await say('/context')).toContain('No model has been asked here yet')
    expect(await say('/why')).toContain('No model has been asked here yet')
  })

  test('takes no other word than clear', async () => {
    const { say } = createConversation()
    expect(await say('/context clean')).toBe('Use /context, or /context clear.')
  })
})

describe('/context clear', () => {
  /** Much was said about a piano, so much that it is in a summary, can be recalled, and fills the tiers. */
  async function withPiano(sessions = false): Promise<Conversation> {
    const conversation = createConversation(answer, sessions)
    await conversation.say('/whoami')
    chatter(
      conversation.world,
      40,
      'the affair of the grand piano went on and on, and nobody could tell how it would end',
    )
    conversation.world.clock.advance(HOUR)
    conversation.world.upkeep.findWork()
    await conversation.world.settle()
    return conversation
  }

  test('hides tiers, summary and recall, and a search still finds it all', async () => {
    const { say } = await withPiano()
    const before = past(await say('new question: how did the piano affair end?'))
    expect(before).toContain('grand piano')
    expect(before).toMatch(/<(?:lane-summary|history)-/)
    await say('/context clear')
    const after = past(await say('new question: how did the piano affair end?'))
    expect(after).not.toContain('piano')
    expect(after).not.toContain('<lane-summary-')
    expect(await say('/search grand piano')).toContain('the affair of the grand piano')
  })

  test('stays: a later turn sees what came after it and nothing before', async () => {
    const { world, say } = await withPiano()
    await say('/context clear')
    await say('the cellar is dry')
    world.clock.advance(2 * DAY)
    const seen = past(await say('what about the piano, and the cellar?'))
    expect(seen).toContain('the cellar is dry')
    expect(seen).not.toContain('piano')
  })

  test('leaves the session that saw it', async () => {
    const { brain, say } = await withPiano(true)
    await say('what about the piano affair?')
    await say('/context clear')
    await say('and now?')
    expect(brain.turns.map(({ session }) => session?.isNew)).toEqual([true, true])
    expect(past(brain.turns[1]?.system ?? '')).not.toContain('piano')
  })
})

test('/why tells the decision, each part with its reason and its messages, and what was left out', async () => {
  const { world, say } = createConversation()
  await say('my dog is Rex')
  await say('what is he called?')
  // How many tokens that is, is not for this to hold.
  expect((await say('/why')).replace(/\d+ tokens/, '… tokens')).toMatchInlineSnapshot(`
    "The model saw the last 2 messages. The message was treated as part of the conversation, because the last message is 1 minute old. By our estimate, the history had … tokens.

    What the prompt contained, and why:
    - **instructions**: in every request
    - **time and status**: in every request
    - **earlier messages** ([2]): the last answer here
    - **earlier messages** ([1]): one of the last 5
    - **the message** ([3]): in every request"
  `)
  chatter(world, 40)
  await say('/config conversation.max_tokens 500')
  world.clock.advance(3 * DAY)
  await say('tell me a joke')
  const told = await say('/why')
  expect(told).toContain('treated as the beginning of something new, because the last message is 3 days old')
  expect(told).toMatch(/\n\nLeft out:\n- \d+ messages: the message has nothing in common with it/)
  world.clock.advance(3 * DAY)
  await say('how long did we talk about the garden?')
  expect(await say('/why')).toMatch(/\n\nLeft out:\n- \d+ messages: .*there is no room left for it/)
})

test('/context adds up: what is listed is what was shown, with summaries, recall and a quoted reply', async () => {
  const { world, say } = createConversation()
  await say('the affair of the grand piano')
  for (let day = 0; day < 3; day++) {
    for (let line = 0; line < 15; line++) await say(`day ${day}, line ${line} about the garden and its many roses`)
    world.clock.advance(DAY)
  }
  await say('and the grand piano?')
  const told = await say('/context')
  const amount = (text = '') => Number(text.replaceAll(',', ''))
  const rows = [...told.matchAll(/^- (?!left out).*?([\d,]+) tokens?$/gm)].map(([, tokens]) => amount(tokens))
  const shown = amount(/showed ([\d,]+) of/.exec(told)?.[1])
  const beside = [...(/Besides the history: (.*?)\. Total/.exec(told)?.[1] ?? '').matchAll(/ ([\d,]+)/g)].map(([, n]) =>
    amount(n),
  )
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
  expect(rows.length).toBeGreaterThan(1)
  expect(sum(rows)).toBe(shown)
  expect(amount(/Total: ([\d,]+) tokens/.exec(told)?.[1])).toBe(shown + sum(beside))
})

describe('times are the person’s own', () => {
  test('in /search and /status', async () => {
    const { world, say } = createConversation()
    world.db.raw.prepare(`UPDATE person SET timezone = 'Asia/Tokyo' WHERE role = 'owner'`).run()
    await say('the roof leaks')
    expect(await say('/search roof')).toMatch(/2026-03-14 19:00 \*\*Ana\*\*/)
    expect(await say('/status')).toContain('running since 2026-03-14 19:00')
  })
})

describe('/search', () => {
  const group = makeChatId('telegram', '-100')

  test('finds lines of every chat of the owner’s where nobody reads along', async () => {
    const { say } = createConversation()
    await say('the roof leaks', { chat: makeChatId('web', 'elsewhere') })
    expect(await say('/search roof')).toMatch(/^- `\[\d+\]` 2026-03-14 10:00 \*\*Ana\*\* in .*: the roof leaks$/m)
    expect(await say('/search zebra')).toContain('No results for "zebra"')
    expect(await say('/search')).toContain('What should I search for?')
  })

  test('in a group the owner is shown what was said there, and nothing of their other chats', async () => {
    const { world } = createConversation()
    world.say('the roof is a secret')
    const there = { channel: 'telegram', chat: group } as const
    const stranger = { channel: 'telegram', id: '66' } as const
    const owner = { channel: 'telegram', id: '1' } as const
    world.say('hello all', { ...there, sender: owner, addressed: false })
    world.say('nice roof you have', { ...there, sender: stranger, senderName: 'Eve', addressed: false })
    world.say('/search roof', { ...there, sender: owner })
    await world.settle()
    const told = world.telegram.sent.map(({ body }) => body).join('\n')
    expect(told).toContain('nice roof you have')
    expect(told).not.toContain('secret')
  })
})

describe('where a conversation begins', () => {
  test('half an hour of silence begins another, and /continue goes on all the same', async () => {
    const { world, say } = createConversation()
    await say('we talk about the boat')
    world.clock.advance(31 * MINUTE)
    await say('/continue')
    const seen = await say('where were we?')
    expect(seen).toContain('resumed the last conversation')
    expect(seen).toMatch(/this conversation\]\n\[Ana 10:00\] we talk about the boat/)
    world.clock.advance(31 * MINUTE)
    expect(await say('something else: a joke')).not.toContain('continues that conversation')
  })

  test('/new begins one at once, and what was before is still shown', async () => {
    const { say } = createConversation()
    await say('we talk about the boat')
    await say('/new')
    const seen = await say('something else')
    expect(seen).toContain('started a new conversation')
    expect(seen).toContain('we talk about the boat')
    expect(await say('/why')).toContain('a new conversation was asked for')
  })
})

describe('a message that is replied to', () => {
  test('is shown by itself, however old it is', async () => {
    const { world, say } = createConversation()
    await say('the code of the gate is a row of bells', { remoteId: 'bells' })
    for (let month = 0; month < 3; month++) {
      chatter(world, 60)
      world.clock.advance(60 * DAY)
    }
    const seen = await say('does it still hold?', { replyTo: 'bells' })
    expect(seen).toMatch(/<quoted-reply-\w+ on="2026-03-14, [^"]*ago">\n\[Ana 10:00\] the code of the gate is a row of/)
    expect(past(await say('and this?'))).not.toContain('<quoted-reply-')
  })

  test('may be one of ours', async () => {
    const { world, say } = createConversation()
    await say('shall we paint the barn?')
    const ours = world.db.raw.prepare('SELECT remote_id FROM outbox').pluck().get() as string
    world.clock.advance(40 * DAY)
    expect(await say('do it', { replyTo: ours })).toMatch(/<quoted-reply-[^>]*>\n\[you 10:00\] re: shall we paint/)
  })

  test('may be a background result, which is no part of the conversation otherwise', async () => {
    const { world, say } = createConversation()
    await say('hello')
    const now = world.clock.now()
    const said = { chat, lane, author: 'bot', name: 'Skein', kind: 'conversation', trust: 'owner' } as const
    const report = { ...said, origin: 'scheduled', remoteId: 'bg', text: 'Your train is late.' } as const
    insertMessage(world.db, { ...report, at: now, receivedAt: now })
    world.clock.advance(MINUTE)
    expect(await say('how are you?')).toMatch(/<previous-tasks-[\s\S]*Your train is late\./)
    expect(past(await say('fine'))).not.toContain('train')
    expect(await say('by how much?', { replyTo: 'bg' })).toMatch(
      /<quoted-reply-[^>]*>\n\[you 10:01, scheduled\] Your train is late/,
    )
  })
})

describe('a question of ours', () => {
  /** Asks once, and then just answers. */
  const asking = (turn: Turn): BrainEvent[] => [
    { kind: 'done', text: turn.question === 'find a hotel' ? 'There is one for 90 euros. Shall I book it?' : 'Well.' },
  ]

  async function afterAsking(): Promise<Conversation> {
    const conversation = createConversation(asking)
    await conversation.say('find a hotel')
    return conversation
  }

  test('is before the model when a message looks like its answer', async () => {
    const { say } = await afterAsking()
    const seen = await say('yes')
    expect(seen).toContain('Shall I book it?')
    expect(seen).toContain('may answer your last question')
  })

  test('does not take an answer of another kind', async () => {
    const { say } = await afterAsking()
    expect(await say('42')).not.toContain('your last question')
  })

  test('is over when it was answered, and after a day', async () => {
    const { world, say } = await afterAsking()
    await say('yes')
    expect(await say('yes')).not.toContain('your last question')
    await say('find a hotel')
    world.clock.advance(25 * HOUR)
    expect(await say('yes')).not.toContain('your last question')
  })
})
