import { expect, test } from 'vitest'
import { noticesChat } from '../../../src/domain/ids.ts'
import { undoLastChange } from '../../../src/store/memory/fact-changes.ts'
import { insertFact, type NewFact } from '../../../src/store/memory/facts.ts'
import { chatter, HOUR, worldWith } from '../../support/many-messages.ts'

const memory = { extract: false, dayNotes: false, consolidateAt: '03:30' }

function tidyWorld() {
  const world = worldWith(undefined, { config: { memory } })
  world.say('/whoami')
  const [messageId] = chatter(world, 1)
  const remember = (statement: string, extra: Partial<NewFact> = {}) =>
    insertFact(
      world.db,
      {
        statement,
        ...({
          kind: 'fact',
          scope: 'private',
          trust: 'owner',
          writtenBy: 'extraction',
        } as const),
        aboutId: world.owner.id,
        toldById: world.owner.id,
        messageId,
        saidAt: world.clock.now(),
        ...extra,
      },
      world.clock.now(),
    ).fact.id
  const notices = () =>
    world.db.statement('SELECT text FROM message WHERE chat = ? ORDER BY id').pluck().all(noticesChat) as string[]
  const living = () => world.db.statement('SELECT id FROM fact WHERE replaced_by IS NULL ORDER BY id').pluck().all()
  const night = () => {
    world.clock.advance(20 * HOUR)
    world.dayNotes.findWork?.()
  }
  return Object.assign(world, { remember, notices, living, night })
}

test('facts that say the same are merged at night, which can be taken back', async () => {
  const world = tidyWorld()
  const first = world.remember('Ana has a dog called Bella')
  const same = world.remember('Ana has the dog, called Bella')
  const other = world.remember('Ana does not have a dog called Bella')
  const elsewhere = world.remember('Ana has a dog called Bella', { scope: 'everyone', aboutId: undefined })
  world.night()
  await expect.poll(world.living).toEqual([first, other, elsewhere])
  expect(world.notices()).toEqual([expect.stringContaining(`f${first} and f${same}`)])
  expect(world.notices().join()).not.toContain('Bella')
  expect(undoLastChange(world.db, first, world.clock.now())).toMatchObject([{ id: same }])
  world.night()
  await world.settle()
  expect(world.living()).toContain(same)
})

test('the owner is told on the page, and nowhere else, which facts have expired, once', async () => {
  const world = tidyWorld()
  const until = new Date(world.clock.now().getTime() + 12 * HOUR)
  const id = world.remember('Ana sees the dentist', { validUntil: until })
  world.remember('Ana sees the doctor', { validUntil: new Date(until.getTime() + 24 * HOUR) })
  world.night()
  await expect.poll(world.notices).toEqual([expect.stringContaining(`no longer used: f${id}.`)])
  await world.settle()
  expect(world.telegram.sent).toEqual([])
})

test('a night without changes brings no notice', async () => {
  const world = tidyWorld()
  world.remember('Ana has a dog called Bella')
  world.night()
  await world.settle()
  expect(world.notices()).toEqual([])
})
