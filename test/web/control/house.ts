import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connectDaemon, type Daemon } from '../../../src/cli/daemon.ts'
import type { JobView } from '../../../src/domain/job-service.ts'
import type { ImportLine } from '../../../src/store/messages/import-messages.ts'
import type { calls } from '../../../src/web/control/calls.ts'
import type { ControlDeps } from '../../../src/web/control/control.ts'
import { createJobs } from '../jobs.ts'
import { chatOf, createWorld, type World } from '../world.ts'
import { openControl, quietOverview } from './open-control.ts'

export const at = new Date('2026-03-14T10:00:00Z')
export const chat = chatOf('house')
export const here = { chat: 'web:house', key: 'k1' }

const span = { ...quietOverview.usage.today, capUsd: 5, byModel: [{ name: 'fast', calls: 1, usd: 0.5 }] }
export const overview: ReturnType<ControlDeps['overview']> = {
  ...quietOverview,
  startedAt: at,
  brain: { name: 'script', banner: 'only a script', trouble: { sentence: 'It is away.', until: at } },
  tasks: { waiting: 1, running: 0, maxRunning: 4, waits: [{ reason: 'It is away.', count: 1, until: at }] },
  unread: [{ channel: 'email', count: 2, last: at }],
  sharedAccounts: [{ channel: 'talk', account: 'skein@cloud.example', last: at }],
  usage: { today: span, month: span },
  clockJump: { at, byMs: -5 },
  worstStall: { at, ms: 900, work: 'assembling task 3' },
  settings: {
    running: [{ key: 'a.b', value: 3, source: 'run time', otherwise: { value: null, source: 'default' } }],
    dropped: [{ key: 'c', value: '1', now: { value: true, source: 'file' } }],
  },
}
export const allowed = {
  given: [{ id: 3, name: 'Ana', rule: 'rule', words: { en: '*words*', de: '*words*' }, at }],
  file: [{ key: 'tools', role: 'member' as const, rules: ['one'] }],
}
export const job: JobView = {
  id: 3,
  kind: 'reminder',
  name: 'Call Ana',
  text: 'Call Ana',
  source: 'person',
  state: 'active',
  when: { en: 'every Friday at 09:00', de: 'jeden Freitag um 09:00 Uhr' },
  isOnce: false,
  timezone: 'UTC',
  next: at,
  person: 'Ana',
  destinations: ['web:house'],
  isOpen: true,
}
export const erasedCounts = { messages: 3, answers: 1, chats: 1, files: 0, summaries: 2, tasks: 1, jobs: 0, facts: 0 }
export const sources = { 'workers.max': { value: 4, source: 'default' as const } }

/** What was handed to the daemon's own parts, by the name of the call. */
type Told = Partial<Record<keyof typeof calls, unknown>>

export async function openHouse(): Promise<{ daemon: Daemon; world: World; told: Told }> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-wire-'))
  const world = createWorld({ dir })
  const told: Told = {}
  const said = { said: { en: 'done', de: 'fertig' } }
  const control = await openControl(world, dir, {
    overview: () => overview,
    allowed: { list: () => allowed, remove: (id) => id === 3 },
    settings: {
      sources: () => sources,
      set: (key, value) => void (told.setConfig = { key, value }),
      unset: (key) => (key === 'gone' ? 'There is no key gone.' : void (told.unsetConfig = key)),
    },
    importer: {
      write: (lines: ImportLine[]) => ((told.import = lines), { added: lines.length, known: 0 }),
      settle: () => true,
      cost: () => ({ requests: 3, tokens: 4000, usd: 0.5 }),
      decide: (choice) => void (told.decideImport = choice),
    },
    erasing: {
      preview: (scope) => ((told.previewErasure = scope), erasedCounts),
      erase: (scope) => ((told.erase = scope), 7),
      read: (id) =>
        id === 7
          ? { id, scope: { chat }, state: 'done', counts: erasedCounts, startedAt: at, finishedAt: at }
          : undefined,
    },
    jobs: {
      ...createJobs(world),
      add: async (words, chat) => ((told.addJob = { words, chat }), words === 'what?' ? { problem: 'When?' } : { job }),
      edit: async (id, change) => ((told.editJob = { id, ...change }), { job }),
      snooze: async (id, until) => ((told.snoozeJob = { id, until }), { job }),
      act: (id, act) => ((told.actOnJob = { id, act }), { job }),
    },
    link: () => 'http://127.0.0.1:1/#sign-in=x',
    takeUpSecrets: () =>
      (told.takeUpSecrets = Number(told.takeUpSecrets ?? 0) + 1) > 1
        ? { refused: 'metrics.token is empty' }
        : { state: 'waiting' },
    restart: () =>
      (told.restart = Number(told.restart ?? 0) + 1) > 1 ? { refused: 'config.toml cannot be read' } : undefined,
    hello: () => void (told.hello = Number(told.hello ?? 0) + 1),
    pair: (role) => ((told.pair = role), { code: 'CODE', expiresAt: at }),
    runners: {
      createCode: (name) => ((told.pairRunner = name), { code: 'CODE', expiresAt: at }),
      list: () => [{ name: 'attic', pairedAt: at, state: 'never-seen' }],
      remove: (name) => name === 'attic',
    },
    removeAddress: (address) => ((told.removeAddress = address), { cancelled: 2 }),
    linking: {
      link: (address, person) => ((told.linkAddress = { address, person }), said),
      unlink: (address) => ((told.unlinkAddress = address), said),
      set: (person, settings) =>
        person === 9 ? { problem: 'nobody' } : ((told.setPerson = { person, ...settings }), said),
    },
  })
  onTestFinished(async () => {
    await control.close()
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return { daemon: connectDaemon(dir), world, told }
}

export type House = Awaited<ReturnType<typeof openHouse>>
