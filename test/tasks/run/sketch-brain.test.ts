import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBrains } from '../../../src/spawner/brains.ts'
import { actionsOf } from '../../../src/store/work/answers.ts'
import { lastInLane } from '../../../src/store/work/line-tasks.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { type Before, createSketchBrain, type SketchDeps, type Step } from '../../support/sketch-brain.ts'
import { toolChat as chat, live, press } from '../../support/tool-world.ts'

// A brain that is no CLI: in this process, without sessions, with a loop over tools. It meets the same road.

const bodies = (world: RoadWorld) => world.web.sent.map(({ body }) => body)
const rows = (world: RoadWorld, sql: string) => world.db.raw.prepare(sql).all()
const task = (world: RoadWorld) => lastInLane(world.db, `root:${chat}` as never)

function sketchWorld(model: SketchDeps['model'], more: Pick<SketchDeps, 'allow'> = {}): RoadWorld {
  return createRoadWorld({ brains: (toolset) => createBrains(createSketchBrain({ ...toolset, model, ...more })) })
}

/** Takes these steps, one after another, and then says what came of them. */
function taking(...steps: Step[]): SketchDeps['model'] {
  return ({ results }) => steps[results.length] ?? { say: results.join('\n') }
}

async function until(world: RoadWorld, words: string): Promise<void> {
  await expect.poll(() => bodies(world).some((body) => body.includes(words))).toBe(true)
}

describe('a brain in this process', () => {
  test('answers along the whole road: turns without epochs, tools by list and call, usage by step', async () => {
    const seen: Before[] = []
    const world = sketchWorld((before) => {
      seen.push({ ...before, results: [...before.results] })
      if (before.turn.question !== 'who mended it?') return { say: 'noted' }
      const [found] = before.results
      return found === undefined ? { call: 'search_messages', input: { query: 'Novak' } } : { say: `found ${found}` }
    })
    world.say('Novak mended the roof')
    await world.settle()
    world.say('who mended it?')
    await world.settle()

    expect(bodies(world).at(-1)).toMatch(/^found 1 message contains novak\..*\n\[m1\] .* Ana: Novak mended the roof/)
    const schedules = ['schedule', 'list_schedules', 'change_schedule', 'cancel_schedule']
    const facts = ['remember', 'correct', 'forget', 'list_memories']
    const reading = ['search_messages', 'get_conversation']
    const names = [...reading, ...facts, ...schedules, 'profile', 'send_file', 'context_status']
    expect(seen.at(-1)?.tools.map(({ name }) => name)).toEqual(names)
    expect(seen.at(-1)?.tools[0]?.inputSchema).toMatchObject({ properties: { query: { type: 'string' } } })
    expect(seen.at(-1)?.turn).toMatchObject({ model: 'general', ownTools: ['shell', 'save', 'look', 'page'] })
    expect(seen.at(-1)?.turn.session).toBeUndefined()
    expect(world.web.shown).toContainEqual(expect.objectContaining({ kind: 'tool', line: 'searching for "Novak"' }))
    const answer = world.db.raw.prepare('SELECT max(id) FROM message').pluck().get() as number
    expect(actionsOf(world.db, [answer]).get(answer)).toEqual([{ line: 'searching for "Novak"', failed: false }])

    // Each turn stands alone, and its prompt is kept with its record.
    expect(rows(world, 'SELECT * FROM epoch')).toEqual([])
    const records = rows(world, 'SELECT opens, system FROM assembly ORDER BY id') as { opens: number; system: string }[]
    expect(records).toHaveLength(2)
    expect(records[1]?.system).toBe(seen.at(-1)?.turn.system)
    expect(records[1]?.system).toContain('Novak mended the roof')

    const booked = rows(world, 'SELECT brain, model, origin, input_tokens AS input, cost_micro_usd AS micro FROM usage')
    const call = (input: number) => ({ brain: 'sketch', model: 'general', origin: 'chat', input, micro: 1000 })
    expect(booked).toEqual([call(100), call(100), call(200)])
  })

  test('uses what is its own with the leave it would have from any brain', async () => {
    const world = sketchWorld(
      taking(
        { use: 'save', on: 'note.txt', content: 'milk' },
        { use: 'look', on: 'note.txt' },
        { use: 'save', on: '../escape.txt', content: 'x' },
        { use: 'shell', on: 'make cake' },
      ),
      { allow: ['save'] },
    )
    world.say('go')
    const running = live(world)
    await until(world, 'may I run this command?')
    expect(task(world)).toMatchObject({ state: 'waiting', effects: 1 })
    expect(bodies(world).at(-1)).toContain('Network access is off.')
    press(world, 'always 1')
    await running
    await world.settle()
    expect(bodies(world).at(-1)).toBe('done\nmilk\nOnly files inside the workspace can be used.\ndone')
    expect(readFileSync(join(world.files.workspaces.pathOf(chat), 'note.txt'), 'utf8')).toBe('milk')
    world.say('/allowed')
    await world.settle()
    expect(bodies(world).at(-1)).toContain('- 1: `Ana` allowed running `make cake`')
    expect(bodies(world).at(-1)).toContain(
      'Allowed by the configuration, [brain.sketch.allow]:\n- for the owner: `save`',
    )
  })

  test('asks before it fetches, which changes nothing, and is trusted less with what it brought', async () => {
    const steps = taking({ use: 'page', on: 'https://example.com/' }, { use: 'save', on: 'a.txt', content: 'x' })
    const world = sketchWorld(steps, { allow: ['save'] })
    world.say('go')
    const running = live(world)
    await until(world, 'may I open this page?')
    press(world, 'yes 1')
    // What was allowed before is asked about now: words of others may be what asks for it.
    await until(world, 'may I write the file')
    expect(task(world)).toMatchObject({ effects: 0 })
    press(world, 'no 2')
    await running
    await world.settle()
    expect(bodies(world).at(-1)).toContain('The person said no.')
  })

  test('that calls a tool that is not there, or calls it wrongly, is told so and goes on', async () => {
    const world = sketchWorld(taking({ call: 'erase', input: {} }, { call: 'search_messages', input: { query: 7 } }))
    world.say('go')
    await world.settle()
    expect(bodies(world).at(-1)).toMatch(/^There is no tool erase\.\nsearch_messages: /)
  })

  test('has no tools left when its task does not run any more', async () => {
    let late: (() => Promise<{ text: string; failed: boolean }>) | undefined
    const world = createRoadWorld({
      brains: ({ toolsFor, permissions }) =>
        createBrains(
          createSketchBrain({
            permissions,
            toolsFor(turn) {
              const tools = toolsFor(turn)
              late = () => tools.call('search_messages', { query: 'go' })
              return tools
            },
            model: () => ({ say: 'done' }),
          }),
        ),
    })
    world.say('go')
    await world.settle()
    expect(await late?.()).toEqual({ text: 'The task is not running any more.', failed: true })
  })
})

test('each brain has a breaker of its own: what one cannot do does not keep tasks from another', async () => {
  const refused = { class: 'auth', what: 'The key is not good.', retry: false } as const
  const world = createRoadWorld({
    brains(toolset) {
      const good = createSketchBrain({ ...toolset, name: 'good', model: () => ({ say: 'hello' }) })
      const bad = {
        ...good,
        name: 'bad',
        async *run() {
          yield { kind: 'failed', failure: refused } as const
        },
      }
      const brains = createBrains(good, [bad])
      return { ...brains, for: ({ chat: where }) => (where.endsWith('bad') ? bad : good) }
    },
  })
  const bad = { chat: 'web:bad' as never }
  world.say('one', bad)
  await world.settle()
  world.say('two', bad)
  world.say('three')
  await world.settle()
  const states = rows(world, 'SELECT chat, state, attempt FROM task ORDER BY id')
  expect(states).toEqual([
    { chat: 'web:bad', state: 'failed', attempt: 1 },
    // It was not even tried.
    { chat: 'web:bad', state: 'failed', attempt: 0 },
    { chat, state: 'answered', attempt: 1 },
  ])
  // The usual one is fine; of the other it is told what stands in its way.
  const trouble = {
    sentence: 'The key is not good.',
    cause: 'The key is not good.',
    until: new Date('2026-03-14T10:15:00Z'),
  }
  expect(world.overview().brain).toEqual({ name: 'good', others: [{ name: 'bad', trouble }] })
})
