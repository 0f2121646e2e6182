import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { filesOf } from '../../../src/store/files/files.ts'
import { queueCommandRest } from '../../../src/tasks/commands/command-runner.ts'
import { createRoadWorld, type WorldOptions } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const web = makeChatId('web', 'a')
const usual = loadConfig(undefined, { HOME: '/nowhere' })

/** Says what it was given, as audio. */
const program = `
  const said = require('fs').readFileSync(0, 'utf8')
  if (said.includes('break')) process.exit(7)
  process.stdout.write('RIFF....WAVE' + said)`

function openWorld(command = [process.execPath, '-e', program], options: WorldOptions = {}) {
  const world = createRoadWorld({ config: { speech: { ...usual.speech, command } }, ...options })
  const lines = () => world.db.statement('SELECT id, kind, text FROM message ORDER BY id').all() as Line[]
  return {
    ...world,
    lines,
    async say(text: string, extra: Parameters<typeof world.say>[1] = {}) {
      world.say(text, extra)
      await world.settle()
      return lines().at(-1)?.text
    },
    /** What was spoken, in order. */
    spoken: () =>
      lines().flatMap(({ id }) =>
        (filesOf(world.db, [id]).get(id) ?? []).map(({ hash, name }) => ({
          name,
          bytes: world.files.fileStore.pathOf(hash),
        })),
      ),
    /** The model reads this. */
    shown: () => world.db.statement("SELECT group_concat(text, ' ') FROM assembly").pluck().get() as string,
  }
}

interface Line {
  id: number
  kind: string
  text: string
}

const spokenTo = { spoken: true as const }

test('a spoken message is answered with text and a voice message, in a chat where that was asked for', async () => {
  const world = openWorld()
  await world.say('good morning', spokenTo)
  expect(world.spoken()).toEqual([])
  expect(await world.say('/voice on')).toMatch(/^Voice is on: /)
  await world.say('good evening', spokenTo)
  const [voice] = world.spoken()
  expect(voice?.name).toBe('voice.wav')
  const last = world.lines().at(-1)
  expect(last).toMatchObject({ kind: 'notice', text: '' })
  // The text stands before it, and it has a delivery of its own.
  const keys = world.db.statement('SELECT key, kind, state FROM outbox ORDER BY id').all() as { key: string }[]
  expect(keys.slice(-2)).toMatchObject([
    { key: expect.stringMatching(/^task:\d+:g\d+:reply:0$/), kind: 'reply', state: 'sent' },
    { key: expect.stringMatching(/^voice:\d+:0$/), kind: 'notice', state: 'sent' },
  ])
  // What was typed is answered in text, and so is everything once it is off.
  await world.say('and now typed')
  expect(await world.say('/voice')).toBe('Voice is on here: I answer voice messages with text and a voice message.')
  expect(await world.say('/voice off')).toBe('Voice is off: I answer in text only.')
  await world.say('one more', spokenTo)
  expect(world.spoken()).toHaveLength(1)
  expect(await world.say('/voice loudly')).toBe('Write /voice on or /voice off.')
})

test('speech that fails loses no text and holds nothing up, and is told in one line', async () => {
  const world = openWorld()
  await world.say('/voice on')
  expect(await world.say('please break', spokenTo)).toBe(
    'I could not make the voice message: the speech program failed (7). The text above is the whole answer.',
  )
  const texts = world.lines().map(({ text }) => text)
  expect(texts.at(-2)).toContain('please break')
  await world.say('and again', spokenTo)
  expect(world.spoken()).toHaveLength(1)
})

test('where speech is not set up, or the channel has none, /voice says so', async () => {
  const mute = openWorld([])
  for (const command of ['/voice', '/voice on']) expect(await mute.say(command)).toMatch(/set `\[speech\] command`/)
  await mute.say('hello', spokenTo)
  expect(mute.spoken()).toEqual([])
  const [chat, sender] = [makeChatId('telegram', '1'), { channel: 'telegram', id: '1' } as const]
  expect(await openWorld().say('/voice on', { channel: 'telegram', chat, sender })).toBe(
    'This channel has no voice messages. I answer in text here.',
  )
})

test('others turn it on in their own private chat only', async () => {
  const world = openWorld()
  const ben = world.member(5)
  const from = (chat: string) => ({
    channel: 'telegram' as const,
    chat: makeChatId('telegram', chat),
    sender: { channel: 'telegram' as const, id: '5' },
    senderName: ben.name,
  })
  expect(await world.say('/voice on', from('-9'))).toBe('Only the owner can turn voice on or off here.')
})

test('an answer without anything to say is not spoken, and what the model wrote for itself is never run', async () => {
  const brain = createScriptedBrain(async function* () {
    yield { kind: 'done', text: '```\nonly code\n```' }
  })
  const world = openWorld(undefined, { brain })
  await world.say('/voice on')
  await world.say('show me code', spokenTo)
  expect(world.spoken()).toEqual([])
  expect(world.lines().at(-1)?.text).toContain('only code')
})

test('the answer to a message that was edited since is not spoken', async () => {
  const world = openWorld()
  await world.say('/voice on')
  await world.say('good mourning')
  const [question = 0, answer = 0] = world
    .lines()
    .slice(-2)
    .map(({ id }) => id)
  await world.say('good morning', { replaces: question })
  const place = { chat: web, lane: rootLane(web), route: { chat: web }, person: world.owner }
  queueCommandRest(world, { name: 'voice', args: String(answer) }, place)
  await world.settle()
  expect(world.spoken()).toEqual([])
})

test('a voice message is no part of what the model sees later', async () => {
  const world = openWorld(undefined, { brain: createScriptedBrain(echo) })
  await world.say('/voice on')
  await world.say('remember the boat', spokenTo)
  await world.say('and the harbour')
  expect(world.shown()).not.toContain('voice.wav')
  expect(world.db.statement('SELECT count(*) FROM spoken_message').pluck().get()).toBe(1)
  expect(world.db.statement('SELECT chat FROM voice_chat').pluck().all()).toEqual([web])
})
