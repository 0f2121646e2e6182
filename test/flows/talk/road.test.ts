import { expect, onTestFinished, test } from 'vitest'
import { createTalkChannel } from '../../../src/channels/talk/talk.ts'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { handInCopy } from '../../support/hand-in.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

/** The whole road in this process, between a scripted brain and the emulated server; Ana is the owner. */
async function startRoad(script: (world: () => RoadWorld) => Script) {
  let world: RoadWorld | undefined
  const clock: Clock = { now: () => world?.clock.now() ?? systemClock.now(), mono: systemClock.mono }
  const server = await createTalkServer({ version: 22, secondMs: 20, clock })
  const [ana, bot] = [server.user('ana'), server.user('skein')]
  const room = server.oneToOne(ana, bot)
  const inWorld = () => {
    if (!world) throw new Error('the world is not there yet')
    return world
  }
  const channel = createTalkChannel({
    url: server.url(),
    user: bot.id,
    password: bot.appPassword,
    groupMode: () => 'mention',
    guests: 'context',
    atAll: true,
    contextLimit: () => 100,
    isCommand: (name) => inWorld().commands.find(name) !== undefined,
    fileStore: {
      put: () => Promise.reject(new Error('nothing comes in here')),
      path: (hash) => inWorld().files.fileStore.pathOf(hash),
    },
    transcribe: async () => ({ status: 'unheard', reason: 'nobody listens' }),
    seed: 'this one',
    clock,
    log: silentLog,
    trouble() {},
    secondMs: 20,
  })
  const brain = createScriptedBrain(script(inWorld))
  world = createRoadWorld({ brain, channels: [channel] })
  const { db, owner, inbox, worker, deliver } = world
  linkAddress(db, { channel: 'talk', id: 'users/ana' }, owner.id, 'Ana', clock.now())

  /** Begins a life of the daemon; what it answers ends it. */
  async function run(): Promise<() => Promise<void>> {
    const stop = new AbortController()
    const { signal } = stop
    server.traffic.reset()
    const running = [channel.listen(inbox, signal), worker.run(signal), deliver.run(signal)]
    await server.traffic.until('a look', () => server.traffic.calls.some(({ route }) => route === 'rooms'))
    return async () => {
      stop.abort()
      await Promise.all(running)
    }
  }

  let end = await run()
  onTestFinished(async () => {
    await end()
    await channel.close()
    await server.close()
  })
  return {
    server,
    room,
    ana,
    brain,
    answers: () => room.saidBy(bot),
    world: inWorld,
    /** The daemon is off while this happens. */
    async whileOff(happens: () => void) {
      await end()
      happens()
      end = await run()
    },
  }
}

test('a permission question says what to write, is answered by it, and shrinks to one line', async () => {
  const { room, ana, answers } = await startRoad(
    (world) =>
      async function* (turn, signal) {
        const bench = { ...turn, workspace: world().files.workspaces.pathOf(turn.chat), ownTools: ['Bash' as const] }
        const intent = createIntent({ name: 'Bash', input: { command: 'mail @all "cake"' } })
        const answer = await world().permissions.ask(bench, intent, signal)
        yield { kind: 'done', text: `verdict ${answer.verdict}` }
      },
  )
  room.say(ana, 'bake')
  const question = await until(() => {
    const found = answers().find(({ message }) => message.includes('Question 1'))
    if (!found) throw new Error('no question yet')
    return found
  })
  expect(question.message).toContain('`!yes 1`')
  expect(question.message).toContain('`!no 1`')
  expect(question).toMatchObject({ messageParameters: [] })
  room.say(ana, '!yes 1')
  await until(() => expect(answers().map(({ message }) => message)).toContain('verdict allow'))
  await until(() => {
    const settled = room.message(question.id, ana)
    expect(settled?.message).toContain('allowed it once')
    expect(settled?.message).not.toContain('!yes')
    expect(settled).toMatchObject({ messageParameters: [] })
  })
})

test('a file of ours goes out with the answer, in one message', async () => {
  const { server, room, ana, answers } = await startRoad(
    (world) =>
      async function* (turn) {
        await handInCopy(world(), turn, 'copy.pdf')
        yield { kind: 'done', text: 'Here it is.' }
      },
  )
  const asked = room.say(ana, 'copy it')
  await until(() => expect(answers()).toHaveLength(1))
  expect(answers()).toMatchObject([
    { message: 'Here it is.', parent: { id: asked }, messageParameters: { file: { name: 'copy.pdf' } } },
  ])
  expect(server.world.homes.shares.map(({ node }) => String(node.bytes))).toEqual(['%PDF-1.4 copied'])
})

test('what expired while the daemon was off is in no prompt, search or recall, and neither is our answer to it', async () => {
  const { room, ana, brain, answers, world, whileOff } = await startRoad(() => (turn) => [
    { kind: 'done', text: turn.question.includes('safe') ? 'The walnut shelf it is, then.' : 'I do not know.' },
  ])
  const said = () => answers().map(({ message }) => message)
  const search = async () => {
    const before = said().length
    room.say(ana, '!search walnut')
    await until(() => expect(said().length).toBeGreaterThan(before))
    return said().at(-1)
  }
  room.say(ana, 'The spare key hangs in the hall.')
  await until(() => expect(said()).toHaveLength(1))
  room.expireAfter(ana, 3600)
  room.say(ana, 'The safe is behind the walnut shelf.')
  await until(() => expect(said()).toHaveLength(2))
  expect(await search()).toContain('behind the walnut shelf')
  await whileOff(() => world().clock.advance(2 * 3_600_000))

  const turns = brain.turns.length
  room.say(ana, 'Where is the walnut shelf, and what did I say about the spare key?')
  await until(() => expect(brain.turns).toHaveLength(turns + 1))
  const seen = JSON.stringify(brain.turns.at(-1))
  expect(seen).toContain('hangs in the hall')
  expect(seen).not.toMatch(/behind the walnut|walnut shelf it is/)
  const found = await search()
  expect(found).not.toMatch(/behind the walnut|walnut shelf it is/)
})
