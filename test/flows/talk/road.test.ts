import { expect, onTestFinished, test } from 'vitest'
import { createTalk } from '../../../src/channels/talk/talk.ts'
import { type Clock, systemClock } from '../../../src/lib/time/clock.ts'
import { intentOf } from '../../../src/spawner/claude/own-tools.ts'
import { linkAddress } from '../../../src/store/people/people.ts'
import { createTalkServer } from '../../peers/talk/talk.ts'
import { handInCopy } from '../../support/hand-in.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'
import { until } from '../../support/until.ts'

/** The whole road in this process, between a scripted brain and the emulated server; Ana is the owner. */
async function startRoad(script: (world: () => RoadWorld) => Script) {
  const server = await createTalkServer({ version: 22, secondMs: 20 })
  const [ana, bot] = [server.user('ana'), server.user('skein')]
  const room = server.oneToOne(ana, bot)
  let world: RoadWorld | undefined
  const inWorld = () => {
    if (!world) throw new Error('the world is not there yet')
    return world
  }
  const clock: Clock = { now: () => world?.clock.now() ?? systemClock.now(), mono: systemClock.mono }
  const channel = createTalk({
    url: server.url(),
    user: bot.id,
    password: bot.appPassword,
    groupMode: () => 'mention',
    guests: 'context',
    atAll: true,
    contextLimit: () => 100,
    isCommand: (name) => inWorld().commands.find(name) !== undefined,
    shelf: {
      put: () => Promise.reject(new Error('nothing comes in here')),
      path: (hash) => inWorld().files.shelf.pathOf(hash),
    },
    transcribe: async () => ({ status: 'unheard', reason: 'nobody listens' }),
    seed: 'this one',
    clock,
    log: silentLog,
    trouble() {},
    secondMs: 20,
  })
  world = createRoadWorld({ brain: createScriptedBrain(script(inWorld)), channels: [channel] })
  const { db, owner, inbox, worker, deliver } = world
  linkAddress(db, { channel: 'talk', id: 'users/ana' }, owner.id, 'Ana', clock.now())
  const stop = new AbortController()
  const { signal } = stop
  const running = [channel.listen(inbox, signal), worker.run(signal), deliver.run(signal)]
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(running)
    await channel.close()
    await server.close()
  })
  await server.traffic.until('a look', () => server.traffic.calls.some(({ route }) => route === 'rooms'))
  return { server, room, ana, answers: () => room.saidBy(bot), world: inWorld }
}

test('a permission question says what to write, is answered by it, and shrinks to one line', async () => {
  const { room, ana, answers } = await startRoad(
    (world) =>
      async function* (turn, signal) {
        const bench = { ...turn, workspace: world().files.workspaces.pathOf(turn.chat), ownTools: ['Bash' as const] }
        const intent = intentOf({ name: 'Bash', input: { command: 'mail @all "cake"' } })
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
