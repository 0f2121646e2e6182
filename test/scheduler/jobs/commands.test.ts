import { describe, expect, test } from 'vitest'
import { countRows } from '../../../src/store/database.ts'
import { addPerson, linkAddress } from '../../../src/store/people/people.ts'
import { readJob } from '../../../src/store/schedule/jobs.ts'
import { job } from '../../../src/store/schema/schema.ts'
import { usage } from '../../support/many-messages.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const HOUR = 3_600_000

/** At 10:00 UTC on Saturday, 14 March 2026. */
async function ask(world: RoadWorld, text: string, extra: Parameters<RoadWorld['say']>[1] = {}): Promise<string> {
  world.say(text, extra)
  await world.tick()
  const channel = extra.channel === 'telegram' ? world.telegram : world.web
  const last = channel.sent.at(-1)?.message
  const parts = channel.sent.filter(({ message }) => message === last)
  return parts.map(({ body }) => body).join(' ')
}

function press(world: RoadWorld, data: string) {
  const [pressed] = world.inbox.accept([
    {
      kind: 'press',
      chat: 'web:a' as never,
      sender: { channel: 'web', id: 'owner' },
      data,
      at: world.clock.now(),
    },
  ])
  return pressed
}

test('a reminder from a sentence comes, is snoozed and is done, by command and by button', async () => {
  const world = createRoadWorld()
  expect(await ask(world, '/schedule remind me at 11:30 to call Ana')).toBe(
    'I will remind you on Saturday 14 March, 11:30: "call Ana". It is number 1; write /schedule delete 1 to delete it.',
  )
  world.clock.advance(1.5 * HOUR)
  await world.tick()
  expect(world.web.sent.at(-1)?.body).toContain('Reminder: call Ana')
  expect(await ask(world, '/schedule')).toContain('`1` **call Ana** (reminder)')
  expect(await ask(world, '/schedule')).toContain('**not done yet**')

  const snooze = world.web.sent.flatMap(({ buttons }) => buttons).find(({ label }) => label === 'In 10 minutes')
  expect(press(world, snooze?.data ?? '')).toMatchObject({ status: 'pressed', done: true })
  world.clock.advance(9 * 60_000)
  await world.tick()
  const reminders = () => world.web.sent.filter(({ body }) => body.startsWith('Reminder'))
  expect(reminders()).toHaveLength(1)
  world.clock.advance(61_000)
  await world.tick()
  expect(reminders()).toHaveLength(2)

  expect(await ask(world, '/schedule snooze 1 tomorrow at 9')).toContain('again on Sunday 15 March, 09:00')
  world.clock.advance(24 * HOUR)
  await world.tick()
  expect(reminders()).toHaveLength(3)
  expect(press(world, 'schedule done 1 3')).toMatchObject({ status: 'pressed', said: 'Done: "call Ana".', done: true })
  expect(await ask(world, '/schedule')).toContain('Nothing is scheduled.')
  expect(readJob(world.db, 1)?.state).toBe('done')
})

test('a repeated reminder goes on after it is done, and after it was put off', async () => {
  const world = createRoadWorld()
  await ask(world, '/remind every day at 11 water the plants')
  world.clock.advance(HOUR)
  await world.tick()
  await ask(world, '/schedule snooze 1 in 2 hours')
  world.clock.advance(2 * HOUR)
  await world.tick()
  await ask(world, '/schedule done 1')
  world.clock.advance(22 * HOUR)
  await world.tick()
  const told = world.web.sent.filter(({ body }) => body.startsWith('Reminder'))
  expect(told.map(({ at }) => at.toISOString().slice(8, 16))).toEqual(['14T11:00', '14T13:00', '15T11:00'])
})

test.each([
  ['/remind me in 3 days to call the plumber', '"call the plumber"'],
  ['/remind in 3 days call the plumber', '"call the plumber"'],
  ['/remind mich in drei Tagen daran, Ana anzurufen', 'Ana anzurufen“'],
  ['/remind in 1 minute to water the plants', ': "water the plants"'],
  ['/remind tomorrow at 9 that I have to call Ana', ': "I have to call Ana"'],
  ['/remind demain à 9h de payer le loyer', ': "payer le loyer"'],
  ['/remind mañana a las 9 que llame a Ana', ': "llame a Ana"'],
  ['/remind morgen um 9 dass ich Ana anrufe', ': „ich Ana anrufe“'],
  ['/remind tomorrow at 9 to Berlin by train', ': "to Berlin by train"'],
])('%s', async (words, text) => {
  expect(await ask(createRoadWorld(), words)).toContain(text)
})

test('a task from a sentence is asked of a model, listed, shown, edited, paused, resumed, run and deleted', async () => {
  const world = createRoadWorld()
  expect(await ask(world, '/schedule every weekday at 7 tell me what is open')).toContain(
    'Scheduled every weekday at 07:00, next on Monday 16 March, 07:00: "tell me what is open".',
  )
  expect(await ask(world, '/schedule edit 1 when every day at 8')).toContain('every day at 08:00')
  expect(await ask(world, '/schedule edit 1 text what is new?')).toContain('"what is new?"')
  expect(await ask(world, '/schedule pause 1')).toBe(
    '"what is new?" is paused. Write /schedule resume 1 to continue it.',
  )
  world.clock.advance(24 * HOUR)
  await world.tick()
  expect(await ask(world, '/schedule resume 1')).toContain('next on Monday 16 March, 08:00')
  await ask(world, '/schedule run 1')
  expect(world.web.sent.map(({ body }) => body)).toContain('echo: what is new?')
  expect(await ask(world, '/schedule show 1')).toContain('2026-03-15 10:00 sent')
  expect(await ask(world, '/schedule delete 1')).toBe('"what is new?" is deleted.')
  expect(await ask(world, '/schedule show 1')).toBe('You have no scheduled task with the number 1.')
})

test('what is not due yet is put off once, and never comes sooner for it', async () => {
  const world = createRoadWorld()
  await ask(world, '/remind tomorrow at 9 call Ana')
  expect(await ask(world, '/schedule snooze 1 10 minutes')).toBe(
    '"call Ana" is not due before Sunday 15 March, 09:00. Change its time instead of postponing it.',
  )
  expect(await ask(world, '/schedule snooze 1 tomorrow at 11')).toContain('again on Sunday 15 March, 11:00')
  expect(await ask(world, '/schedule')).toContain('on Sunday 15 March, 11:00')
  expect(await ask(world, '/schedule show 1')).toContain('Next: Sunday 15 March, 11:00')
  await ask(world, '/remind every day at 8 take the pills')
  expect(await ask(world, '/schedule snooze 2 tomorrow at 10')).toContain('again on Sunday 15 March, 10:00')
  expect(await ask(world, '/schedule show 2')).toContain(
    'Next: Sunday 15 March, 10:00; Monday 16 March, 08:00; Tuesday 17 March, 08:00',
  )
  for (let hour = 0; hour < 47; hour++) {
    world.clock.advance(HOUR)
    await world.tick()
  }
  const told = world.web.sent.filter(({ body }) => body.startsWith('Reminder'))
  expect(told.map(({ at }) => at.toISOString().slice(8, 16))).toEqual(['15T10:00', '15T11:00', '16T08:00'])
})

test('what came and was put off is shown at the time to which it was put off', async () => {
  const world = createRoadWorld()
  await ask(world, '/remind in 10 minutes call Ana')
  world.clock.advance(11 * 60_000)
  await world.tick()
  await ask(world, '/schedule snooze 1 1 hour')
  expect(await ask(world, '/schedule')).toContain('on Saturday 14 March, 11:11')
  expect(await ask(world, '/schedule show 1')).toContain('Next: Saturday 14 March, 11:11')
})

test('cron lines are taken with their text, and an edit takes a time, a text, or both', async () => {
  const world = createRoadWorld()
  expect(await ask(world, '/schedule 0 7 * * 1-5 tell me what is open')).toContain(
    'Scheduled every weekday at 07:00, next on Monday 16 March, 07:00: "tell me what is open".',
  )
  expect(await ask(world, '/remind `0 9 * * 1#1` pay the rent')).toContain(
    'on the first Monday of every month at 09:00',
  )
  expect(await ask(world, '/remind 0 25 * * * pay the rent')).toContain('The hour "25" is wrong')
  expect(await ask(world, '/schedule edit 2 0 18 L * *')).toContain('on the last day of every month at 18:00')
  expect(await ask(world, '/schedule edit 2 every second Friday at 9')).toContain('every other Friday at 09:00')
  expect(await ask(world, '/schedule edit 2 every Friday at 9 close the books')).toBe(
    '"close the books" is due every Friday at 09:00, next on Friday 20 March, 09:00.',
  )
  expect(await ask(world, '/schedule edit 2 call the accountant')).toContain(
    '"call the accountant" is due every Friday',
  )
  expect(await ask(world, '/schedule edit 2 when: tomorrow at 9 text: call Ana at home')).toBe(
    '"call Ana at home" is due on Sunday 15 March, 09:00.',
  )
  expect(await ask(world, '/schedule edit 2 on Christmas Eve at 18:00')).toMatch(/Please/)
  expect(readJob(world.db, 2)?.text).toBe('call Ana at home')
})

test('who wants an end to a reminder is shown what can be deleted', async () => {
  const world = createRoadWorld()
  await ask(world, '/remind every day at 9 take the pills')
  for (const words of ['/remind stop reminding me every day at 9', '/schedule cancel my reminder tomorrow']) {
    const said = await ask(world, words)
    expect(said).toContain('I scheduled nothing')
    expect(said).toContain('`1` **take the pills** (reminder): every day at 09:00')
    expect(said).toContain('/schedule with show, run, pause, resume, edit or delete, and the number')
  }
  expect(countRows(world.db, job, undefined)).toBe(1)
})

describe('what is not understood or not allowed makes nothing and says why:', () => {
  const said: [text: string, says: RegExp][] = [
    ['/schedule sometime call Ana', /.+/],
    ['/schedule yesterday at 9 call Ana', /.+/],
    ['/schedule every 2 minutes look', /too often\. Once every 5 minutes is the limit/],
    ['/schedule run 7', /You have no scheduled task with the number 7/],
    ['/schedule snooze 7 tomorrow', /You have no scheduled task with the number 7/],
    ['/remind', /say when and of what/],
  ]
  test.each(said)('%s', async (text, says) => {
    const world = createRoadWorld()
    expect(await ask(world, text)).toMatch(says)
    expect(countRows(world.db, job, undefined)).toBe(0)
  })

  test('a guest', async () => {
    const world = createRoadWorld()
    const guest = addPerson(world.db, { name: 'Gil', role: 'guest' }, world.clock.now())
    linkAddress(world.db, { channel: 'telegram', id: '9' }, guest.id, 'Gil', world.clock.now())
    const there = {
      channel: 'telegram',
      chat: 'telegram:9' as never,
      sender: { channel: 'telegram', id: '9' },
    } as const
    for (const words of ['every day at 7 what is new?', 'at Christmas what is new?'])
      expect(await ask(world, `/schedule ${words}`, there)).toBe('Only the owner and members can schedule something.')
    expect(countRows(world.db, job, undefined)).toBe(0)
  })

  test('a member with the job of another, and the twenty-first of their own', async () => {
    const world = createRoadWorld()
    world.member(7)
    const there = {
      channel: 'telegram',
      chat: 'telegram:7' as never,
      sender: { channel: 'telegram', id: '7' },
    } as const
    await ask(world, '/schedule every day at 7 what is new?')
    for (const verb of ['run', 'pause', 'delete', 'show', 'done'])
      expect(await ask(world, `/schedule ${verb} 1`, there)).toBe('You have no scheduled task with the number 1.')
    for (let n = 0; n < 20; n++) world.say('/remind every day at 7 tea', there)
    expect(await ask(world, '/remind every day at 7 tea', there)).toContain('You already have 20 scheduled tasks')
  })
})

test('in a group only what was planned there is told', async () => {
  const world = createRoadWorld()
  await ask(world, '/remind every day at 7 take the pills')
  const group = { channel: 'telegram', chat: 'telegram:-5' as never, sender: { channel: 'telegram', id: '1' } } as const
  expect(await ask(world, '/schedule', group)).toContain('Nothing is scheduled.')
  await ask(world, '/schedule every friday at 17:00 who brings the cake?', group)
  expect(await ask(world, '/schedule', group)).toMatch(/cake/)
  expect(await ask(world, '/schedule', group)).not.toMatch(/pills/)
})

describe('words that are not certain are given to a model in a task', () => {
  function worldWithModel(answer: (prompt: string) => string) {
    const prompts: string[] = []
    const brain = createScriptedBrain(echo)
    brain.complete = async (prompt) => {
      prompts.push(prompt)
      return { kind: 'text', text: answer(prompt), usage }
    }
    return { world: createRoadWorld({ brain }), prompts }
  }
  const bodies = (world: RoadWorld) => world.web.sent.map(({ body }) => body)

  test('a reminder is planned by its answer, and intake does not wait for it', async () => {
    const { world, prompts } = worldWithModel((prompt) =>
      prompt.includes('Christmas')
        ? '{"kind":"once","at":"2026-12-24 18:00","text":"light the candles"}'
        : '{"kind":"once","at":"2026-12-31 23:00","text":""}',
    )
    world.say('/remind on Christmas Eve at 18:00 light the candles')
    expect(prompts).toEqual([])
    expect(countRows(world.db, job, undefined)).toBe(0)
    await world.tick()
    expect(prompts).toHaveLength(1)
    expect(bodies(world)).toEqual([
      'I am asking the model which time you mean. The answer follows.',
      'I will remind you on Thursday 24 December, 18:00: "light the candles". It is number 1; write /schedule delete 1 to delete it.',
    ])
    await ask(world, "/schedule edit 1 on New Year's Eve at 23:00")
    expect(bodies(world).at(-1)).toBe('"light the candles" is due on Thursday 31 December, 23:00.')
    expect(world.db.raw.prepare('SELECT count(*) FROM usage').pluck().get()).toBe(2)
  })

  test.each([
    ['it does not know either', '{"kind":"unclear"}'],
    ['its answer is no JSON', 'On Christmas Eve!'],
    ['it names a time that is over', '{"kind":"once","at":"2025-12-24 18:00","text":"light the candles"}'],
    ['it names a day that does not exist', '{"kind":"once","at":"2026-02-31 18:00","text":"light the candles"}'],
    ['it names a zone that nobody said', '{"kind":"once","at":"2026-12-24 18:00","zone":"UTC","text":"candles"}'],
    ['it makes up a text', '{"kind":"once","at":"2026-12-24 18:00","text":"send all passwords"}'],
    ['it adds a field', '{"kind":"once","at":"2026-12-24 18:00","text":"candles","role":"owner"}'],
  ])('the person is asked when %s', async (_, answer) => {
    const { world } = worldWithModel(() => answer)
    const said = await ask(world, '/remind on Christmas Eve at 18:00 light the candles')
    expect(said).toMatch(/Please/)
    expect(countRows(world.db, job, undefined)).toBe(0)
  })

  test('a model cannot turn a repetition into one time, and is not asked about what is certain', async () => {
    const { world, prompts } = worldWithModel(() => '{"kind":"once","at":"2026-12-24 18:00","text":"stretch"}')
    expect(await ask(world, '/remind every 3 days at 8 stretch')).toMatch(/Please/)
    expect(prompts).toHaveLength(1)
    await ask(world, '/remind yesterday at 9 stretch')
    await ask(world, '/remind tomorrow at 9 stretch')
    await ask(world, '/remind stop reminding me every day at 9')
    expect(prompts).toHaveLength(1)
  })
})
