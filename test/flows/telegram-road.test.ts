import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTelegram as createChannel } from '../../src/channels/telegram/telegram.ts'
import { rootLane } from '../../src/domain/ids.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Turn } from '../../src/spawner/spawner.ts'
import { storeFile } from '../../src/store/files.ts'
import { createTelegram } from '../peers/telegram/telegram.ts'
import { createRoadWorld, type RoadWorld } from '../support/road-world.ts'
import { createScriptedBrain, type Script } from '../support/scripted-brain.ts'
import { silentLog } from '../support/silent-log.ts'

/** The whole road in this process, between a scripted brain and the emulated platform. Ana is the owner. */
async function start(script: (world: () => RoadWorld) => Script) {
  const telegram = await createTelegram({ secondMs: 20 })
  const ana = telegram.user({ id: 1, name: 'Ana' })
  const brain = createScriptedBrain(script(() => world))
  const world: RoadWorld = createRoadWorld({
    brain,
    telegram({ db, clock }, { shelf }) {
      const created = createChannel({
        token: telegram.token(),
        apiRoot: telegram.url(),
        groupMode: () => 'mention',
        menus: () => [],
        isCommand: () => false,
        shelf: {
          async put(content, name) {
            const stored = await storeFile(db, shelf, content, clock.now)
            return 'tooLarge' in stored ? stored : { hash: stored.hash, name }
          },
          path: shelf.pathOf,
        },
        transcribe: async () => ({ status: 'unheard', reason: 'nobody listens' }),
        clock: systemClock,
        log: silentLog,
        trouble() {},
        secondMs: 20,
      })
      onTestFinished(() => created.close())
      return created
    },
  })
  const stop = new AbortController()
  const { signal } = stop
  const channel = world.channels.get('telegram')
  if (!channel) throw new Error('there is no channel to listen on')
  const running = [channel.listen(world.inbox, signal), world.worker.run(signal), world.deliver.run(signal)]
  onTestFinished(async () => {
    stop.abort()
    await Promise.all(running)
    await telegram.close()
  })
  await telegram.listening()
  return { telegram, ana, chat: telegram.privateChat(ana), world, brain }
}

const text = (turn: Turn) => ({ kind: 'done', text: `**heard**: ${turn.question}` }) as const

test('a permission question comes with buttons, is answered by a press, and the buttons go', async () => {
  const { telegram, chat, ana } = await start(
    (world) =>
      async function* (turn, signal) {
        const bench = { ...turn, workspace: world().files.workspaces.pathOf(turn.chat), ownTools: ['Bash' as const] }
        const answer = await world().permissions.ask(bench, { name: 'Bash', input: { command: 'make cake' } }, signal)
        yield { kind: 'done', text: `verdict ${answer.verdict}` }
      },
  )
  chat.say(ana, 'bake')
  const question = await telegram.until('the question', () => chat.answers().find(({ buttons }) => buttons.length > 0))
  expect(question).toMatchObject({ buttons: [['Yes', 'No', 'Always']] })
  expect(question.text).toContain('make cake')
  const eve = telegram.user({ id: 66, name: 'Eve' })
  const vain = chat.press(eve, { message_id: question.id }, 'Yes')
  await telegram.until('an answer to Eve', () => vain.answer)
  expect(vain.answer?.text).toContain('not yours')
  const press = chat.press(ana, { message_id: question.id }, 'Yes')
  await telegram.until('the verdict', () => chat.answers().find((seen) => seen.text === 'verdict allow'))
  expect(press.answer?.text).toContain('allowed it once')
  await telegram.until('no buttons', () => chat.answers().every(({ buttons }) => buttons.length === 0))
})

test('a file comes in before the model, and one of ours goes out with the answer', async () => {
  const { telegram, chat, ana, brain } = await start(
    (world) =>
      async function* (turn) {
        const { files, owner } = world()
        const folder = files.workspaces.pathOf(turn.chat)
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'copy.pdf'), '%PDF-1.4 copied')
        const lane = rootLane(turn.chat)
        const person = { id: owner.id, role: 'owner' } as const
        const scope = { task: turn.task, chat: turn.chat, lane, person, trust: 'untrusted', lower() {} } as const
        await files.desk.handIn(scope, 'copy.pdf', undefined)
        yield text(turn)
      },
  )
  chat.say(ana, 'copy this', { document: { bytes: Buffer.from('%PDF-1.4 deed'), name: 'deed.pdf' } })
  const sent = await telegram.until('the file', () => chat.answers().find(({ file }) => file !== undefined))
  expect(brain.turns[0]?.files.map(({ name }) => name)).toEqual(['deed.pdf'])
  expect(sent.file?.bytes.toString()).toBe('%PDF-1.4 copied')
  expect(sent.file?.name).toBe('copy.pdf')
  const words = chat.answers().find((seen) => seen.text === 'heard: copy this')
  expect(words?.entities).toMatchObject([{ type: 'bold', offset: 0, length: 5 }])
})

test('an edit of what was answered is answered anew, and one that changes nothing is not', async () => {
  const { telegram, chat, ana } = await start(() => (turn) => [text(turn)])
  const said = chat.say(ana, 'two eggs')
  await telegram.until('an answer', () => chat.answers().length === 1)
  const edited = chat.edit(said, 'three eggs')
  await telegram.until('a second answer', () => chat.answers().length === 2)
  chat.edit(edited, 'three eggs')
  chat.say(ana, 'thanks')
  await telegram.until('the last answer', () => chat.answers().some((seen) => seen.text.includes('thanks')))
  expect(chat.answers().map((seen) => seen.text)).toEqual([
    'heard: two eggs',
    'heard: [edited] three eggs',
    'heard: thanks',
  ])
})

test('a quote from elsewhere is before the model as words of others', async () => {
  const { telegram, chat, ana, brain } = await start(() => (turn) => [text(turn)])
  const bob = telegram.user({ id: 7, name: 'Bob' })
  const elsewhere = telegram.privateChat(bob).say(bob, 'the safe is open at dawn')
  chat.say(ana, 'what does he mean?', { reply: elsewhere, quote: 'open at dawn' })
  await telegram.until('an answer', () => chat.answers().length === 1)
  expect(brain.turns[0]?.question).toBe('[about what Bob wrote]\n> open at dawn\n\nwhat does he mean?')
  expect(brain.turns[0]?.trust).toBe('untrusted')
})
