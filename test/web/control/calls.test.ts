import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connectDaemon, type Daemon } from '../../../src/cli/daemon.ts'
import { UsageError } from '../../../src/domain/errors.ts'
import { rootLane } from '../../../src/domain/ids.ts'
import { userFile } from '../../../src/domain/profile.ts'
import type { ImportLine } from '../../../src/store/messages/import-messages.ts'
import { addProposal } from '../../../src/store/profile/proposals.ts'
import { callPath, calls } from '../../../src/web/control/calls.ts'
import { rememberedFact } from '../facts.ts'
import { chatOf, createWorld } from '../world.ts'
import { allowed, at, chat, erasedCounts, type House, here, job, openHouse, overview, sources } from './house.ts'
import { openControl, quietOverview } from './open-control.ts'

/** Every call there is, asked by the command line's own client and answered by the daemon's own routes. */
const trips: Record<keyof typeof calls, (house: House) => Promise<void>> = {
  async status({ daemon }) {
    expect(await daemon.ask(calls.status, {})).toEqual(overview)
  },
  async link({ daemon }) {
    expect(await daemon.ask(calls.link, {})).toEqual({ url: 'http://127.0.0.1:1/#sign-in=x' })
  },
  async previewErasure({ daemon, told }) {
    expect(await daemon.ask(calls.previewErasure, { chat, before: 5 })).toEqual(erasedCounts)
    expect(told.previewErasure).toEqual({ chat, before: 5 })
  },
  async erase({ daemon, told }) {
    expect(await daemon.ask(calls.erase, { message: 12 })).toEqual({ id: 7 })
    expect(told.erase).toEqual({ message: 12 })
  },
  async erasure({ daemon }) {
    const finished = { id: 7, scope: { chat }, state: 'done', counts: erasedCounts, startedAt: at, finishedAt: at }
    expect(await daemon.ask(calls.erasure, { id: 7 })).toEqual(finished)
    await expect(daemon.ask(calls.erasure, { id: 8 })).rejects.toThrow('Nothing was erased under number 8.')
  },
  async takeUpSecrets({ daemon }) {
    expect(await daemon.ask(calls.takeUpSecrets, {})).toEqual({ state: 'waiting' })
    await expect(daemon.ask(calls.takeUpSecrets, {})).rejects.toThrow(new UsageError('metrics.token is empty'))
  },
  async restart({ daemon, told }) {
    expect(await daemon.ask(calls.restart, {})).toEqual({})
    await expect(daemon.ask(calls.restart, {})).rejects.toThrow(new UsageError('config.toml cannot be read'))
    expect(told.restart).toBe(2)
  },
  async hello({ daemon, told }) {
    expect(await daemon.ask(calls.hello, {})).toEqual({})
    expect(told.hello).toBe(1)
  },
  async pair({ daemon, told }) {
    expect(await daemon.ask(calls.pair, { role: 'owner' })).toEqual({ code: 'CODE', expiresAt: at })
    expect(told.pair).toBe('owner')
  },
  async pairRunner({ daemon, told }) {
    expect(await daemon.ask(calls.pairRunner, { name: 'attic' })).toEqual({ code: 'CODE', expiresAt: at })
    expect(told.pairRunner).toBe('attic')
    await expect(daemon.ask(calls.pairRunner, { name: 'The Attic' })).rejects.toThrow(UsageError)
  },
  async runners({ daemon }) {
    expect(await daemon.ask(calls.runners, {})).toEqual([{ name: 'attic', pairedAt: at, state: 'never-seen' }])
  },
  async removeRunner({ daemon }) {
    expect(await daemon.ask(calls.removeRunner, { name: 'attic' })).toEqual({})
    await expect(daemon.ask(calls.removeRunner, { name: 'cellar' })).rejects.toThrow('no runner called "cellar"')
  },
  async removeAddress({ daemon, told }) {
    expect(await daemon.ask(calls.removeAddress, { address: 'telegram:42' })).toEqual({ cancelled: 2 })
    expect(told.removeAddress).toEqual({ channel: 'telegram', id: '42' })
    await expect(daemon.ask(calls.removeAddress, { address: 'nobody' })).rejects.toThrow('nobody is not an address')
  },
  async linkAddress({ daemon, told }) {
    const said = await daemon.ask(calls.linkAddress, { address: 'telegram:42', person: 3 })
    expect(said).toEqual({ said: { en: 'done', de: 'fertig' } })
    expect(told.linkAddress).toEqual({ address: { channel: 'telegram', id: '42' }, person: 3 })
  },
  async unlinkAddress({ daemon, told }) {
    expect(await daemon.ask(calls.unlinkAddress, { address: 'telegram:42' })).toMatchObject({ said: { en: 'done' } })
    expect(told.unlinkAddress).toEqual({ channel: 'telegram', id: '42' })
  },
  async setPerson({ daemon, told }) {
    const settings = { timezone: 'Europe/Oslo', language: null }
    expect(await daemon.ask(calls.setPerson, { person: 3, ...settings })).toMatchObject({ said: { en: 'done' } })
    expect(told.setPerson).toEqual({ person: 3, ...settings })
    await expect(daemon.ask(calls.setPerson, { person: 9 })).rejects.toThrow(new UsageError('nobody'))
  },
  async commands({ daemon }) {
    expect(await daemon.ask(calls.commands, {})).toContainEqual({ name: 'stop', summary: 'stop what is running' })
  },
  async chats({ daemon, world }) {
    world.say(chatOf('attic'), 'the attic is full')
    expect(await daemon.ask(calls.chats, {})).toMatchObject([{ id: 'web:attic' }])
  },
  async allowed({ daemon }) {
    expect(await daemon.ask(calls.allowed, {})).toEqual(allowed)
  },
  async removeAllowed({ daemon }) {
    expect(await daemon.ask(calls.removeAllowed, { id: 3 })).toEqual({ id: 3 })
    await expect(daemon.ask(calls.removeAllowed, { id: 4 })).rejects.toThrow(UsageError)
  },
  async addJob({ daemon, told }) {
    const wanted = { words: 'every Friday at 9 call Ana', chat: 'telegram:42' }
    expect(await daemon.ask(calls.addJob, wanted)).toEqual(job)
    expect(told.addJob).toEqual(wanted)
    await expect(daemon.ask(calls.addJob, { ...wanted, words: 'what?' })).rejects.toThrow(new UsageError('When?'))
    await expect(daemon.ask(calls.addJob, { ...wanted, chat: 'house' })).rejects.toThrow('house is not a chat')
  },
  async editJob({ daemon, told }) {
    expect(await daemon.ask(calls.editJob, { id: 3, when: 'at 9' })).toEqual(job)
    expect(told.editJob).toEqual({ id: 3, when: 'at 9' })
  },
  async snoozeJob({ daemon, told }) {
    expect(await daemon.ask(calls.snoozeJob, { id: 3, until: '1 hour' })).toEqual(job)
    expect(told.snoozeJob).toEqual({ id: 3, until: '1 hour' })
  },
  async editFact({ daemon, world }) {
    const id = rememberedFact(world, 'Ana lives in Leipzig.')
    expect(await daemon.ask(calls.editFact, { id, statement: 'Ana lives in Dresden.' })).toEqual({ facts: [id + 1] })
    await expect(daemon.ask(calls.editFact, { id, statement: 'x' })).rejects.toThrow(UsageError)
  },
  async mergeFacts({ daemon, world }) {
    const [kept, other] = [rememberedFact(world, 'Ana has a boat.'), rememberedFact(world, 'Ana owns a boat.')]
    expect(await daemon.ask(calls.mergeFacts, { kept, other })).toEqual({ facts: [kept] })
    await expect(daemon.ask(calls.mergeFacts, { kept, other })).rejects.toThrow(`f${other} was replaced by f${kept}`)
  },
  async undoFact({ daemon, world }) {
    const id = rememberedFact(world, 'Ana lives in Leipzig.')
    await expect(daemon.ask(calls.undoFact, { id })).rejects.toThrow(`f${id} has not taken the place`)
  },
  async forgetFact({ daemon, world }) {
    const id = rememberedFact(world, 'Ana lives in Leipzig.')
    expect(await daemon.ask(calls.forgetFact, { id })).toEqual({ forgotten: [id] })
    await expect(daemon.ask(calls.forgetFact, { id })).rejects.toThrow(`There is no fact f${id} here.`)
  },
  async decideProposal({ daemon, world }) {
    const personId = world.ownerId
    const place = { file: userFile(personId), section: 'Answers', personId, chat: chatOf('house'), taskId: 1 }
    world.say(chatOf('house'), 'No emojis!')
    const words = { before: '', text: 'Never use emojis.', reason: 'They were not wanted.', messageId: undefined }
    const id = addProposal(world.db, { ...place, ...words }, world.clock.now())
    const decided = await daemon.ask(calls.decideProposal, { id, decision: 'accept' })
    expect(decided.said.en).toContain('is accepted')
    await expect(daemon.ask(calls.decideProposal, { id, decision: 'accept' })).rejects.toThrow('was accepted before')
  },
  async actOnJob({ daemon, told }) {
    expect(await daemon.ask(calls.actOnJob, { id: 3, act: 'pause' })).toEqual(job)
    expect(told.actOnJob).toEqual({ id: 3, act: 'pause' })
  },
  async config({ daemon }) {
    expect(await daemon.ask(calls.config, {})).toEqual(sources)
  },
  async setConfig({ daemon, told }) {
    expect(await daemon.ask(calls.setConfig, { key: 'workers.max', value: '2' })).toEqual({ key: 'workers.max' })
    expect(told.setConfig).toEqual({ key: 'workers.max', value: '2' })
  },
  async unsetConfig({ daemon, told }) {
    expect(await daemon.ask(calls.unsetConfig, { key: 'workers.max' })).toEqual({ key: 'workers.max' })
    expect(told.unsetConfig).toBe('workers.max')
    await expect(daemon.ask(calls.unsetConfig, { key: 'gone' })).rejects.toThrow('There is no key gone.')
  },
  async import({ daemon, told }) {
    const line: ImportLine = { chat, id: '1', at, from: 'Ana', role: 'human', text: 'x', topic: 't', isOwners: true }
    expect(await daemon.ask(calls.import, { lines: [line] })).toEqual({ added: 1, known: 0 })
    expect(told.import).toEqual([line])
  },
  async settleImport({ daemon }) {
    expect(await daemon.ask(calls.settleImport, {})).toEqual({ more: true })
  },
  async importCost({ daemon }) {
    expect(await daemon.ask(calls.importCost, {})).toEqual({ requests: 3, tokens: 4000, usd: 0.5 })
  },
  async decideImport({ daemon, told }) {
    await daemon.ask(calls.decideImport, { model: true })
    expect(told.decideImport).toEqual({ model: true })
  },
  async chat({ daemon, world }) {
    const answeredBy = '**script** with `smart`'
    expect(await daemon.ask(calls.chat, { chat })).toEqual({ isNew: true, answeredBy })
    world.say(chat, 'hello')
    expect(await daemon.ask(calls.chat, { chat })).toEqual({ isNew: false, answeredBy })
    await expect(daemon.ask(calls.chat, { chat: 'house' })).rejects.toThrow('a chat looks like web:house')
  },
  async send({ daemon, world }) {
    const accepted = await daemon.ask(calls.send, { ...here, text: 'hello & <you>' })
    expect(accepted).toMatchObject({ status: 'stored', task: expect.any(Number) })
    expect(world.accepted.map(({ text }) => text)).toEqual(['hello & <you>'])
    const replyTo = accepted.message
    await daemon.ask(calls.send, { ...here, key: 'k2', text: 'and?', replyTo })
    expect(world.accepted[1]?.replyTo).toBe(world.accepted[0]?.remoteId)
    await expect(daemon.ask(calls.send, { ...here, text: ' ' })).rejects.toThrow('There is nothing in this message.')
  },
  async stop({ daemon, world }) {
    world.say(chat, 'hello')
    expect(await daemon.ask(calls.stop, { chat })).toEqual({ status: 'stopped' })
    await expect(daemon.ask(calls.stop, { chat: 'telegram:1' })).rejects.toThrow('There is no such chat.')
  },
  async lines({ daemon, world }) {
    const { task, message } = world.say(chat, 'one')
    const answer = await world.reply(task, 'two')
    const common = { actions: [], files: [] }
    expect(await daemon.ask(calls.lines, { chat })).toEqual([
      { ...common, id: message, author: 'human', name: 'Ana', text: 'one', key: expect.any(String) },
      { ...common, id: answer, author: 'bot', name: 'Skein', text: 'two' },
    ])
    expect(await daemon.ask(calls.lines, { chat, limit: 1 })).toMatchObject([{ id: answer }])
  },
  async outcome({ daemon, world }) {
    const { task, message } = world.say(chat, 'one')
    const file = await sendFile(daemon, 'a b&c.txt')
    const answer = await world.reply(task, 'two', [file])
    expect(await daemon.ask(calls.outcome, { message })).toEqual({
      state: 'answered',
      replies: ['two'],
      files: [{ message: answer, seq: 0, name: 'a b&c.txt', bytes: 4 }],
    })
  },
  async events({ daemon, world }) {
    const leave = new AbortController()
    const events = daemon.stream(calls.events, { chat }, leave.signal)[Symbol.asyncIterator]()
    const next = async () => (await events.next()).value
    expect(await next()).toEqual({ kind: 'hello' })
    const { task } = world.say(chat, 'one')
    expect(await next()).toMatchObject({ kind: 'line', line: { text: 'one' } })
    world.draft(task, 'tw')
    expect(await next()).toEqual({ kind: 'state', state: 'running' })
    expect(await next()).toEqual({ kind: 'draft', text: 'tw' })
    world.tool(task, 'looks')
    expect(await next()).toEqual({ kind: 'tool', line: 'looks' })
    const asked = { chat, lane: rootLane(chat), task, message: 1 }
    world.channel.show({ ...asked, kind: 'settled', outcome: 'yes', shrunk: { instead: 'Allowed.', beside: ['7'] } })
    expect(await next()).toEqual({ kind: 'settled', outcome: 'yes', shrunk: { instead: 'Allowed.' } })
    world.state(task, 'retry', { reason: 'It is away.' })
    expect(await next()).toEqual({ kind: 'state', state: 'retry', reason: 'It is away.' })
    leave.abort()
  },
  async upload({ daemon, world }) {
    const file = await sendFile(daemon, 'a b&c?ü.txt')
    expect(file).toMatchObject({ name: 'a b&c?ü.txt', bytes: 4 })
    await daemon.ask(calls.send, { ...here, text: '', files: [file] })
    expect(world.accepted[0]?.files).toMatchObject([{ name: 'a b&c?ü.txt', hash: file.hash }])
  },
  async download({ daemon, world }) {
    const { task } = world.say(chat, 'one')
    const message = await world.reply(task, 'two', [await sendFile(daemon, 'a.txt')])
    expect(await text(await daemon.download(calls.download, { message, seq: 0 }))).toBe('roof')
    await expect(daemon.download(calls.download, { message, seq: 1 })).rejects.toThrow('There is no such file.')
  },
}

function sendFile(daemon: Daemon, name: string) {
  return daemon.upload(calls.upload, { name }, { bytes: 4, stream: Readable.from([Buffer.from('roof')]) })
}

test.each(Object.entries(trips))('%s arrives as it was meant, both ways', async (_name, trip) => {
  await trip(await openHouse())
})

test('no call goes untried', () => {
  expect(Object.keys(trips).sort()).toEqual(Object.keys(calls).sort())
})

test('an answer that differs from its shape is noticed by whoever asked, and does not compile', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'skein-wire-'))
  const world = createWorld({ dir })
  // @ts-expect-error -- a number of a process is no text
  const control = await openControl(world, dir, { overview: () => ({ ...quietOverview, pid: '12' }) })
  onTestFinished(async () => {
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })
  await expect(connectDaemon(dir).ask(calls.status, {})).rejects.toThrow(z.ZodError)
})

test('what stands in an address can be any text', () => {
  expect(callPath(calls.lines, { chat: 'web:a&limit=1 ü', limit: undefined })).toBe(
    '/lines?chat=web%3Aa%26limit%3D1+%C3%BC',
  )
  expect(callPath(calls.download, { message: 12, seq: 0 })).toBe('/files/12/0')
})
