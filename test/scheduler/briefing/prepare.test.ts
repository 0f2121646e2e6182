import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../src/config/config.ts'
import { loadConfig } from '../../../src/config/load.ts'
import type { Opened } from '../../../src/domain/delivery.ts'
import { makeChatId } from '../../../src/domain/ids.ts'
import { briefingMessages } from '../../../src/messages/briefing-messages.ts'
import { scheduleMessages } from '../../../src/messages/schedule-messages.ts'
import { createPrepare, type PrepareDeps } from '../../../src/scheduler/briefing/prepare.ts'
import { readFileJobs } from '../../../src/scheduler/jobs/file-jobs.ts'
import type { UnreadMail } from '../../../src/scheduler/sources/from-config.ts'
import { insertRun, type Run, readRun, updateRun } from '../../../src/store/schedule/runs.ts'
import { enqueueTask, readTask } from '../../../src/store/work/tasks.ts'
import { silentLog } from '../../support/silent-log.ts'
import { createStoreWorld, type StoreWorld } from '../world.ts'

const signal = new AbortController().signal
const MINUTE = 60_000

function configOf(toml: string): Config {
  const folder = mkdtempSync(join(tmpdir(), 'skein-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'config.toml'), toml, { mode: 0o600 })
  return loadConfig(join(folder, 'config.toml'), { HOME: folder })
}

const morning = `
timezone = "UTC"
[[briefings]]
name = "morning"
cron = "0 7 * * *"
text = "Kurz, bitte."
[[briefings.blocks]]
source = "mail"
mailbox = "my_box"
[[briefings.blocks]]
source = "command"
title = "Disk"
command = ["/no/such/program"]
[mailboxes.my_box]
imap = "imaps://imap.example.org"
user = "ana"
password = "secret"
`

const watching = `
timezone = "UTC"
[heartbeat]
enabled = true
active_hours = "08:00-22:00"
daily_cap = 2
[[heartbeat.checks]]
source = "mail"
mailbox = "box"
[mailboxes.box]
imap = "imaps://imap.example.org"
user = "ana"
password = "secret"
`

interface Rig {
  world: StoreWorld
  mails: UnreadMail[]
  looks: string[]
  /** A run of the job of the configuration, prepared; what was kept of it. */
  run(state?: Run['state'], stopped?: AbortSignal): Promise<{ prepared: unknown; run: Run }>
}

function createRig(
  toml: string,
  more: Partial<PrepareDeps> = {},
  job: { destinations?: string[]; options?: object } = {},
): Rig {
  const world = createStoreWorld()
  const { db, clock } = world
  const config = configOf(toml)
  const [fromFile] = readFileJobs(config, clock.now())
  const made = world.job({ ...(fromFile ?? { kind: 'scheduled', name: 'ask' }), source: 'file', ...job })
  const mails: UnreadMail[] = []
  const looks: string[] = []
  const prepare = createPrepare({
    db,
    clock,
    log: silentLog,
    persist: async (write) => write(),
    reaches: () => true,
    open: async () => ({ status: 'refused', reason: 'nobody is asked' }),
    config: () => config,
    path: '',
    fetch: async () => ({ status: 'failed', problem: { kind: 'cancelled' } }),
    async unread(mailbox) {
      looks.push(mailbox)
      return { status: 'found', mails: [...mails] }
    },
    ...more,
  })
  const { chat, lane } = world.chat('home', 'Home')
  return {
    world,
    mails,
    looks,
    async run(state = 'delivered', stopped = signal) {
      const now = clock.now()
      const times = { dueAt: clock.steady(), deadlineAt: clock.steady(), queuedAt: clock.steady() }
      const kind = made.kind === 'reminder' ? 'scheduled' : made.kind
      const place = { chat, lane, personId: made.personId, route: { chat }, instruction: made.text }
      const taskId = enqueueTask(db, { kind, ...place, ...times }, now)
      const run =
        insertRun(db, { jobId: made.id, instant: now.getTime(), state: 'queued' }, now) ?? expect.fail('no run')
      updateRun(db, run.id, { taskId })
      const prepared = await prepare(readTask(db, taskId) ?? expect.fail('no task'), stopped)
      updateRun(db, run.id, { state })
      clock.advance(MINUTE)
      return { prepared, run: readRun(db, run.id) ?? expect.fail('no run') }
    },
  }
}

const mail = (key: string): UnreadMail => ({
  key,
  from: 'Bob',
  subject: `about ${key}`,
  at: new Date('2026-03-14T08:00:00Z'),
})

describe('the run of a briefing', () => {
  test('is prepared by what its blocks found, kept with the run, and asked of a model', async () => {
    const rig = createRig(morning)
    rig.mails.push(mail('boats'))
    const { prepared, run } = await rig.run()
    expect(prepared).toEqual({ status: 'ask' })
    expect(rig.looks).toEqual(['my_box'])
    expect(run.sources).toEqual([
      {
        title: 'Unread mail (my_box)',
        trust: 'untrusted',
        lines: ['Bob: about boats (2026-03-14 08:00)'],
        keys: ['boats'],
      },
      { title: 'Disk', trust: 'untrusted', lines: [], failed: briefingMessages.command.notFound('/no/such/program') },
    ])
  })

  test('tells a mail once, however long it stays unread, and again when the run that told it failed', async () => {
    const rig = createRig(morning)
    const told = async (state?: Run['state']) => (await rig.run(state)).run.sources?.[0]?.lines.length
    rig.mails.push(mail('a'))
    expect(await told('failed')).toBe(1)
    expect(await told()).toBe(1)
    for (let n = 0; n < 30; n++) expect(await told()).toBe(0)
    rig.mails.push(mail('b'))
    expect(await told()).toBe(1)
  })

  test('is not gathered again after a restart', async () => {
    const rig = createRig(morning)
    const { run } = await rig.run('queued')
    rig.mails.push(mail('late'))
    const config = configOf(morning)
    const { db, clock } = rig.world
    const again = createPrepare({
      db,
      clock,
      log: silentLog,
      persist: async (write) => write(),
      reaches: () => true,
      open: async () => ({ status: 'refused', reason: '' }),
      config: () => config,
      path: '',
      fetch: async () => expect.fail('it fetched'),
      unread: async () => expect.fail('it looked again'),
    })
    const task = readTask(db, run.taskId ?? 0) ?? expect.fail('no task')
    expect(await again(task, signal)).toEqual({ status: 'ask' })
    expect(readRun(db, run.id)?.sources).toEqual(run.sources)
  })

  test('is said as it was found where no model is to be asked', async () => {
    const rig = createRig(morning, {}, { options: { model: 'none' } })
    expect((await rig.run()).prepared).toEqual({
      status: 'say',
      trust: 'untrusted',
      text: '**Unread mail (my\\_box)**\nnothing new\n\n**Disk**\ncould not be read: /no/such/program was not found',
    })
  })

  test('that was cut short is not kept', async () => {
    const stop = new AbortController()
    const rig = createRig(morning, {
      unread: async () => {
        stop.abort()
        return { status: 'found', mails: [mail('a')] }
      },
    })
    const { run } = await rig.run('queued', stop.signal)
    expect(run.sources).toBeNull()
  })
})

describe('where a result goes', () => {
  const route = { chat: makeChatId('email', 'thread1') }
  const opening = (opened: Opened) => {
    const asked: string[] = []
    const open: PrepareDeps['open'] = async (to, title, key) => {
      asked.push(`${to.channel}:${to.id} ${title} ${key}`)
      return opened
    }
    return { asked, open }
  }

  test('is found out before: who has to be written to first is, beside the chats that are known', async () => {
    const { asked, open } = opening({ status: 'opened', route })
    const rig = createRig(morning, { open }, { destinations: ['web:home', 'email:bob@example.org'] })
    const { run } = await rig.run()
    expect(asked).toEqual([`email:bob@example.org morning job ${run.jobId} email:bob@example.org`])
    expect(run.places?.map((place) => place.route.chat)).toEqual(['web:home', 'email:thread1'])
  })

  test('is where they are alone when nobody else is named', async () => {
    const { open } = opening({ status: 'opened', route })
    const { run } = await createRig(morning, { open }, { destinations: ['email:bob@example.org'] }).run()
    expect(run.places?.map((place) => place.route.chat)).toEqual(['email:thread1'])
  })

  test('is elsewhere when that is refused', async () => {
    const { open } = opening({ status: 'refused', reason: 'there is no such mailbox' })
    const rig = createRig(morning, { open }, { destinations: ['web:home', 'email:bob@example.org'] })
    expect((await rig.run()).run.places?.map((place) => place.route.chat)).toEqual(['web:home'])
  })
})

describe('the heartbeat', () => {
  test('is silent while no check has anything new, and asks a model when one has', async () => {
    const rig = createRig(watching)
    expect((await rig.run('silent')).prepared).toEqual({
      status: 'nothing',
      reason: scheduleMessages.reasons.nothingNew,
    })
    rig.mails.push(mail('fire'))
    const { prepared, run } = await rig.run('silent')
    expect(prepared).toEqual({ status: 'ask' })
    expect(run.sources?.[0]?.lines).toEqual(['Bob: about fire (2026-03-14 08:00)'])
    // What was judged once is not judged again.
    expect((await rig.run('silent')).prepared).toMatchObject({ status: 'nothing' })
  })

  test('looks at nothing outside its hours', async () => {
    const rig = createRig(watching)
    rig.mails.push(mail('fire'))
    rig.world.clock.advance(13 * 60 * MINUTE)
    expect((await rig.run()).prepared).toEqual({
      status: 'nothing',
      reason: scheduleMessages.reasons.outsideHours('08:00 – 22:00'),
    })
    expect(rig.looks).toEqual([])
  })

  test('looks at nothing once it has spoken as often as it may, until the next day', async () => {
    const rig = createRig(watching)
    for (const key of ['one', 'two', 'three']) {
      rig.mails.push(mail(key))
      const { prepared } = await rig.run()
      expect(prepared).toMatchObject({ status: key === 'three' ? 'nothing' : 'ask' })
    }
    expect(rig.looks).toHaveLength(2)
    rig.world.clock.advance(24 * 60 * MINUTE)
    expect((await rig.run()).prepared).toEqual({ status: 'ask' })
  })
})

test('a job that only asks gathers nothing', async () => {
  const rig = createRig('timezone = "UTC"\n[[schedules]]\nname = "ask"\ncron = "0 7 * * *"\ntext = "How is it?"\n')
  const { prepared, run } = await rig.run()
  expect(prepared).toEqual({ status: 'ask' })
  expect(run.sources).toBeNull()
})
