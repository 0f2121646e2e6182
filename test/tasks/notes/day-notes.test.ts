import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { momentOf } from '../../../src/lib/time/clock.ts'
import { markDeleted } from '../../../src/store/messages/deletions.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { createPreview } from '../../../src/tasks/context/preview.ts'
import { createEraser } from '../../../src/tasks/erasing/eraser.ts'
import { createDayNotes } from '../../../src/tasks/recall/day-notes.ts'
import { type Complete, chat, chatter, HOUR, lane, worldWith } from '../../support/many-messages.ts'
import type { RoadWorld } from '../../support/road-world.ts'
import { silentLog } from '../../support/silent-log.ts'

const memory = { extract: false, dayNotes: true, consolidateAt: '03:30' }

function noteWorld(complete?: Complete, config: Partial<typeof memory> = {}) {
  const world = worldWith(complete, { config: { memory: { ...memory, ...config } } })
  world.say('/whoami')
  return world
}

function say(world: RoadWorld, text: string, extra: Partial<Parameters<typeof insertMessage>[1]> = {}): number {
  world.clock.advance(60_000)
  const at = world.clock.now()
  const who = { author: 'human', name: 'Ana', personId: world.owner.id } as const
  const what = { kind: 'conversation', origin: 'chat', trust: 'owner', text } as const
  return insertMessage(world.db, { chat, lane, ...who, ...what, at, receivedAt: at, ...extra })
}

const said = [
  'We decided to paint the kitchen in sage green.',
  'I called the plumber Rossi and the boiler is repaired.',
  'I promised Jonas to return his drill before Easter.',
  'I still have to find out whether the tram stops in Lindenau.',
]

/** The world begins at noon; the next morning is the time for the note. */
async function night(world: RoadWorld, hours = 20): Promise<void> {
  // A note is never longer than what was said.
  if (hours === 20) chatter(world, 20)
  world.clock.advance(hours * HOUR)
  world.dayNotes.findWork?.()
  await world.settle()
}

const day = (world: RoadWorld) => world.clock.now().toISOString().slice(0, 10)
const fileOf = (world: RoadWorld, name: string) => join(world.dataDir, 'notes', String(world.owner.id), `${name}.md`)

/** Sorts each message under a heading. */
const honest: Complete = async (prompt) => {
  const ids = [...prompt.matchAll(/"id":"m(\d+)"/g)].map(([, id]) => id)
  const line = (at: number) => (ids[at] === undefined ? '- none' : `- 2026-01-01 Ana: ${said[at]} [m${ids[at]}]`)
  const names = ['Decisions', 'Outcomes', 'Pending actions', 'Goals and open questions']
  const bodies = new Map(names.map((name, at) => [name, line(at)]))
  const sections = ['Goals and open questions', 'Decisions', 'Facts', 'Outcomes', 'Pending actions']
  return { kind: 'text', text: sections.map((name) => `## ${name}\n${bodies.get(name) ?? '- none'}`).join('\n') }
}

describe('the note of a day', () => {
  test('has what was decided, done, promised and left open, with the messages', async () => {
    const world = noteWorld(honest)
    const name = day(world)
    const ids = said.map((text) => say(world, text))
    await night(world)
    const note = readFileSync(fileOf(world, name), 'utf8')
    expect(note).toContain(`# ${name}`)
    for (const heading of ['Decided', 'Done', 'Promised and to do', 'Open']) expect(note).toContain(`## ${heading}`)
    said.forEach((text, at) => expect(note).toContain(`${text} [m${ids[at]}]`))
  })

  test('is written once, also after a restart', async () => {
    const world = noteWorld(honest)
    for (const text of said) say(world, text)
    await night(world)
    const asked = world.prompts.length
    await night(world, 1)
    await night(world, 3)
    expect(world.prompts).toHaveLength(asked)
  })

  test('is made of the words themselves without a model', async () => {
    const world = noteWorld()
    const name = day(world)
    const [, , promised] = said.map((text) => say(world, text))
    await night(world)
    expect(readFileSync(fileOf(world, name), 'utf8')).toContain(`${said[2]} [m${promised}]`)
  })

  test.each([
    ['little was said', [], {}],
    ['it is switched off', said, { dayNotes: false }],
    ['only others wrote', said.map((text) => `> ${text}`), {}],
  ])('is not written if %s', async (_why, lines, config) => {
    const world = noteWorld(honest, config)
    const name = day(world)
    for (const text of lines) say(world, text)
    await night(world, 19)
    expect(existsSync(fileOf(world, name))).toBe(false)
  })

  test('is not written before its time', async () => {
    const world = noteWorld(honest, { consolidateAt: '23:59' })
    const name = day(world)
    for (const text of said) say(world, text)
    await night(world)
    expect(existsSync(fileOf(world, name))).toBe(false)
  })
})

async function partsFor(world: RoadWorld, question: string): Promise<unknown> {
  world.say(question)
  await world.settle()
  return world.db.statement('SELECT parts FROM assembly ORDER BY id DESC LIMIT 1').pluck().get()
}

describe('a line of a note', () => {
  async function askedLater(question: string, change?: (world: RoadWorld, ids: number[], file: string) => unknown) {
    const world = noteWorld(honest)
    const file = fileOf(world, day(world))
    const ids = said.map((text) => say(world, text))
    await night(world)
    await change?.(world, ids, file)
    world.clock.advance(48 * HOUR)
    const before = Number.MAX_SAFE_INTEGER
    const bound = { asOf: world.clock.now(), before }
    const chats = { here: chat, allChatsOf: undefined, has: () => true }
    const found = createDayNotes(world.db, world.dataDir).find({
      text: question,
      chat,
      lane,
      chats,
      bound,
      privateFactsOf: world.owner.id,
    })
    return { world, shown: found.map(({ text }) => text).join('\n'), file }
  }

  test('is shown when a message asks for it, and no other', async () => {
    const { world, shown } = await askedLater('which green did we choose to paint the kitchen?')
    expect(shown).toContain('sage green')
    expect(shown).not.toContain('Rossi')
    // The message itself is shown, and nothing is said twice.
    expect(await partsFor(world, 'which green did we choose to paint the kitchen?')).not.toContain('in the notes')
  })

  test('is part of the prompt if it says more than one message', async () => {
    const { world } = await askedLater('hello', (_world, [first, second], file) =>
      writeFileSync(file, `## Decided\n\n- The kitchen gets sage green after the boiler [m${first}] [m${second}]\n`),
    )
    const question = 'which green for the kitchen?'
    const { db, owner, clock, liveConfig } = world
    const preview = createPreview({
      db,
      config: liveConfig.current,
      person: owner,
      brain: { name: 'scripted', model: undefined },
      sources: { notes: createDayNotes(db, world.dataDir) },
    })
    const previewed = preview({ chat, text: question, from: 'Ana', at: clock.now() }).context
    expect(previewed).toContain('sage green after the boiler')
    expect(await partsFor(world, question)).toContain('in the notes of 2026-03-14')
  })

  test('is found as a person edited it', async () => {
    const { shown } = await askedLater('which green did we choose to paint the kitchen?', (_world, _ids, file) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace('sage green', 'moss green')),
    )
    expect(shown).toContain('moss green')
  })

  test('is not shown if its message was deleted', async () => {
    const { shown } = await askedLater('which green did we choose to paint the kitchen?', (world, [first]) =>
      markDeleted(world.db, first ?? 0, momentOf(world.clock)),
    )
    expect(shown).not.toContain('sage green')
  })

  test('is not shown after /context clear', async () => {
    const { shown } = await askedLater('which green did we choose to paint the kitchen?', async (world) => {
      world.say('/context clear')
      await world.settle()
    })
    expect(shown).toBe('')
  })

  test('is erased with its message', async () => {
    const { file } = await askedLater('hello', async (world, [first = 0]) => {
      const eraser = createEraser({
        ...world,
        log: silentLog,
        fileStore: world.files.fileStore,
        workspaces: world.files.workspaces,
        logFile: undefined,
        cancel: () => {},
        forget: async () => {},
      })
      const id = eraser.begin({ message: first })
      await eraser.finish(id, new AbortController().signal)
    })
    expect(readFileSync(file, 'utf8')).not.toContain('sage')
    expect(readFileSync(file, 'utf8')).toContain('Rossi')
  })
})
