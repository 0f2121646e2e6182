import { expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import type { Completion } from '../../../src/spawner/spawner.ts'
import { chatTitles } from '../../../src/store/messages/chats.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { updateChatListing } from '../../../src/store/messages/kept-chats.ts'
import { claimTask } from '../../../src/store/work/claims.ts'
import { listTasks } from '../../../src/store/work/tasks.ts'
import { createTitleWriter } from '../../../src/tasks/notes/title-writer.ts'
import { chat, usage, worldWith } from '../../support/many-messages.ts'
import { silentLog } from '../../support/silent-log.ts'

/** A chat with one exchange, and the writer of its title, which a model helps or not. */
async function begun(complete?: (prompt: string) => Promise<Completion>, titles = true) {
  const world = worldWith(complete)
  const { db, clock, owner } = world
  const brain = { name: 'script', ...(complete && { complete: (prompt: string) => complete(prompt) }) }
  const writer = createTitleWriter({
    db,
    clock,
    log: silentLog,
    persist: async (write) => write(),
    admission: { mayAsk: () => brain as never, over() {} },
    config: () => ({ web: { enabled: true, port: 0, titles, voice: undefined as never } }),
    scrub: (text) => text.replaceAll('hunter2', '[secret]'),
  })
  world.say('My roof is leaking, what now?', { chatTitle: 'My roof is leaking, what now?' })
  await world.settle()
  return {
    world,
    owner,
    title: () => chatTitles(db, [chat]).get(chat),
    /** Plans and runs what there is to do. Returns how many tasks there were. */
    async look(signal = new AbortController().signal) {
      writer.findWork()
      const claim = claimTask(db, {
        ...momentOf(clock),
        instance: 1,
        leaseUntil: clock.mono() + 30_000,
        suspects: false,
        kinds: writer.kinds,
      })
      if (claim) await writer.run(claim, signal)
      return claim ? 1 : 0
    },
  }
}

const saying = (text: string) => {
  const prompts: string[] = []
  const complete = async (prompt: string): Promise<Completion> => (prompts.push(prompt), { kind: 'text', text, usage })
  return { prompts, complete }
}

test('a new chat gets a title from the first exchange, once, and the cost is booked as for summaries', async () => {
  const model = saying('“A Leaking Roof hunter2”\n')
  const { world, look, title } = await begun(model.complete)
  expect(await look()).toBe(1)
  expect(title()).toBe('A Leaking Roof [secret]')
  expect(model.prompts).toEqual([expect.stringContaining('{"person":"My roof is leaking, what now?"}')])
  expect(world.db.statement("SELECT count(*) FROM usage WHERE origin = 'compaction'").pluck().get()).toBe(1)
  world.say('And the cellar?')
  await world.settle()
  expect(await look()).toBe(0)
})

test.each([
  ['no model', undefined],
  [
    'a model that fails',
    async () => ({ kind: 'failed', failure: { class: 'server', what: 'x', retry: true } }) as const,
  ],
  ['a model that writes an essay', saying('Sure! Here is a title:\n\nRoof').complete],
  ['a model that says nothing', saying(' "" ').complete],
])('with %s the title stays the first words, and nobody is asked again', async (_name, complete) => {
  const { look, title } = await begun(complete)
  await look()
  expect(title()).toBe('My roof is leaking, what now?')
  expect(await look()).toBe(0)
})

test('a chat that the owner named, and every chat where the configuration says so, is left alone', async () => {
  const named = await begun(saying('Roof').complete)
  updateChatListing(named.world.db, chat, { name: 'House' }, named.world.clock.now())
  expect(await named.look()).toBe(0)
  const off = await begun(saying('Roof').complete, false)
  expect(await off.look()).toBe(0)
})

test('a title goes with the message it was written from', async () => {
  const { world, look, title } = await begun(saying('A Leaking Roof').complete)
  await look()
  world.say('What about the garden?')
  await world.settle()
  const first = world.db.statement("SELECT min(id) FROM message WHERE author = 'human'").pluck().get() as number
  markDeleted(world.db, first, momentOf(world.clock))
  expect(title()).toBe('What about the garden?')
})

test('a shutdown meanwhile leaves it for the next start', async () => {
  const stop = new AbortController()
  const { world, look, title } = await begun(async () => {
    stop.abort('shutdown')
    return { kind: 'text', text: 'Half', usage }
  })
  await look(stop.signal)
  expect(title()).toBe('My roof is leaking, what now?')
  const [task] = listTasks(world.db, { limit: 1, open: true })
  expect(task).toMatchObject({ kind: 'title', state: 'queued', attempt: 0 })
})
