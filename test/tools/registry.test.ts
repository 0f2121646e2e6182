import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import type { Role } from '../../src/domain/person.ts'
import { createRegistry } from '../../src/tools/registry.ts'
import { defineTool, type Scope, type Tool } from '../../src/tools/tool.ts'
import { silentLog } from '../support/silent-log.ts'

const chat = makeChatId('web', 'a')
const scopeOf = (task: number, role: Role = 'owner'): Scope => ({
  task,
  chat,
  lane: rootLane(chat),
  person: { id: 1, role },
  timezone: 'UTC',
  trust: 'owner',
  foreign: [],
  noteForeign() {},
})
const toolOf = (parts: Partial<Tool>) =>
  defineTool({
    name: 'bell',
    description: 'Rings.',
    input: z.object({}),
    hasEffects: false,
    minRole: 'guest',
    line: () => 'ringing',
    run: () => 'rung',
    ...parts,
  })
const preview = () => ({ what: 'ring', shown: [], isInOwnWords: () => false })
const allow = { verdict: 'allow' } as const
const usual = { log: silentLog, requestPermission: async () => allow }

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
    const told = `${name} failed with an internal error. Continue without it, and say what you could not do.`
    expect(await registry.call(name, {}, scopeOf(1))).toEqual({ text: told, failed: true })
  }
  const full = createRegistry([toolOf({ hasEffects: true, preview })], {
    ...usual,
    requestPermission() {
      throw new Error('the disk is full')
    },
  })
  expect(await full.call('bell', {}, scopeOf(1))).toMatchObject({ failed: true })
})

test('what does more than look needs requestPermission, and runs only with it', async () => {
  const asked: unknown[] = []
  let verdict: { verdict: 'allow' } | { verdict: 'deny'; why: string } = allow
  const tools = [
    toolOf({ name: 'looks' }),
    toolOf({ name: 'changes', hasEffects: true, preview }),
    toolOf({ name: 'idle', hasEffects: true, preview: () => undefined }),
  ]
  const registry = createRegistry(tools, {
    log: silentLog,
    async requestPermission({ name, input, hasEffects }) {
      asked.push([name, input, hasEffects])
      return verdict
    },
  })
  const ring = (name: string, input: unknown = {}) => registry.call(name, input, scopeOf(1))
  expect(await ring('looks')).toEqual({ text: 'rung', failed: false })
  // What is not understood is not run either, and where nothing would come of it nobody is asked.
  await ring('changes', 'nonsense')
  await ring('idle')
  expect(asked).toEqual([])
  expect(await ring('changes')).toEqual({ text: 'rung', failed: false })
  verdict = { verdict: 'deny', why: 'The person said no.' }
  expect(await ring('changes')).toEqual({ text: 'The person said no.', failed: true })
  expect(asked).toEqual([
    ['changes', {}, true],
    ['changes', {}, true],
  ])
})

test('who may call a tool is decided at each call; the list of a session stays as it is', async () => {
  const tools = [toolOf({ name: 'open' }), toolOf({ name: 'members', minRole: 'member' })]
  const registry = createRegistry(tools, usual)
  const failed = async (role: Role) => {
    const calls = tools.map(({ name }) => registry.call(name, {}, scopeOf(1, role)))
    return (await Promise.all(calls)).map((call) => call.failed)
  }
  expect(await failed('owner')).toEqual([false, false])
  expect(await failed('guest')).toEqual([false, true])
  for (const scope of [undefined, scopeOf(1), scopeOf(1, 'guest')]) expect(registry.list(scope)).toHaveLength(2)
})

test('people read a line for each, whatever the model made of its input', () => {
  const registry = createRegistry([toolOf({ line: ({ at }) => `ringing at ${String(at)}` })], usual)
  expect(registry.line('bell', { at: 7 })).toBe('ringing at 7')
  expect(registry.line('nothing "here"', {})).toBe('using "nothing \\"here\\""')
})
