import { expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/load.ts'
import { rootLane } from '../../../src/domain/ids.ts'
import { queueCommandRest } from '../../../src/tasks/commands/command-runner.ts'
import { findBytes, plantedWords } from '../../support/byte-search.ts'
import { house, never, openWorld } from './erasing-world.ts'

test('an erased message takes the voice message of its answer with it, also one that is not made yet', async () => {
  const command = [process.execPath, '-e', "process.stdout.write('RIFF....WAVE' + require('fs').readFileSync(0))"]
  const speech = { ...loadConfig(undefined, { HOME: '/nowhere' }).speech, command }
  const [gone = '', early = '', kept = ''] = plantedWords(3)
  const world = openWorld(undefined, { speech })
  const spoken = { chat: house, spoken: true } as const
  const idOf = (word: string) =>
    world.db.raw
      .prepare("SELECT id FROM message WHERE text LIKE ? AND author = 'human'")
      .pluck()
      .get(`%${word}%`) as number
  const voices = () => world.db.raw.prepare('SELECT count(*) FROM message_file').pluck().get()
  world.say('/voice on', { chat: house })
  await world.settle()
  for (const word of [gone, kept]) {
    world.say(`The ${word} is here.`, spoken)
    await world.settle()
  }
  expect(voices()).toBe(2)
  await world.erase({ message: idOf(gone) })
  expect(findBytes(world.dir, [gone])).toEqual([])
  expect(voices()).toBe(1)
  world.say(`The ${early} is here.`, { chat: house })
  await world.settle()
  const place = { chat: house, lane: rootLane(house), route: { chat: house }, person: { id: 1 } }
  const answer = world.db.raw.prepare('SELECT max(id) FROM message').pluck().get()
  queueCommandRest(world, { name: 'voice', args: String(answer) }, place)
  const erasure = world.eraser.begin({ message: idOf(early) })
  await world.settle()
  await world.eraser.finish(erasure, never)
  expect(findBytes(world.dir, [early])).toEqual([])
  expect(voices()).toBe(1)
})
