import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type ChatId, makeChatId } from '../../../src/domain/ids.ts'
import { skillFile, userFile } from '../../../src/domain/profile.ts'
import { createSkills } from '../../../src/tasks/profile/skills.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo } from '../../support/scripted-brain.ts'

const group = makeChatId('telegram', '-100')
const page = makeChatId('web', 'a')
const skillText = (description: string, body = 'Do it.') => `---\ndescription: ${description}\n---\n${body}\n`

function createWorld() {
  const brain = { ...createScriptedBrain(echo), hasSessions: true, hasTools: true }
  const world = createRoadWorld({ brain })
  const edit = (file: string, text: string) => {
    const path = join(world.dataDir, 'profile', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const inGroup = { channel: 'telegram', sender: { channel: 'telegram', id: '1' }, chat: group } as const
  async function ask(text: string, extra: Parameters<typeof world.say>[1] = {}) {
    world.say(text, extra)
    await world.settle()
    return brain.turns.at(-1)?.system.match(/<skills-[^]*?<\/skills-/)?.[0] ?? ''
  }
  const newestTask = world.db.raw.prepare('SELECT max(id) FROM task').pluck()
  const scopeIn = (chat: ChatId) => ({ chat, task: newestTask.get() }) as Scope
  const toolsIn = (chat: ChatId) => {
    const turn = brain.turns.findLast((one) => one.chat === chat)
    return turn
      ? world.toolset
          .toolsFor(turn)
          .list()
          .map(({ name }) => name)
      : []
  }
  return { ...world, brain, edit, ask, inGroup, scopeIn, toolsIn, skills: createSkills(world, world.profiles) }
}

test('skills are named in the prompt, and read with a tool that is only there if there is one', async () => {
  const world = createWorld()
  expect(await world.ask('hello')).toBe('')
  expect(world.toolsIn(page)).not.toContain('read_skill')
  world.edit(skillFile('weekly-report'), skillText('Writes the report.\nwhen: on Fridays', '1. Collect.'))
  expect(await world.ask('and now?')).toContain('weekly-report: Writes the report. When: on Fridays\n')
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(true)
  expect(world.toolsIn(page)).toContain('read_skill')
  expect(world.skills.read(world.scopeIn(page), 'weekly-report', undefined)).toBe('1. Collect.')
  expect(world.skills.read(world.scopeIn(page), 'other', undefined)).toContain('There are: weekly-report.')
  await world.ask('still there?')
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(false)
})

test('a skill that was read still applies when the conversation goes on in a new session, and not in the next one', async () => {
  const world = createWorld()
  world.edit(skillFile('weekly-report'), skillText('Writes the report.'))
  world.edit(skillFile('songs'), skillText('Writes songs.'))
  expect(await world.ask('write the report')).not.toContain('you follow it')
  world.skills.read(world.scopeIn(page), 'weekly-report', undefined)
  world.edit(userFile(world.owner.id), '# Manner\nShort.')
  const block = await world.ask('and shorter, please')
  expect(world.brain.turns.at(-1)?.session?.isNew).toBe(true)
  expect(block).toMatch(/weekly-report \(you follow it in this conversation, so read it again\): Writes the report/)
  expect(block).toContain('songs: Writes songs.')
  world.clock.advance(1000)
  await world.ask('/new')
  world.clock.advance(1000)
  expect(await world.ask('something else')).not.toContain('you follow it')
  world.skills.read(world.scopeIn(page), 'songs', undefined)
  world.clock.advance(3_600_000)
  expect(await world.ask('good evening')).not.toContain('you follow it')
})

test('a skill of a group is for that group, and goes before one of the same name for all chats', async () => {
  const world = createWorld()
  world.edit(skillFile('a'), skillText('For all.', 'all'))
  world.edit(skillFile('a', group), skillText('For the group.', 'group'))
  world.edit(skillFile('b', group), skillText('Only there.'))
  expect(await world.ask('hello')).toMatch(/a: For all\.\n<\/skills/)
  expect(await world.ask('hello', world.inGroup)).toMatch(/a: For the group\.\nb: Only there\./)
  expect(world.skills.read(world.scopeIn(group), 'a', undefined)).toBe('group')
})

test('what is no skill is left out, and a crowd of skills is named shortly', async () => {
  const world = createWorld()
  world.edit(skillFile('no-description'), '---\nname: x\n---\nbody')
  world.edit('skills/Not A Name/SKILL.md', skillText('Bad name.'))
  world.edit('skills/README.md', 'no folder')
  expect(await world.ask('hello')).toBe('')
  for (let at = 10; at < 60; at++) world.edit(skillFile(`skill-${at}`), skillText('Long. '.repeat(100)))
  const block = await world.ask('and now?')
  expect(block).toContain('skill-10: Long.')
  expect(block).toContain('also: skill-1')
  expect(block.length).toBeLessThan(2000)
})

test('other files of a skill are read inside its folder only', async () => {
  const world = createWorld()
  await world.ask('hello')
  world.edit(skillFile('a'), skillText('For all.'))
  world.edit('skills/a/references/steps.md', 'Step one.\n')
  world.edit('skills/secret.md', 'outside')
  symlinkSync('/etc/passwd', join(world.dataDir, 'profile/skills/a/link.md'))
  const read = (path: string) => world.skills.read(world.scopeIn(page), 'a', path)
  expect(read('references/steps.md')).toBe('Step one.\n')
  for (const path of ['../secret.md', 'link.md', '/etc/passwd', 'references', 'absent.md', './steps.md', ''])
    expect(read(path), path).toBe('The folder of this skill has no such text file.')
})
