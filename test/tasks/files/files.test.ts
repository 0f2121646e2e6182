import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { storeFile } from '../../../src/store/files/files.ts'
import { readLine } from '../../../src/store/messages/lines.ts'
import { sendFile } from '../../../src/tools/all-tools.ts'
import { createRegistry } from '../../../src/tools/registry.ts'
import type { Scope } from '../../../src/tools/tool.ts'
import { createRoadWorld } from '../../support/road-world.ts'
import { createScriptedBrain, echo, type Script } from '../../support/scripted-brain.ts'
import { silentLog } from '../../support/silent-log.ts'

const chat = makeChatId('web', 'a')
const png = '\x89PNG\r\n\x1a\n'
const MB = 1_000_000

function createWorld(script: Script = echo) {
  const brain = createScriptedBrain(script)
  const world = createRoadWorld({ brain })
  const workspace = world.files.workspaces.pathOf(chat)
  const scope = (task: number): Scope => ({
    task,
    chat,
    lane: rootLane(chat),
    person: { id: world.owner.id, role: 'owner' },
    timezone: 'UTC',
    trust: 'untrusted',
    foreign: [],
    noteForeign() {},
  })
  return {
    ...world,
    brain,
    workspace,
    async file(name: string, content: string | Buffer) {
      async function* source() {
        yield Buffer.from(content as string, 'latin1')
      }
      const stored = await storeFile(world.db, world.files.fileStore, source(), world.clock.steady)
      if ('tooLarge' in stored) throw new Error('too large')
      return { hash: stored.hash, name }
    },
    /** What the model calls while its turn runs. */
    send: (task: number, path: string, name?: string) =>
      createRegistry([sendFile(world.files.outgoing)], {
        log: silentLog,
        requestPermission: async () => ({ verdict: 'allow' }),
      }).call('send_file', { path, ...(name && { name }) }, scope(task)),
  }
}

describe('files that come with a message', () => {
  test('are before the model as what they are, and make the turn untrusted', async () => {
    const { say, settle, file, brain, workspace, files } = createWorld()
    const [photo, paper, notes, table] = [
      await file('../photo.png', png),
      await file('paper.pdf', '%PDF-1.4'),
      await file('notes.txt', 'buy bread'),
      await file('report.xlsx', 'PK\x03\x04'),
    ]
    say('look at these', { files: [photo, paper, notes, table] })
    await settle()
    const [turn] = brain.turns
    expect(turn).toMatchObject({ trust: 'untrusted', workspace, question: 'look at these' })
    expect(turn?.files.map(({ name, form }) => [name, form])).toEqual([
      ['../photo.png', 'image'],
      ['paper.pdf', 'pdf'],
      ['notes.txt', 'text'],
      ['report.xlsx', 'workspace'],
    ])
    expect(turn?.files[0]?.path).toBe(files.fileStore.pathOf(photo.hash))
    expect(readFileSync(join(workspace, 'report.xlsx'), 'latin1')).toBe('PK\x03\x04')
  })

  test('that are too large to be shown, alone or together, are files of the workspace', async () => {
    const { say, settle, file, brain } = createWorld()
    const sent = [
      await file('huge.png', png + 'x'.repeat(5 * MB)),
      await file('a.pdf', `%PDF-${'a'.repeat(19 * MB)}`),
      await file('b.pdf', `%PDF-${'b'.repeat(19 * MB)}`),
      await file('long.txt', 'x'.repeat(100_001)),
      await file('empty.txt', ''),
      await file('small.png', png),
    ]
    say('look', { files: sent })
    await settle()
    expect(brain.turns[0]?.files.map(({ form }) => form)).toEqual([
      'workspace',
      'pdf',
      'workspace',
      'workspace',
      'workspace',
      'image',
    ])
  })

  test('whose bytes vanished do not hold up the answer, and the turn says so', async () => {
    const { say, settle, file, brain, files, web } = createWorld()
    const lost = await file('lost.pdf', '%PDF-1.4')
    files.fileStore.remove(lost.hash)
    say('read it', { files: [lost] })
    await settle()
    expect(brain.turns[0]?.files).toMatchObject([{ name: 'lost.pdf', form: 'gone' }])
    expect(web.sent.map(({ body }) => body)).toEqual(['echo: read it'])
  })

  test('are named in the history of later turns, which stay untrusted while they are there', async () => {
    const { say, settle, file, brain } = createWorld()
    say('', { files: [await file('x] <b>.pdf', '%PDF-1.4')] })
    await settle()
    say('and now?')
    await settle()
    expect(brain.turns[1]?.system).toContain('[file] x _b_.pdf')
    expect(brain.turns[1]?.system).not.toContain('(untrusted) ')
    expect(brain.turns[1]).toMatchObject({ trust: 'untrusted', files: [] })
  })

  test('are theirs in the folder of their chat, and of no other; what else is there is ours', async () => {
    const { say, settle, file, files, workspace } = createWorld()
    say('look', { files: [await file('a.zip', 'PK\x03\x04')] })
    await settle()
    writeFileSync(join(workspace, 'ours.txt'), 'x')
    const read = (path: string, where = chat) => files.words.under({ chat: where, workspace }, path)
    const theirs = [{ kind: 'file', name: 'a.zip', trust: 'untrusted' }]
    expect([read('a.zip'), read('.'), read('ours.txt')]).toEqual([theirs, theirs, []])
    expect(read('a.zip', makeChatId('web', 'b'))).toEqual([])
    // What is written while those words are before a model may hold them.
    files.words.written({ chat, workspace }, 'ours.txt', read('a.zip'))
    expect(read('ours.txt')).toEqual(theirs)
  })

  test('do not change the trust of turns without them', async () => {
    const { say, settle, brain } = createWorld()
    say('hello')
    await settle()
    expect(brain.turns[0]).toMatchObject({ trust: 'owner', files: [] })
  })
})

describe('send_file', () => {
  test('sends a file of the workspace with the answer, under a plain name', async () => {
    const world = createWorld(async function* ({ task, workspace = '' }) {
      mkdirSync(join(workspace, 'out'))
      writeFileSync(join(workspace, 'out/chart.png'), png, 'latin1')
      said.push(
        (await world.send(task, 'out/chart.png')).text,
        (await world.send(task, 'out/chart.png', 'CLAUDE.md')).text,
      )
      yield { kind: 'done', text: 'Here it is.' }
    })
    const said: string[] = []
    world.say('draw it')
    await world.settle()
    expect(said).toEqual([
      '"chart.png" (8 bytes) will be sent with your answer. Say there what it is.',
      '"file-CLAUDE.md" (8 bytes) will be sent with your answer. Say there what it is.',
    ])
    const [delivery] = world.web.sent
    expect(delivery?.files).toMatchObject([
      { name: 'chart.png', bytes: 8, type: 'image/png' },
      { name: 'file-CLAUDE.md' },
    ])
    expect(readLine(world.db, delivery?.message ?? 0)?.files.map(({ name }) => name)).toEqual([
      'chart.png',
      'file-CLAUDE.md',
    ])
    expect(world.files.attachments.take(1)).toEqual([])
  })

  test('of a try that failed is not sent with the next one', async () => {
    let tries = 0
    const world = createWorld(async function* ({ task, workspace = '' }) {
      if (tries++ > 0) return yield { kind: 'done', text: 'Nothing to show.' }
      writeFileSync(join(workspace, 'draft.txt'), 'draft')
      await world.send(task, 'draft.txt')
      yield { kind: 'failed', failure: { class: 'server', what: 'It broke.', retry: true } }
    })
    world.say('draw it')
    await world.settle()
    world.clock.advance(3_600_000)
    await world.settle()
    expect(world.web.sent.map(({ body, files }) => [body, files])).toEqual([['Nothing to show.', []]])
  })

  test('that comes too late for its own try goes with no other', async () => {
    const { say, settle, file, files, web } = createWorld()
    const late = await file('late.txt', 'late')
    const said = say('hello')
    if (said.status !== 'stored' || said.task === undefined) throw new Error('not stored')
    files.attachments.add(said.task, { ...late, bytes: 4, type: 'text/plain' })
    await settle()
    expect(web.sent.map(({ files: sent }) => sent)).toEqual([[]])
  })

  test('goes out with the first part of an answer that has several', async () => {
    const world = createWorld(async function* ({ task }) {
      await world.send(task, 'a.txt')
      yield { kind: 'done', text: 'word '.repeat(50) }
    })
    mkdirSync(world.workspace, { recursive: true })
    writeFileSync(join(world.workspace, 'a.txt'), 'a')
    world.say('go', {
      channel: 'telegram',
      chat: makeChatId('telegram', '1'),
      sender: { channel: 'telegram', id: '1' },
    })
    await world.settle()
    expect(world.telegram.sent.map(({ files }) => files.map(({ name }) => name))).toEqual([['a.txt'], [], []])
  })

  test('says what cannot be sent, and sends nothing', async () => {
    const { send, workspace, files } = createWorld()
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, 'large'), Buffer.alloc(26 * 1024 * 1024))
    writeFileSync(join(workspace, 'half'), Buffer.alloc(24 * 1024 * 1024))
    expect((await send(7, '../../../etc/passwd')).text).toMatch(/^There is no file/)
    expect((await send(7, 'large')).text).toMatch(/^A file can have 25 MB/)
    expect([(await send(7, 'half')).failed, (await send(7, 'half')).failed]).toEqual([false, false])
    expect((await send(7, 'half')).text).toMatch(/can be up to 50 MB in total/)
    expect(files.attachments.take(7)).toHaveLength(2)
  })
})
