import { expect, test } from 'vitest'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import type { Turn } from '../../../src/spawner/spawner.ts'
import { startRoad } from '../../peers/telegram/road.ts'
import { handInCopy } from '../../support/hand-in.ts'

const text = (turn: Turn) => ({ kind: 'done', text: `**heard**: ${turn.question}` }) as const

test('a permission question comes with buttons, is answered by a press, and the buttons go', async () => {
  const { telegram, chat, ana } = await startRoad(
    (world) =>
      async function* (turn, signal) {
        const bench = { ...turn, workspace: world().files.workspaces.pathOf(turn.chat), ownTools: ['Bash' as const] }
        const answer = await world().permissions.ask(
          bench,
          createIntent({ name: 'Bash', input: { command: 'make cake' } }),
          signal,
        )
        yield { kind: 'done', text: `verdict ${answer.verdict}` }
      },
  )
  chat.say(ana, 'bake')
  const question = await telegram.until('the question', () => chat.answers().find(({ buttons }) => buttons.length > 0))
  expect(question).toMatchObject({ buttons: [['Yes', 'No'], ['Always: exactly this command']] })
  expect(question.text).toContain('make cake')
  const eve = telegram.user({ id: 66, name: 'Eve' })
  const vain = chat.press(eve, { message_id: question.id }, 'Yes')
  await telegram.until('an answer to Eve', () => vain.answer)
  expect(vain.answer?.text).toContain('cannot use this button')
  const press = chat.press(ana, { message_id: question.id }, 'Yes')
  await telegram.until('the verdict', () => chat.answers().find((seen) => seen.text === 'verdict allow'))
  expect(press.answer?.text).toContain('allowed it once')
  await telegram.until('no buttons', () => chat.answers().every(({ buttons }) => buttons.length === 0))
})

test('a file comes in before the model, and one of ours goes out with the answer', async () => {
  const { telegram, chat, ana, brain } = await startRoad(
    (world) =>
      async function* (turn) {
        await handInCopy(world(), turn, 'copy.pdf')
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
  const { telegram, chat, ana } = await startRoad(() => (turn) => [text(turn)])
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
  const { telegram, chat, ana, brain } = await startRoad(() => (turn) => [text(turn)])
  const bob = telegram.user({ id: 7, name: 'Bob' })
  const elsewhere = telegram.privateChat(bob).say(bob, 'the safe is open at dawn')
  chat.say(ana, 'what does he mean?', { reply: elsewhere, quote: 'open at dawn' })
  await telegram.until('an answer', () => chat.answers().length === 1)
  expect(brain.turns[0]?.question).toBe('[about what Bob wrote]\n> open at dawn\n\nwhat does he mean?')
  expect(brain.turns[0]?.trust).toBe('untrusted')
})

test('an answer to somebody who has blocked us waits, and arrives once when they are back', async () => {
  const { telegram, world } = await startRoad(
    () =>
      async function* (turn) {
        // Blocked while the answer is made, and nobody told us.
        home.room.standing = 'blocked'
        yield text(turn)
      },
  )
  world.member(7)
  const bob = telegram.user({ id: 7, name: 'Bob' })
  const home = telegram.privateChat(bob)
  home.say(bob, 'are you there?')
  const tries = () => telegram.callsOf('sendMessage').filter(({ args }) => args.chat_id === 7)
  await telegram.until('the refusal', () => tries()[0]?.outcome?.ok === false)
  const told = () => world.db.raw.prepare("SELECT text FROM message WHERE kind = 'notice'").pluck().all()
  await expect.poll(told).toEqual([expect.stringContaining('I was removed from')])
  home.admit(bob)
  await telegram.until('the answer', () => home.answers().length === 1)
  expect(home.answers()[0]?.text).toBe('heard: are you there?')
  expect(tries()).toHaveLength(2)
})

test('every item of an album is looked at until the one answer to all of it', async () => {
  const { telegram, chat, ana, world } = await startRoad(() => (turn) => [text(turn)])
  const looks = () => chat.messages().filter(({ reactions }) => reactions[telegram.bot.id] === '👀')
  chat.say(ana, 'our garden', { album: [{}, {}, {}] })
  await telegram.until('the looks', () => looks().length === 3)
  world.clock.advance(10_000)
  world.worker.wake()
  await telegram.until('the answer', () => chat.answers().length === 1)
  await telegram.until('no looks', () => looks().length === 0)
})

test.each([
  ['pages of 502', 'gateway-before', 1],
  ['pages of 504 for what was taken in all the same', 'timeout-after', 2],
  ['connections that break behind what was taken in', 'reset-after', 2],
] as const)(
  'two minutes of %s, and then every answer arrives, in order and marked where it may be twice',
  async (_what, fault, copies) => {
    const { telegram, chat, ana, world } = await startRoad(() => (turn) => [text(turn)])
    chat.say(ana, 'one')
    await telegram.until('the first answer', () => chat.answers().length === 1)
    telegram.fail('sendMessage', fault, fault === 'gateway-before' ? 1000 : 1)
    telegram.fail('getMe', 'gateway-before', 1000)
    chat.say(ana, 'two')
    await telegram.called('sendMessage', 2)
    for (let second = 0; second < 120; second += 10) {
      world.clock.advance(10_000)
      world.deliver.wake()
      await telegram.called('getUpdates', telegram.callsOf('getUpdates').length + 1)
    }
    expect(chat.answers().length).toBe(copies)
    chat.say(ana, 'three')
    telegram.mend()
    const words = () => chat.answers().map((seen) => seen.text)
    await expect
      .poll(() => {
        world.clock.advance(30_000)
        world.deliver.wake()
        return words().some((said) => said.includes('three'))
      })
      .toBe(true)
    expect(words().filter((said) => said.includes('two'))).toHaveLength(copies)
    expect(words().filter((said) => said.includes('sent again after an interruption'))).toHaveLength(copies - 1)
    expect(words().at(-1)).toBe('heard: three')
  },
)

test('strangers with slow files hold nobody up, and none of their files is fetched', async () => {
  const { telegram, chat, ana } = await startRoad(() => (turn) => [text(turn)])
  telegram.fail('file', 'silence-before', 1000)
  for (let id = 1000; id < 1260; id++) {
    const eve = telegram.user({ id, name: `Eve ${id}` })
    telegram.privateChat(eve).say(eve, 'look', { photo: {} })
  }
  chat.say(ana, 'are you there?')
  await telegram.until('the answer', () => chat.answers().some((seen) => seen.text === 'heard: are you there?'))
  expect(telegram.callsOf('getFile')).toEqual([])
})

test.each([1, 30, 3600, 80_000])(
  'a chat that asks for a pause of %d s gets it, and no other chat waits for it',
  async (seconds) => {
    const { telegram, chat, ana, world } = await startRoad(() => (turn) => [text(turn)])
    world.member(7)
    const bob = telegram.user({ id: 7, name: 'Bob' })
    const other = telegram.privateChat(bob)
    telegram.fail('sendMessage', { refuse: 429, description: 'Slow', parameters: { retry_after: seconds } })
    chat.say(ana, 'one')
    await telegram.called('sendMessage')
    chat.say(ana, 'two')
    other.say(bob, 'three')
    await telegram.until('the other answer', () => other.answers().length === 1)
    world.clock.advance(seconds * 1000 - 500)
    world.deliver.wake()
    other.say(bob, 'four')
    await telegram.until('the next one', () => other.answers().length === 2)
    expect(chat.answers()).toEqual([])
    world.clock.advance(1000)
    world.deliver.wake()
    await telegram.until('both', () => chat.answers().length === 2)
    expect(chat.answers().map((seen) => seen.text)).toEqual(['heard: one', 'heard: two'])
  },
)
