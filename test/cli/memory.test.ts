import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { userFile } from '../../src/domain/profile.ts'
import { momentOf } from '../../src/lib/time/clock.ts'
import { insertExtraction } from '../../src/store/memory/extractions.ts'
import { markReplaced, replaceFacts } from '../../src/store/memory/facts.ts'
import { ensureChat } from '../../src/store/messages/chats.ts'
import { addPerson, linkAddress } from '../../src/store/people/people.ts'
import { addProposal } from '../../src/store/profile/proposals.ts'
import { insertUsage } from '../../src/store/work/usage.ts'
import { rememberedFact } from '../web/facts.ts'
import { chatOf } from '../web/world.ts'
import { openHouse as openCli } from './house.ts'

/** `skein memory`, beside a daemon or alone. */
async function openHouse({ daemon = true } = {}) {
  const { world, dir, skein: run } = await openCli(daemon && {})
  return { world, dir, run, skein: (...args: string[]) => run('memory', ...args) }
}

test.each([true, false])('facts are listed, changed, restored and forgotten; daemon: %s', async (daemon) => {
  const { world, skein } = await openHouse({ daemon })
  expect(await skein()).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is remembered yet.') })
  const { message } = world.say(chatOf('house'), 'We moved to Leipzig.')
  rememberedFact(world, 'Ana lives in Leipzig.', { messageId: message })
  rememberedFact(world, 'The boiler is serviced in March.', { kind: 'event' })
  expect((await skein('list', 'boilers')).out).toMatch(/^f2 {2}\d{4}-\d\d-\d\d {2}event {2}private {2}The boiler/)
  expect((await skein('list', '--kind', 'event')).out).not.toContain('Leipzig')
  expect((await skein('show', 'f1')).out).toContain(`message ${message}: We moved to Leipzig.`)

  expect((await skein('edit', 'f1', 'Ana lives in Dresden.')).out).toMatch(/^Changed: f3 .* Ana lives in Dresden\.$/)
  expect((await skein('list')).out).not.toContain('Leipzig')
  expect((await skein('list', '--all')).out).toContain('Leipzig. (replaced by f3)')
  expect((await skein('edit', 'f1', 'x')).out).toContain('f1 was replaced by f3')
  expect((await skein('edit', 'f3', '--until', '2030-12-31')).out).toContain('(until 2030-12-31)')
  expect((await skein('undo', 'f4')).out).toMatch(/^Restored: f3 .* Ana lives in Dresden\.$/)
  expect((await skein('undo', 'f3')).out).toMatch(/^Restored: f1 .* Ana lives in Leipzig\.$/)
  expect(await skein('undo', 'f1')).toMatchObject({ code: 64, out: expect.stringContaining('f1 has not taken') })
  expect((await skein('list', '--all')).out).not.toContain('Dresden')

  expect((await skein('merge', 'f2', 'f1')).out).toContain('Merged: f2')
  expect((await skein('undo', 'f2')).out).toContain('Restored: f1')
  expect(await skein('forget', 'f1')).toMatchObject({ code: 64, out: expect.stringContaining('Add --yes') })
  expect((await skein('forget', 'f1', '--dry-run')).out).toContain('Ana lives in Leipzig.')
  const forgotten = (await skein('forget', 'f1', '--yes')).out
  expect(forgotten).toBe(
    `Deleted for good: f1.\nThe message in which it was said is kept. To erase it too: skein erase --message ${message}`,
  )
  const words = world.db.statement("SELECT statement FROM fact WHERE statement <> ''").pluck().all()
  expect(words).toEqual(['The boiler is serviced in March.'])

  for (const args of [
    ['show', 'f1'],
    ['undo', 'f1'],
    ['forget', '9', '--yes'],
    ['show', 'x'],
    ['stats', '--weeks', '0'],
  ])
    expect([args, (await skein(...args)).code]).toEqual([args, 64])
})

test('a fact is erased together with the messages in which it and its older versions were said', async () => {
  const { world, skein } = await openHouse({ daemon: false })
  const said = ['The boiler is broken, says the Quittenmann.', 'The boiler was repaired by the Quittenmann.'].map(
    (text) => world.say(chatOf('house'), text).message,
  )
  const first = rememberedFact(world, 'The boiler is broken.', { messageId: said[0] })
  const edit = rememberedFact(world, 'The boiler was repaired.', { messageId: said[1] })
  markReplaced(world.db, [first], edit, world.clock.now())
  const shown = (await skein('forget', `f${edit}`, '--with-messages', '--dry-run')).out
  expect(shown).toMatch(/Would delete:\n.*repaired\.\n.*broken\. .*\n.*is broken, says the.*\n.*repaired by the/)
  const erased = await skein('forget', `f${edit}`, '--with-messages', '--yes')
  expect(erased).toEqual({ code: 0, out: `Deleted for good: f${edit}, f${first}, 2 messages.\nReceipt: erasure 1.` })
  expect(world.db.statement("SELECT count(*) FROM message WHERE text LIKE '%Quitten%'").pluck().get()).toBe(0)
})

test('the list has all fields, of the person asked for, and nothing that is private to somebody else', async () => {
  const { world, skein } = await openHouse()
  const { db, clock } = world
  const mira = addPerson(db, { name: 'Mira', role: 'member' }, clock.now()).id
  linkAddress(db, { channel: 'telegram', id: '7' }, mira, 'Mira', clock.now())
  const room = makeChatId('telegram', '-5')
  ensureChat(db, { id: room, title: 'Choir', audience: 'group' }, clock.now())
  const about = { toldById: mira, aboutId: mira, trust: 'member' } as const
  rememberedFact(world, 'Mira looks for a job.', about)
  rememberedFact(world, 'Mira sings alto.', { ...about, scope: 'room', chat: room })
  rememberedFact(world, 'Ana sings soprano.')
  const listed = JSON.parse((await skein('list', '--json', '--person', 'mira')).out) as object[]
  expect(listed).toEqual([
    expect.objectContaining({
      id: 2,
      statement: 'Mira sings alto.',
      kind: 'fact',
      about: 'Mira',
      toldBy: 'Mira',
      trust: 'member',
      scope: 'room',
      chat: room,
      chatTitle: 'Choir',
      count: 1,
      writtenBy: 'tool',
      shownCount: 0,
      canUndo: false,
    }),
  ])
  expect((await skein('list', '--all')).out).not.toContain('job')
  expect((await skein('show', 'f1')).code).toBe(64)
  expect((await skein('merge', 'f2', 'f3')).code).toBe(64)
})

test('undo does not bring back what was said again in the meantime', async () => {
  const { world, skein } = await openHouse()
  rememberedFact(world, 'Ana lives in Leipzig.')
  await skein('edit', 'f1', 'Ana lives in Dresden.')
  rememberedFact(world, 'Ana lives in Leipzig.')
  expect((await skein('undo', 'f2')).out).toMatch(/^Restored: f3 /)
  expect((await skein('list')).out).toMatch(/^f3 .* Leipzig\.$/)
})

test('a known secret and a password are not taken into a fact', async () => {
  const { world, skein } = await openHouse()
  rememberedFact(world, 'The router is in the hall.')
  expect(await skein('edit', 'f1', 'My password is hunter2hunter2')).toMatchObject({
    code: 64,
    out: expect.stringContaining('secret'),
  })
})

test('the figures count what was written, shown, corrected and spent, by week too', async () => {
  const { world, skein } = await openHouse({ daemon: false })
  const { db, clock, ownerId } = world
  const about = { toldById: ownerId, aboutId: ownerId, trust: 'owner', scope: 'private', kind: 'fact' } as const
  const shown = rememberedFact(world, 'Ana lives in Leipzig.', { writtenBy: 'extraction' })
  const useful = rememberedFact(world, 'Ana has a boat.', { writtenBy: 'extraction' })
  rememberedFact(world, 'Ana has a boat!', {
    writtenBy: 'extraction',
    messageId: world.say(chatOf('house'), 'x').message,
  })
  rememberedFact(world, 'Ana never saw this.')
  rememberedFact(world, 'A page said so.', { trust: 'untrusted' })
  db.raw.prepare('UPDATE fact SET shown_count = 1, shown_at = 1 WHERE id IN (?, ?)').run(shown, useful)
  const now = new Date(clock.now().getTime() + 1000)
  const dresden = { ...about, statement: 'Ana lives in Dresden.', saidAt: now, writtenBy: 'command' } as const
  replaceFacts(db, [shown], dresden, now)
  const call = {
    taskId: null,
    origin: 'chat',
    brain: 'b',
    model: 'm',
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  } as const
  insertUsage(db, { ...call, inputTokens: 700, outputTokens: 50, costUsd: 0, ...momentOf(clock) })
  db.raw.prepare("UPDATE usage SET origin = 'facts'").run()
  const report = JSON.parse((await skein('stats', '--json', '--weeks', '3')).out) as { weeks: object[] }
  const figures = {
    written: 5,
    repeated: 1,
    replaced: 1,
    forgotten: 0,
    neverShown: 3,
    corrected: 1,
    untrusted: 1,
    useful: 1,
    tokens: 750,
    tokensPerUseful: 750,
  }
  expect(report).toMatchObject(figures)
  expect(report.weeks).toHaveLength(3)
  expect(report.weeks.at(-1)).toMatchObject({ ...figures, from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(report.weeks[0]).toMatchObject({ written: 0, tokens: 0 })
  expect((await skein('stats')).out).toMatch(/^from untrusted text +1$/m)
})

test('the figures say why facts that were found in conversations were not kept', async () => {
  const { world, skein } = await openHouse({ daemon: false })
  expect((await skein('stats')).out).not.toContain('not kept')
  const lane = rootLane(chatOf('house'))
  const { task } = world.say(chatOf('house'), 'Hello')
  const batch = { taskId: task, lane, messages: 10, sources: 5, written: 0, repeated: 0, replaced: 0 }
  insertExtraction(world.db, { ...batch, fromId: 1, toId: 10, dropped: { known: 1, limit: 2 } }, world.clock.now())
  insertExtraction(world.db, { ...batch, fromId: 11, toId: 20, dropped: { known: 4 } }, world.clock.now())
  expect((await skein('stats')).out).toContain(
    'Found in conversations, but not kept: 7\n  known already: 5\n  more than one for every ten messages: 2\n',
  )
})

test.each([true, false])('proposals are listed, accepted, undone and declined; daemon: %s', async (daemon) => {
  const { world, dir, run } = await openHouse({ daemon })
  expect(await run('proposals')).toMatchObject({ code: 0, out: 'No proposals are waiting.' })
  const { message } = world.say(chatOf('house'), 'I said no emojis!')
  const place = { file: userFile(world.ownerId), section: 'Answers', before: '', personId: world.ownerId, taskId: 1 }
  const proposal = { ...place, chat: chatOf('house'), messageId: message, reason: 'Emojis were not wanted.' }
  addProposal(world.db, { ...proposal, text: 'Never use emojis.' }, world.clock.now())
  addProposal(world.db, { ...proposal, text: 'Few emojis.' }, world.clock.now())
  const { out } = await run('proposals')
  expect(out).toMatch(/^2: change USER\.md, Answers[^]*\+ Few emojis\.[^]*^1: change[^]*\+ Never use emojis\./m)
  expect(out).toContain(`Reason: Emojis were not wanted.\n  Ana wrote, message ${message}: I said no emojis!`)
  const file = join(dir, 'profile', userFile(world.ownerId))
  expect((await run('proposals', 'accept', '1')).out).toContain('Proposal 1 is accepted.')
  expect(readFileSync(file, 'utf8')).toBe('## Answers\nNever use emojis.\n')
  expect((await run('proposals', 'accept', '2')).out).toContain('was changed in the meantime')
  expect((await run('proposals', 'decline', '2')).out).toContain('Nothing was changed')
  expect((await run('proposals', 'undo', '1')).out).toContain('is undone')
  expect(existsSync(file)).toBe(false)
  expect(await run('proposals', 'accept', '7')).toMatchObject({
    code: 64,
    out: expect.stringContaining('no proposal 7'),
  })
  expect((await run('--json', 'proposals', 'list')).out).toBe('[]')
})
