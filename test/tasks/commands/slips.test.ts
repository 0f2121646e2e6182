import { describe, expect, test } from 'vitest'
import { listTasks } from '../../../src/store/work/tasks.ts'
import { findSimilarCommands } from '../../../src/tasks/commands/command-set.ts'
import { createRoadWorld } from '../../support/road-world.ts'

const commands = ['help', 'new', 'continue', 'stop', 'yes', 'no', 'context', 'why', 'search', 'schedule', 'config']
const meant = (text: string) => {
  const [name = '', ...rest] = text.split(' ')
  return findSimilarCommands({ name, args: rest.join(' ') }, commands)
}

describe('a word that is no command is taken for', () => {
  test.each([
    ['sotp', ['stop']],
    ['stop2', ['stop']],
    ['hlp', ['help']],
    ['serach the roof', ['search']],
    ['sched tomorrow at nine', ['schedule']],
    ['con', ['continue', 'context', 'config']],
  ])('%j: %j', (text, names) => expect(meant(text)).toEqual(names))

  test.each(['etc', 'home is full', 'tmp', 'not so fast', 'now we go', 'usr', 'root', 'x', 'opt', 'photo'])(
    '%j: nothing',
    (text) => expect(meant(text)).toEqual([]),
  )
})

test('it is answered with the nearest one, and no model is asked', async () => {
  const world = createRoadWorld()
  world.say('/sotp')
  world.say('/serach the roof')
  await world.settle()
  expect(world.web.sent.map(({ body }) => body)).toEqual([
    'There is no command /sotp. Did you mean /stop?',
    'There is no command /serach. Did you mean /search?',
  ])
  expect(listTasks(world.db, { limit: 5 })).toEqual([])
})

test('what is like no command is said to the model as before', async () => {
  const world = createRoadWorld()
  world.say('/home is full')
  await world.settle()
  expect(world.web.sent.map(({ body }) => body)).toEqual(['echo: /home is full'])
})
