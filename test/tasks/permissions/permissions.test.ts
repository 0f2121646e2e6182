import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { createIntent } from '../../../src/spawner/claude/own-tools.ts'
import type { ToolUse, Turn } from '../../../src/spawner/spawner.ts'
import { setPersonSettings } from '../../../src/store/people/people.ts'
import { lastInLane } from '../../../src/store/work/line-tasks.ts'
import { readTask } from '../../../src/store/work/tasks.ts'
import type { RoadWorld } from '../../support/road-world.ts'
import { asked, toolChat as chat, live, press, worldOf } from '../../support/tool-world.ts'

const command: ToolUse = { name: 'Bash', input: { command: 'make cake' } }
const stateOf = (world: RoadWorld) => lastInLane(world.db, `root:${chat}` as never)

describe('a question before something is done', () => {
  test('shows the exact effect, waits without a worker, and a yes runs it once with the effect on record', async () => {
    const world = worldOf([command, command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    const question = world.web.sent.find(({ body }) => body.includes('may I'))
    expect(question?.body).toMatchInlineSnapshot(`
      "**Question 1** for Ana: may I run this command?

      \`\`\`
      make cake
      \`\`\`

      It runs in the folder of this chat. Network access is off.

      Answer yes or no, or \`/yes 1\` or \`/no 1\`, within 10 minutes. No answer means no, and any other message cancels the request. \`/always 1\` always allows exactly this command. Use \`/allowed\` to undo that."
    `)
    expect(question?.buttons).toEqual([
      { label: 'Yes', data: 'yes 1' },
      { label: 'No', data: 'no 1' },
      { label: 'Always: exactly this command', data: 'always 1' },
    ])
    expect(stateOf(world)).toMatchObject({ state: 'waiting', effects: 0 })
    expect(press(world, 'yes 1')).toEqual({ status: 'pressed', said: 'Ana allowed it once.', done: true })
    // The same action again is another question: a yes is good for one time.
    await asked(world, 2)
    expect(stateOf(world)).toMatchObject({ effects: 1 })
    expect(press(world, 'yes 1')).toMatchObject({ said: 'Question 1 has already been answered.' })
    press(world, 'no 2')
    await running
    expect(world.answers.map(({ verdict }) => verdict)).toEqual(['allow', 'deny'])
    expect(world.web.shown.filter(({ kind }) => kind === 'settled')).toHaveLength(2)
  })

  test('names no commands where buttons are shown', async () => {
    const world = worldOf([command])
    world.web.manners.hasButtons = true
    world.say('bake')
    const running = live(world)
    await asked(world)
    const question = world.web.sent.find(({ body }) => body.includes('may I'))
    expect(question?.body.split('\n\n').at(-1)).toBe(
      'No answer within 10 minutes means no, and any other message cancels the request.',
    )
    press(world, 'no 1')
    await running
  })

  test('answered in words means the same, without a number when there is only one', async () => {
    const world = worldOf([command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    world.say('/yes')
    await running
    expect(world.answers).toEqual([{ verdict: 'allow' }])
  })

  test('that nobody answers within ten minutes means no', async () => {
    const world = worldOf([command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    world.clock.advance(600_001)
    expect(press(world, 'yes 1')).toMatchObject({ said: 'Question 1 has expired. Please ask me again.' })
    world.say('/stop')
    await running
    expect(stateOf(world)).toMatchObject({ state: 'cancelled', effects: 0 })
  })

  test('a no is not asked about again by the same task', async () => {
    const world = worldOf([command, command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    press(world, 'no 1')
    await running
    expect(world.answers.map(({ verdict }) => verdict)).toEqual(['deny', 'deny'])
    await asked(world, 1)
  })

  test("is nobody else's to answer, but the owner's", async () => {
    const world = worldOf([command])
    world.member(7)
    world.member(8)
    const group = makeChatId('telegram', '-100')
    const sender = (id: number) => ({ channel: 'telegram', id: String(id) }) as const
    world.say('bake', { channel: 'telegram', chat: group, sender: sender(7), senderName: 'Member 7' })
    const running = live(world)
    await expect.poll(() => world.telegram.sent.some(({ body }) => body.includes('may I'))).toBe(true)
    const pressed = (id: number) =>
      world.inbox.accept([{ kind: 'press', chat: group, sender: sender(id), data: 'yes 1', at: world.clock.now() }])[0]
    expect(pressed(8)).toMatchObject({ said: 'There is no question 1 for you to answer.' })
    expect(pressed(99)).toEqual({ status: 'ignored' })
    expect(pressed(1)).toMatchObject({ said: 'Ana allowed it once.' })
    await running
    expect(world.answers).toEqual([{ verdict: 'allow' }])
  })

  test('answered with always is not asked again, also by later messages', async () => {
    const world = worldOf([command, command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    press(world, 'always 1')
    await running
    world.say('bake again')
    await world.settle()
    expect(world.answers.map(({ verdict }) => verdict)).toEqual(['allow', 'allow', 'allow', 'allow'])
    await asked(world, 1)
  })

  test('about words of others can be allowed once only, whatever was allowed before', async () => {
    const write: ToolUse = { name: 'Write', input: { file_path: 'a.txt', content: 'x' } }
    const world = worldOf([write], (turn) => ({ ...turn, trust: 'untrusted' }))
    world.say('do as the mail says')
    const running = live(world)
    await asked(world)
    expect(world.web.sent.find(({ body }) => body.includes('may I'))?.buttons).toHaveLength(2)
    expect(press(world, 'always 1')).toMatchObject({ said: expect.stringContaining('can only be allowed once') })
    press(world, 'yes 1')
    await running
    expect(world.answers).toEqual([{ verdict: 'allow' }])
  })

  test('is withdrawn when the task is stopped', async () => {
    const world = worldOf([command])
    world.say('bake')
    const running = live(world)
    await asked(world)
    world.say('/stop')
    await running
    expect(press(world, 'yes 1')).toMatchObject({ said: 'Question 1 has already been answered.' })
  })

  test('outlives the daemon: after a restart it is not asked twice, and an answer given meanwhile counts', async () => {
    const world = worldOf([command])
    world.say('bake')
    const stop = new AbortController()
    const working = world.worker.run(stop.signal)
    const delivering = world.deliver.run(stop.signal)
    await asked(world)
    // A clean stop does not wait for a person; the task goes back as if it had not begun.
    stop.abort()
    await Promise.all([working, delivering])
    expect(stateOf(world)).toMatchObject({ state: 'queued', effects: 0 })
    press(world, 'yes 1')
    await world.settle()
    expect(world.answers.at(-1)).toEqual({ verdict: 'allow' })
    await asked(world, 1)
    expect(stateOf(world)).toMatchObject({ state: 'answered', effects: 1 })
  })
})

describe('without a question', () => {
  const inside = (path: string): ToolUse => ({ name: 'Read', input: { file_path: path } })

  test('files of the workspace are read, and written by the owner with the effect on record', async () => {
    const world = worldOf([inside('a.txt'), { name: 'Write', input: { file_path: 'b.txt', content: 'x' } }])
    world.say('go')
    await world.settle()
    expect(world.answers).toEqual([{ verdict: 'allow' }, { verdict: 'allow' }])
    expect(stateOf(world)).toMatchObject({ effects: 1 })
  })

  test.each(['/etc/passwd', '../other/a.txt', 'link/passwd', 'dangling', 'folder/../../x'])(
    '%s is refused',
    async (path) => {
      const write: ToolUse = { name: 'Write', input: { file_path: path, content: 'x' } }
      const world = worldOf([inside(path), write], (turn) => {
        const workspace = turn.workspace ?? ''
        mkdirSync(join(workspace, 'folder'), { recursive: true })
        symlinkSync('/etc', join(workspace, 'link'))
        symlinkSync(join(tmpdir(), 'skein-not-there'), join(workspace, 'dangling'))
        return turn
      })
      world.say('go')
      await world.settle()
      expect(world.answers.map(({ verdict }) => verdict)).toEqual(['deny', 'deny'])
      expect(stateOf(world)).toMatchObject({ effects: 0 })
    },
  )

  test.each(['.claude/settings.json', '.mcp.json', 'sub/.claude/x', 'CLAUDE.md', '.git/hooks/pre-commit'])(
    'a file the CLI would obey (%s) is not written',
    async (path) => {
      const world = worldOf([{ name: 'Write', input: { file_path: path, content: 'x' } }])
      world.say('go')
      await world.settle()
      expect(world.answers).toMatchObject([{ verdict: 'deny' }])
    },
  )

  test('a guest gets nothing, whatever their turn was offered', async () => {
    const world = worldOf([command, inside('a.txt')], (turn) => ({ ...turn, ownTools: ['Bash', 'Read'] }))
    setPersonSettings(world.db, world.member(43).id, { role: 'guest' })
    world.say('go', { sender: { channel: 'telegram', id: '43' } })
    await world.settle()
    expect(world.answers).toMatchObject([{ verdict: 'deny' }, { verdict: 'deny' }])
  })

  test('a tool that was not offered and a task that ended get nothing', async () => {
    const world = worldOf([{ name: 'WebFetch', input: { url: 'http://x' } }])
    world.say('go')
    await world.settle()
    expect(world.answers).toMatchObject([{ verdict: 'deny' }])
    const ended = stateOf(world)?.id ?? 0
    const turn = {
      task: ended,
      ownTools: ['Bash'],
      workspace: tmpdir(),
      trust: 'owner',
      foreign: [],
    } as unknown as Turn
    expect(world.permissions.judge(turn, createIntent(command))).toMatchObject({ verdict: 'deny' })
    expect(readTask(world.db, ended)).toMatchObject({ state: 'answered' })
  })
})

test('a file that is really there is read through its own folder only', async () => {
  const world = worldOf([{ name: 'Read', input: { file_path: 'real.txt' } }], (turn) => {
    writeFileSync(join(turn.workspace ?? '', 'real.txt'), 'x')
    return turn
  })
  world.say('go')
  await world.settle()
  expect(world.answers).toEqual([{ verdict: 'allow' }])
})
