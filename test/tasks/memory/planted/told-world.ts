import { everydayPast } from '../../../../bench/everyday-talk.ts'
import { makeChatId, rootLane } from '../../../../src/domain/ids.ts'
import type { InboundMessage } from '../../../../src/domain/message.ts'
import type { Turn } from '../../../../src/spawner/spawner.ts'
import { insertMessage } from '../../../../src/store/messages/messages.ts'
import { addPerson, findPerson, linkAddress } from '../../../../src/store/people/people.ts'
import { good, HOUR } from '../../../support/many-messages.ts'
import { createRoadWorld } from '../../../support/road-world.ts'
import { createScriptedBrain } from '../../../support/scripted-brain.ts'
import { createScriptedChannel } from '../../../support/scripted-channel.ts'

/** Private chats of the owner on four channels, one of another person, and a group of both. */
export type Place = 'telegram' | 'talk' | 'web' | 'mail' | 'ben' | 'group'

const anas = [
  { channel: 'telegram', id: '1' },
  { channel: 'talk', id: 'ana' },
  { channel: 'email', id: 'ana@home.test' },
] as const
const ben = { channel: 'telegram', id: '2' } as const

const places = {
  telegram: { channel: 'telegram', chat: makeChatId('telegram', '1'), sender: anas[0], senderName: 'Ana' },
  talk: { channel: 'talk', chat: makeChatId('talk', 'ana'), sender: anas[1], senderName: 'Ana' },
  web: { channel: 'web', chat: makeChatId('web', 'home'), sender: { channel: 'web', id: 'owner' }, senderName: 'Ana' },
  mail: { channel: 'email', chat: makeChatId('email', 'letters'), sender: anas[2], senderName: 'Ana' },
  ben: { channel: 'telegram', chat: makeChatId('telegram', '2'), sender: ben, senderName: 'Ben' },
  group: { channel: 'telegram', chat: makeChatId('telegram', '-5'), sender: anas[0], senderName: 'Ana' },
} satisfies Record<Place, Partial<InboundMessage>>

/** What the model does while it answers a message. */
export type Model = (turn: Turn, use: (tool: string, input: object) => Promise<string>) => Promise<void>

export interface ToldFact {
  source: string
  quote: string
  statement: string
  kind?: string
  replaces?: string[]
}

/** The fast model: what it finds in messages, and which of the known facts a new one makes untrue. */
export interface FastModelScript {
  facts(shown: { id: string; text: string }, known: { id: string; statement: string }[]): ToldFact[]
  untrue?(said: string, known: { id: string; statement: string }[]): string[]
}

/** The assembled daemon over a data folder that outlives it, with a model in the hands of the test. */
export function createToldWorld(dataDir: string, fast: FastModelScript) {
  let model: Model = async () => {}
  const script = createScriptedBrain(async function* (turn) {
    await model(turn, async (tool, input) => (await world.toolset.toolsFor(turn).call(tool, { ...input })).text)
    yield { kind: 'done', text: 'Noted.' }
  })
  const brain = {
    ...script,
    hasSessions: true,
    hasTools: true,
    complete: async (prompt: string) => ({ kind: 'text', text: completed(fast, prompt) }) as const,
  }
  const world = createRoadWorld({
    dataDir,
    brain,
    channels: [createScriptedChannel('talk'), createScriptedChannel('email')],
    settings: { tasksPerHour: 10_000 },
    config: { memory: { extract: true, dayNotes: false, consolidateAt: '03:30' } },
  })
  const { db, clock, owner } = world
  for (const address of anas) linkAddress(db, address, owner.id, 'Ana', clock.now())
  const other = findPerson(db, ben) ?? addPerson(db, { name: 'Ben', role: 'member' }, clock.now())
  linkAddress(db, ben, other.id, 'Ben', clock.now())
  const talk = everydayPast(places.web.chat, 480, clock.now())
  let talked = 0

  return {
    ...world,
    /** Somebody says something, and the model does this meanwhile. */
    async say(place: Place, text: string, during: Model = async () => {}): Promise<void> {
      model = during
      clock.advance(60_000)
      world.say(text, { ...places[place], keys: [`${place}:${clock.now().getTime()}`] })
      await world.settle()
    },
    /** The answer to a command of the owner on the page. */
    async command(text: string): Promise<string> {
      clock.advance(60_000)
      const before = world.web.sent.length
      world.say(text, { ...places.web, keys: [`command:${clock.now().getTime()}`] })
      await world.settle()
      return world.web.sent
        .slice(before)
        .map(({ body }) => body)
        .join('\n')
    },
    /** People say this at the same moment, each in a chat of their own. Returns what each model was given. */
    async ask(asked: readonly { place: Place; text: string }[]): Promise<string[]> {
      model = async () => {}
      clock.advance(3 * HOUR)
      const before = script.turns.length
      for (const { place, text } of asked)
        world.say(text, { ...places[place], keys: [`${place}:${clock.now().getTime()}`] })
      await world.settle()
      return asked.map(({ place }) => {
        const turn = script.turns.slice(before).find(({ chat }) => chat === places[place].chat)
        if (!turn) throw new Error(`nothing was answered in ${place}`)
        return `${turn.system}\n${turn.text}`
      })
    },
    /** Everyday talk, in which nothing is worth remembering. */
    chatter(place: Place, lines: number): void {
      const { chat } = places[place]
      for (const { text, role } of talk.slice(talked, talked + lines)) {
        clock.advance(60_000)
        const isBot = role === 'bot'
        const at = clock.now()
        insertMessage(db, {
          chat,
          lane: rootLane(chat),
          author: isBot ? 'bot' : 'human',
          name: isBot ? 'Skein' : places[place].senderName,
          kind: 'conversation',
          origin: 'chat',
          trust: place === 'ben' ? 'member' : 'owner',
          personId: isBot ? null : place === 'ben' ? other.id : owner.id,
          at,
          receivedAt: at,
          text,
        })
      }
      talked = (talked + lines) % 400
    },
    /** Nobody says anything for some hours, and what follows a conversation is done. */
    async endConversations(): Promise<void> {
      clock.advance(3 * HOUR)
      world.upkeep.findWork()
      await world.settle()
    },
  }
}

export type ToldWorld = ReturnType<typeof createToldWorld>

function completed(fast: FastModelScript, prompt: string): string {
  const [, said = ''] = /^A person said: (.*)$/m.exec(prompt) ?? []
  if (said !== '') {
    const known = [...prompt.matchAll(/^(f\d+): (.*)$/gm)].map(([, id = '', statement = '']) => ({ id, statement }))
    return fast.untrue?.(said, known).join(', ') || 'none'
  }
  if (!prompt.startsWith('Below are messages')) return good
  const lines = prompt.split('\n').filter((line) => line.startsWith('{"id":"'))
  const [messages, known] = ['m', 'f'].map((letter) => lines.filter((line) => line.startsWith(`{"id":"${letter}`)))
  const facts = (messages ?? []).flatMap((line) =>
    fast.facts(
      JSON.parse(line),
      (known ?? []).map((one) => JSON.parse(one)),
    ),
  )
  return JSON.stringify({ facts })
}

/** The facts in what a model was given, with their numbers. */
export function factsIn(given: string): { id: string; statement: string }[] {
  return [...given.matchAll(/^\[(f\d+)\] [^:]*: (.*)$/gm)].map(([, id = '', statement = '']) => ({ id, statement }))
}
