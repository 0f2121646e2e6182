import { expect, test } from 'vitest'
import type { OwnTools, ToolUse } from '../../../src/spawner/spawner.ts'
import { insertAllowance, listAllowances } from '../../../src/store/work/approvals.ts'
import { listAllowed } from '../../../src/tasks/permissions/allowances.ts'
import { asked, live, press, worldOf } from '../../support/tool-world.ts'

const cake: ToolUse = { name: 'Bash', input: { command: 'make cake' } }

const answerTo = async (world: ReturnType<typeof worldOf>, text: string, from?: number) => {
  const telegram = {
    channel: 'telegram',
    chat: 'telegram:7',
    sender: { channel: 'telegram', id: String(from) },
  } as const
  world.say(text, from === undefined ? {} : (telegram as never))
  await world.settle()
  const sent = from === undefined ? world.web.sent : world.telegram.sent
  // The platform of the test takes little at a time.
  const last = sent.filter(({ kind }) => kind === 'command').at(-1)?.message
  return sent.flatMap(({ message, body }) => (message === last ? [body] : [])).join('')
}

test('what was allowed for good is listed with what it covers, and is asked about again once it is taken back', async () => {
  const world = worldOf([cake])
  world.say('bake')
  const running = live(world)
  await asked(world)
  const question = world.web.sent.find(({ body }) => body.includes('may I'))
  expect(question?.buttons.at(-1)?.label).toBe('Always: exactly this command')
  expect(question?.body).toContain('`/always 1` always allows exactly this command. Use `/allowed` to undo that.')
  press(world, 'always 1')
  await running
  expect(await answerTo(world, '/allowed')).toMatch(
    /^Allowed with "always":\n- 1: `Ana` allowed running `make cake` \(\w+ \d+ \w+, \d\d:\d\d\)\n`\/allowed remove <number>` removes a permission\.\n\nAllowed by the configuration, \[brain\.claude\.allow\]:\n- for the owner: `Write`, `Edit`\n- for members: nothing$/,
  )
  expect(await answerTo(world, '/allowed remove 1')).toBe('Removed. I will ask again before I do that.')
  expect(await answerTo(world, '/allowed remove 1')).toBe('There is no permission 1 that you can remove.')
  world.say('bake again')
  const again = live(world)
  await asked(world, 2)
  press(world, 'no 2')
  await again
})

test("members see and take back their own, the owner everybody's, and no number comes twice", async () => {
  const world = worldOf([])
  const member = world.member(7)
  const now = world.clock.now()
  insertAllowance(world.db, world.owner.id, 'Bash(a)', now)
  insertAllowance(world.db, member.id, 'Write', now)
  insertAllowance(world.db, member.id, 'Bash(git log*)', now)
  const listed = await answerTo(world, '/allowed', 7)
  expect(listed).toContain('Member 7')
  expect(world.telegram.sent.map(({ body }) => body).join('')).not.toContain('`a`')
  expect(await answerTo(world, '/allowed remove 1', 7)).toContain('There is no permission 1 that you can remove')
  expect(await answerTo(world, '/allowed')).toContain(
    '- 2: `Member 7` allowed writing any file in the folder of a chat (',
  )
  expect(await answerTo(world, '/allowed remove 3')).toContain('Removed')
  insertAllowance(world.db, member.id, 'Edit', now)
  expect(listAllowances(world.db).map(({ id, rule }) => [id, rule])).toEqual([
    [1, 'Bash(a)'],
    [2, 'Write'],
    [4, 'Edit'],
  ])
})

test('a table of the configuration is listed once, however many models share it', () => {
  const world = worldOf([])
  const native = {
    allowKey: 'native.allow',
    kinds: new Map(),
    rights: () => ({ tools: [], allow: ['Write'] }),
  } as unknown as OwnTools
  const { file } = listAllowed(world.db, [native, { ...native }], world.owner)
  expect(file.map(({ key, role }) => `${key} ${role}`)).toEqual(['native.allow owner', 'native.allow member'])
})
