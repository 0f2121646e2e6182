import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type ExportScope, exportAll } from '../../src/app/export/export.ts'
import { makeChatId } from '../../src/domain/ids.ts'
import { storeFile } from '../../src/store/files/files.ts'
import { createRoadWorld } from '../support/road-world.ts'
import { placeStore } from '../support/template-store.ts'

const house = makeChatId('web', 'house')
const group = makeChatId('telegram', '-7')

async function openWorld() {
  const dir = mkdtempSync(join(tmpdir(), 'skein-export-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  placeStore(dir)
  const world = createRoadWorld({ dataDir: join(dir) })
  const exported = async (scope: ExportScope) => {
    const to = join(dir, 'out')
    const options = { db: world.db, dataDir: dir, to, now: world.clock.now(), timezone: 'Europe/Berlin' }
    const result = await exportAll(scope, { ...options, signal: new AbortController().signal })
    const folder = join(dir, `opened-${scope.chat === undefined ? 'person' : 'chat'}`)
    spawnSync('mkdir', [folder])
    expect(spawnSync('tar', ['xzf', result.archive, '-C', folder]).status).toBe(0)
    return { ...result, read: (name: string) => readFileSync(join(folder, name), 'utf8'), folder }
  }
  return { ...world, dir, exported }
}

test('a chat is exported as Markdown, as JSON and with its files, under names that cannot leave the folder', async () => {
  const world = await openWorld()
  const file = await storeFile(
    world.db,
    world.files.fileStore,
    Readable.from([Buffer.from('the plan')]),
    world.clock.steady,
  )
  if ('tooLarge' in file) throw new Error('too large')
  world.say('See *this* plan.', { chat: house, files: [{ hash: file.hash, name: '../../plan.txt' }] })
  world.say('Not exported.', { chat: makeChatId('web', 'garden') })
  await world.settle()
  const skill = join(world.dir, 'profile', 'rooms', 'web-house', 'skills', 'report')
  mkdirSync(skill, { recursive: true })
  writeFileSync(join(skill, 'SKILL.md'), 'Write it in German.')
  mkdirSync(join(skill, 'forms'))
  writeFileSync(join(skill, 'forms', 'week.md'), 'Week:')
  symlinkSync('/etc/hostname', join(skill, 'forms', 'link.md'))
  const { read, folder, messages, files } = await world.exported({ chat: house })
  expect(read('profile/rooms/web-house/skills/report/SKILL.md')).toBe('Write it in German.\n')
  expect(readdirSync(join(folder, 'profile/rooms/web-house/skills/report/forms'))).toEqual(['week.md'])
  expect({ messages, files }).toEqual({ messages: 2, files: 1 })
  expect(read('README.md')).toContain(': 2 messages and 1 file.')
  expect(read('chats/web-house/files/plan.txt')).toBe('the plan')
  expect(read('chats/web-house/chat.md')).toContain(
    '## 2026-03-14\n\n**Ana** 11:00\n\nSee *this* plan.\n\n- [../../plan.txt](<files/plan.txt>)',
  )
  const { lines } = JSON.parse(read('chats/web-house/chat.json')) as { lines: { text: string }[] }
  expect(lines.map(({ text }) => text)).toEqual(['See *this* plan.', expect.stringContaining('echo: See *this* plan.')])
  expect(readdirSync(join(folder, 'chats'))).toEqual(['web-house'])
})

test('of a group, the export of a person has what they said and the answers to it, and nothing of others', async () => {
  const world = await openWorld()
  const ben = world.member(2)
  const from = (id: string, name: string) =>
    ({ channel: 'telegram', sender: { channel: 'telegram', id }, senderName: name }) as const
  world.say('Ben likes roses.', { chat: group, ...from('2', 'Ben') })
  await world.settle()
  world.say('Ana likes tulips.', { chat: group, ...from('1', 'Ana') })
  await world.settle()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(world.dir, path)), { recursive: true })
    writeFileSync(join(world.dir, path), text)
  }
  write(`notes/${ben.id}/2026-03-13.md`, '# 2026-03-13\n\n- Ben buys roses. [m1]\n')
  write(`notes/${world.owner.id}/2026-03-13.md`, '# 2026-03-13\n\n- Ana buys tulips. [m3]\n')
  const { read, folder, messages } = await world.exported({ person: ben.id })
  expect(readdirSync(join(folder, 'notes'))).toEqual(['2026-03-13.md'])
  expect(read('notes/2026-03-13.md')).toContain('Ben buys roses')
  expect(messages).toBe(2)
  const text = read('chats/telegram--7/chat.json')
  expect(text).toContain('echo: Ben likes roses.')
  expect(text).not.toContain('tulips')
  expect(JSON.parse(read('person.json'))).toMatchObject({ id: ben.id, addresses: [{ channel: 'telegram', id: '2' }] })
})
