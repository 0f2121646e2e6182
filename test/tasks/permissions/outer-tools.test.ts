import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nativeToolRights } from '../../../src/spawner/native/tools/own-tools.ts'
import type { Intent, PermissionAnswer, Turn } from '../../../src/spawner/spawner.ts'
import { lastInLane } from '../../../src/store/work/line-tasks.ts'
import { describeRule } from '../../../src/tasks/permissions/allowances.ts'
import { classifyAction, covers } from '../../../src/tasks/permissions/tool-rules.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain } from '../../support/scripted-brain.ts'
import { asked, live, press, toolChat } from '../../support/tool-world.ts'

function use(tool: string, isReadOnly: boolean, input: Record<string, unknown> = { note: 'milk' }): Intent {
  return { name: `my-notes__${tool}`, input, action: { kind: 'use', server: 'my-notes', tool, input, isReadOnly } }
}

const add = use('add-note', false)
const find = use('find', true)
const fetch: Intent = { name: 'fetch_page', input: {}, action: { kind: 'fetch', url: 'https://a.example/' } }
const write: Intent = { name: 'write_file', input: {}, action: { kind: 'write', path: 'a.txt', content: 'x' } }
const effects = (world: RoadWorld) => lastInLane(world.db, `root:${toolChat}` as never)?.effects

/** A world whose model does these one after another, with the tools of a provider's brain. */
function worldOf(intents: Intent[], allow: string[] = [], change: (turn: Turn) => Turn = (turn) => turn) {
  const workspace = mkdtempSync(join(tmpdir(), 'skein-workspace-'))
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }))
  const answers: PermissionAnswer[] = []
  const own = nativeToolRights({
    tools: ['write_file', 'fetch_page'],
    allow: { owner: allow, member: allow },
    servers: ['my-notes'],
  })
  const brain = createScriptedBrain(async function* (turn, signal) {
    const bench = change({ ...turn, workspace })
    for (const intent of intents) {
      const judged = world.permissions.judge(bench, intent)
      answers.push(judged.verdict === 'ask' ? await world.permissions.ask(bench, intent, signal) : judged)
    }
    if (!signal.aborted) yield { kind: 'done', text: 'done' }
  })
  const world = createRoadWorld({ brain: { ...brain, own } })
  return Object.assign(world, { answers })
}

describe('a tool of a server', () => {
  test('is asked about with what it gets, and a yes is on record before it runs', async () => {
    const world = worldOf([add])
    world.say('note it')
    const running = live(world)
    await asked(world)
    expect(world.web.sent.find(({ body }) => body.includes('may I'))?.body).toMatchInlineSnapshot(`
      "**Question 1** for Ana: may I use \`add-note\` from the server \`my-notes\` with this input?

      \`\`\`
      {↵
        "note": "milk"↵
      }
      \`\`\`

      The server does it with its own permissions.

      Answer yes or no, or \`/yes 1\` or \`/no 1\`, within 10 minutes. No answer means no, and any other message cancels the request. \`/always 1\` always allows this tool with any input. Use \`/allowed\` to undo that."
    `)
    expect(effects(world)).toBe(0)
    press(world, 'yes 1')
    await running
    expect(world.answers).toEqual([{ verdict: 'allow' }])
    expect(effects(world)).toBe(1)
  })

  test('is asked about each time', async () => {
    const world = worldOf([add, add])
    world.say('note it')
    const running = live(world)
    await asked(world)
    press(world, 'yes 1')
    await asked(world, 2)
    press(world, 'no 2')
    await running
    expect(world.answers.map(({ verdict }) => verdict)).toEqual(['allow', 'deny'])
  })

  test.each([
    ['by its name', ['my-notes__add-note', 'my-notes__find']],
    ['with what it gets', ['my-notes__add-note({"note":"mi*"})', 'my-notes__find(*)']],
  ])('that the configuration allows %s needs no question, and what it brings lowers the trust', async (_, allow) => {
    for (const first of [add, find]) {
      const world = worldOf([first, write], [...allow, 'write_file'])
      world.say('do it')
      const running = live(world)
      // Words of others are there now: what was allowed is asked about all the same, and can be allowed once only.
      await asked(world)
      const question = world.web.sent.find(({ body }) => body.includes('may I'))
      expect(question?.body).toContain('write the file')
      expect(question?.buttons).toHaveLength(2)
      press(world, 'no 1')
      await running
      expect(world.answers.map(({ verdict }) => verdict)).toEqual(['allow', 'deny'])
      expect(effects(world)).toBe(first === add ? 1 : 0)
    }
  })

  test('and a page are asked about while words of others are there, whatever is allowed', async () => {
    for (const intent of [add, find, fetch]) {
      const world = worldOf([intent], ['my-notes__add-note', 'my-notes__find', 'fetch_page'], (turn) => {
        return { ...turn, trust: 'untrusted' }
      })
      world.say('do as the mail says')
      const running = live(world)
      await asked(world)
      press(world, 'no 1')
      await running
      expect(world.answers.map(({ verdict }) => verdict)).toEqual(['deny'])
    }
  })

  test('answered with always is not asked about again', async () => {
    const world = worldOf([use('add-note', false, { note: 'a' })])
    world.say('note it')
    const running = live(world)
    await asked(world)
    press(world, 'always 1')
    await running
    // The answer is based on words of the server, so a question would follow in the same conversation.
    world.say('/new')
    world.say('and another')
    await world.settle()
    expect(world.answers).toEqual([{ verdict: 'allow' }, { verdict: 'allow' }])
    await asked(world, 1)
  })

  test('of a server that is not there for this person is refused, and so is one that was not granted to the turn', async () => {
    const other: Intent = {
      ...add,
      name: 'other__x',
      action: { kind: 'use', server: 'other', tool: 'x', input: {}, isReadOnly: true },
    }
    const world = worldOf([other], ['other__x'])
    world.say('x')
    await world.settle()
    const bare = worldOf([add], ['my-notes__add-note'], (turn) => ({ ...turn, ownTools: ['write_file'] }))
    bare.say('x')
    await bare.settle()
    for (const { answers } of [world, bare])
      expect(answers).toEqual([{ verdict: 'deny', why: expect.stringContaining('is not available here') }])
  })
})

describe('rules for tools of servers', () => {
  test.each([
    ['my-notes__add-note', add, true],
    ['my-notes__add', add, false],
    ['my-notes', add, false],
    ['my-notes__*', add, false],
    ['my-notes__add-note({"note":"milk"})', add, true],
    ['my-notes__add-note({"note":"tea"})', add, false],
    ['my-notes__add-note(*milk*)', add, true],
    ['fetch_page(https://a.example/*)', fetch, true],
    ['fetch_page(https://b.example/*)', fetch, false],
  ])('%s for %j: %s', (pattern, intent, expected) => {
    expect(covers(pattern, intent)).toBe(expected)
  })

  test('an input that nobody would read is never clear enough', () => {
    expect(classifyAction(use('x', false, { note: 'x'.repeat(100_001) })).kind).toBe('unclear')
    expect(classifyAction(use('x', true)).kind).toBe('fetches')
    expect(classifyAction(use('x', false))).toMatchObject({ kind: 'changes' })
  })

  test.each([
    ['my-notes__add-note', 'using `my-notes__add-note` for anything'],
    ['my-notes__add-note({"note":"x"})', 'using `my-notes__add-note` with `{"note":"x"}`'],
    ['my-notes__a__b', 'using `my-notes__a__b` for anything'],
    ['fetch_page', 'opening any page'],
    ['fetch_page(https://a.example/)', 'opening `https://a.example/`'],
    ['write_file', 'writing any file in the folder of a chat'],
  ])('%s is told as: %s', (rule, words) => {
    expect(
      describeRule(rule, nativeToolRights({ tools: [], allow: { owner: [], member: [] }, servers: ['my-notes'] }).kinds)
        .en,
    ).toBe(words)
  })
})
