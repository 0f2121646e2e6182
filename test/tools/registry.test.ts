import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Role, Trust } from '../../src/domain/person.ts'
import { readTask } from '../../src/store/work/tasks.ts'
import { beginChange } from '../../src/tasks/permissions/running.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import { defineTool, type Scope, type Tool } from '../../src/tools/tool.ts'
import { createRoadWorld } from '../support/road-world.ts'
import { createScriptedBrain } from '../support/scripted-brain.ts'
import { silentLog } from '../support/silent-log.ts'

const chat = makeChatId('web', 'a')
const scopeOf = (task: number, role: Role = 'owner', trust: Trust = 'owner'): Scope => ({
  task,
  chat,
  lane: rootLane(chat),
  person: { id: 1, role },
  timezone: 'UTC',
  trust,
  lower() {},
})
const toolOf = (parts: Partial<Tool>) =>
  defineTool({
    name: 'bell',
    description: 'Rings.',
    input: z.object({}),
    changes: false,
    may: { role: 'guest', trust: 'untrusted' },
    line: () => 'ringing',
    run: () => 'rung',
    ...parts,
  })
const usual = { log: silentLog, begin: () => true }

test('a tool that breaks is a failed call, at once or later, and so is one that could not be written down', async () => {
  const breaking = [
    toolOf({
      name: 'now',
      run() {
        throw new Error('secret /path')
      },
    }),
    toolOf({ name: 'later', run: () => Promise.reject(new Error('secret /path')) }),
  ]
  const registry = createRegistry(breaking, usual)
  for (const name of ['now', 'later']) {
    const told = `${name} broke while it ran. Go on without it, and say what you could not do.`
    expect(await registry.call(name, {}, scopeOf(1))).toEqual({ text: told, failed: true })
  }
  const full = createRegistry([toolOf({ changes: true })], {
    ...usual,
    begin() {
      throw new Error('the disk is full')
    },
  })
  expect(await full.call('bell', {}, scopeOf(1))).toMatchObject({ failed: true })
})

test('what a tool changes is written down before it runs, and only while its task runs', async () => {
  const seen: (number | undefined)[] = []
  const brain = createScriptedBrain(async function* ({ task }) {
    const effects = () => void seen.push(readTask(world.db, task)?.effects)
    const run = () => {
      effects()
      return 'rung'
    }
    const tools = [toolOf({ name: 'looks', run }), toolOf({ name: 'changes', changes: true, run })]
    const registry = createRegistry(tools, { log: silentLog, begin: (scope) => beginChange(world, scope.task) })
    await registry.call('looks', {}, scopeOf(task))
    // What is not understood is not run either.
    await registry.call('changes', 'nonsense', scopeOf(task))
    effects()
    ring = () => registry.call('changes', {}, scopeOf(task))
    await ring()
    yield { kind: 'failed', failure: { class: 'network', sentence: 'Gone.', retry: true } }
  })
  let ring = async () => ({ text: '', failed: false })
  const world = createRoadWorld({ brain })
  world.say('ring')
  await world.settle()
  expect(seen).toEqual([0, 0, 1])
  // A failure that could be tried again is not, because something was changed.
  expect(brain.turns).toHaveLength(1)
  expect(readTask(world.db, 1)).toMatchObject({ state: 'interrupted', effects: 1 })
  expect(await ring()).toEqual({ text: 'The task is not running any more.', failed: true })
  expect(seen).toHaveLength(3)
})

test('who may call a tool, and with what before the model, is decided at each call and for each list', async () => {
  const tools = [
    toolOf({ name: 'open' }),
    toolOf({ name: 'members', may: { role: 'member', trust: 'untrusted' } }),
    toolOf({ name: 'trusting', may: { role: 'guest', trust: 'member' } }),
  ]
  const registry = createRegistry(tools, usual)
  const may = async (scope: Scope) => {
    const listed = registry.list(scope).map(({ name }) => name)
    for (const { name } of tools) {
      expect((await registry.call(name, {}, scope)).failed, name).toBe(!listed.includes(name))
    }
    return listed
  }
  expect(await may(scopeOf(1, 'owner', 'owner'))).toEqual(['open', 'members', 'trusting'])
  expect(await may(scopeOf(1, 'owner', 'untrusted'))).toEqual(['open', 'members'])
  expect(await may(scopeOf(1, 'guest', 'guest'))).toEqual(['open'])
  expect(registry.all(undefined)).toHaveLength(3)
})

test('people read a line for each, whatever the model made of its input', () => {
  const registry = createRegistry([toolOf({ line: ({ at }) => `ringing at ${String(at)}` })], usual)
  expect(registry.line('bell', { at: 7 })).toBe('ringing at 7')
  expect(registry.line('nothing "here"', {})).toBe('using "nothing \\"here\\""')
})
