import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { onlyIn } from '../../../src/domain/recall.ts'
import { createRecall } from '../../../src/gateway/recall/recall.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { createRecallSource } from '../../../src/store/recall/recall-source.ts'
import { createSearch, readerOfAll } from '../../../src/tasks/recall/search.ts'
import { postMessage } from '../../../src/tasks/say/post-message.ts'
import { createRoadWorld } from '../../support/road-world.ts'

const chat = makeChatId('web', 'a')

function createWorld() {
  const world = createRoadWorld()
  const named = async (name: string) => {
    const stored = await storeFile(
      world.db,
      world.files.fileStore,
      Readable.from([Buffer.from(name)]),
      world.clock.steady,
    )
    if ('tooLarge' in stored) throw new Error('too large')
    return { hash: stored.hash, name }
  }
  const search = createSearch(world.db, world.clock, () => 'UTC')
  const found = (words: string) =>
    search(readerOfAll(world.owner.id), words, 5).map(({ text, files }) => [text, ...files])
  return { ...world, named, found }
}

test('a line is found by the name of what hangs on it, whoever sent it', async () => {
  const world = createWorld()
  world.say('here it is', { files: [await world.named('lease-2025_signed.pdf')] })
  world.say('', { files: [await world.named('Floorplan.png')] })
  const ours = { key: 'k', kind: 'reply', lane: rootLane(chat), route: { chat }, text: 'Done.' } as const
  postMessage(world, { ...ours, files: [await world.named('budget.csv')] }, world.clock.now())
  expect(world.found('lease')).toEqual([['here it is', 'lease-2025_signed.pdf']])
  expect(world.found('floorplan')).toEqual([['', 'Floorplan.png']])
  expect(world.found('budget')).toEqual([['Done.', 'budget.csv']])
})

test('/search names the file', async () => {
  const world = createWorld()
  world.say('here it is', { files: [await world.named('lease.pdf')] })
  world.say('/search lease')
  const bodies = world.db.raw.prepare('SELECT body FROM outbox ORDER BY id DESC').pluck().all()
  expect(bodies[0]).toContain('here it is (lease.pdf)')
})

test('recall counts the name of a file among the words of its line', async () => {
  const world = createWorld()
  world.say('here it is', { files: [await world.named('lease.pdf')] })
  for (let line = 0; line < 20; line++) world.say(`something else ${line}`)
  const query = {
    text: 'where is the lease?',
    chats: onlyIn(chat),
    bound: { asOf: world.clock.now() },
    timezone: 'UTC',
    limit: 1,
  }
  const [best] = createRecall(createRecallSource(world.db)).recall(query).hits
  expect(best?.line.files).toEqual(['lease.pdf'])
})

test('what was taken back is found neither by its words nor by its file', async () => {
  const world = createWorld()
  world.say('here it is', { remoteId: 'r1', files: [await world.named('lease.pdf')] })
  world.say('another lease')
  world.inbox.accept([{ kind: 'delete', chat, remoteId: 'r1', at: world.clock.now() }])
  expect(world.found('lease')).toEqual([['another lease']])
  expect(() => world.db.raw.exec("INSERT INTO message_word (message_word) VALUES ('integrity-check')")).not.toThrow()
})
