import { describe, expect, test } from 'vitest'
import type { DoctorChecks } from '../../../src/app/doctor/check-rounds.ts'
import { readChannelReports } from '../../../src/tasks/reports/activity.ts'
import { type ReportedRunner, reportRunner } from '../../../src/tasks/reports/runner-report.ts'
import type { Health } from '../../../src/web/page/wire/health-wire.ts'
import type { WebServerDeps } from '../../../src/web/server.ts'
import { createScriptedChannel } from '../../support/scripted-channel.ts'
import { ask, pageHeaders, signIn } from '../http.ts'
import { servedBy } from '../served.ts'
import { createWorld, type World } from '../world.ts'
import { addressOf, asPhone, chromiumPath } from './browser.ts'
import { usePage } from './page-world.ts'

const hostile = '<img src=x onerror=__pwn(1)>'

const attic: ReportedRunner = {
  name: 'attic',
  pairedAt: new Date(0),
  state: 'ready',
  seenMs: 1400,
  beat: { host: hostile, version: '1.2.3', places: 4, free: 3, memoryMb: 512, sessions: 1, brains: ['script'] },
}

/** A daemon with a brain that cannot be asked until somebody tries it, and a doctor that takes its time. */
function ailing(world: World): { health: WebServerDeps['health']; tried: string[]; find(): void } {
  const { health } = servedBy(world, { id: world.ownerId, name: 'Ana', role: 'owner', timezone: undefined }, world.dir)
  const tried: string[] = []
  let round: ReturnType<DoctorChecks['last']>
  const telegram = { ...createScriptedChannel('telegram'), lastRoundTrip: () => world.clock.mono() - 90_000 }
  const email = { ...createScriptedChannel('email'), lastRoundTrip: () => undefined }
  const channels = new Map([world.channel, telegram, email].map((channel) => [channel.name, channel]))
  return {
    tried,
    /** What it waits for is found. */
    find() {
      const says = {
        en: `${hostile} is missing; install bubblewrap`,
        de: `${hostile} fehlt; installiere bubblewrap`,
      }
      if (round) {
        round.findings.push({
          id: 'sandbox.bwrap',
          what: 'bwrap',
          verdict: 'bad',
          says,
          why: 'Commands are off.',
          step: `apt-get install ${hostile}`,
        })
        const step = { en: 'set it', de: 'setze sie' }
        round.findings.push({ id: 'clock.zone', what: 'zone', verdict: 'note', says: 'unset', why: 'It counts.', step })
        round.waiting = []
        round.endedAt = world.clock.now()
      }
    },
    health: {
      ...health,
      overview: () => ({
        ...health.overview(),
        disk: 'low',
        brain: {
          name: 'script',
          ...(tried.length === 0 && { trouble: { sentence: `${hostile} is away.`, until: new Date(0) } }),
        },
      }),
      sizes: () => ({ at: new Date(0), parts: [{ what: 'Copies from before upgrades (upgrade_copies)', bytes: 5e7 }] }),
      runners: () =>
        [attic, { ...attic, name: 'cellar', state: 'gone' as const, seenMs: 7_300_000 }].map((runner) =>
          reportRunner(runner, '1.2.3'),
        ),
      channels: () => readChannelReports({ channels, clock: world.clock }),
      doctor: {
        start() {
          round ??= {
            startedAt: world.clock.now(),
            findings: [{ id: 'installation.node', what: 'node', verdict: 'ok', says: 'v20', why: 'It is tested.' }],
            waiting: ['bwrap'],
          }
        },
        last: () => round,
      },
      tryNow: (brain) => brain === 'script' && tried.push(brain) > 0,
    },
  }
}

test('how the daemon is, is told to whoever is signed in and to nobody else', async () => {
  const world = createWorld()
  const { health, tried } = ailing(world)
  const server = await world.serve({ health })
  const call = (path: string, headers: Record<string, string>, body?: object) => {
    const json = { 'content-type': 'application/json', 'x-skein': '1' }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    return ask(server.port, { path, ...sent, headers: pageHeaders(server.port, { ...(body && json), ...headers }) })
  }
  for (const [path, body] of [
    ['/api/health'],
    ['/api/health/doctor', {}],
    ['/api/health/try', { brain: 'script' }],
  ] as const)
    expect([path, (await call(path, {}, body)).status]).toEqual([path, 401])
  expect(health.doctor.last()).toBeUndefined()
  expect(tried).toEqual([])

  const { cookie } = await signIn(server)
  world.log.info({ task: 17 }, 'task answered')
  world.log.warn({ said: hostile }, 'beware')
  const answer = await call('/api/health', { cookie })
  expect(answer.headers['cache-control']).toBe('no-store')
  const told = answer.json() as Health
  expect(told).toMatchObject({
    overview: {
      version: '1.2.3',
      disk: 'low',
      brain: { troubles: [{ name: 'script', sentence: `${hostile} is away.` }] },
    },
    runners: [
      { name: 'attic', says: { en: expect.stringMatching(/^ready, on .* 1 of 4 places taken/) } },
      { name: 'cellar', problem: { de: expect.stringContaining('nicht verbunden') } },
    ],
    channels: [
      { name: 'web', isAsking: false },
      { name: 'telegram', isAsking: true, heardAt: expect.any(Number) },
      { name: 'email', isAsking: true },
    ],
    store: { files: { count: 0, bytes: 0 } },
  })
  expect(told.channels[2]).not.toHaveProperty('heardAt')
  expect(told.store.databaseBytes).toBeGreaterThan(10_000)
  expect(told.store.freeBytes).toBeGreaterThan(0)
  expect(told).not.toHaveProperty('doctor')
  const messages = async (level: string) =>
    ((await call(`/api/health?level=${level}`, { cookie })).json() as Health).log.map(({ level: grade, msg, more }) => [
      grade,
      msg,
      more,
    ])
  expect((await messages('info')).slice(0, 2)).toEqual([
    ['warn', 'beware', `said="${hostile}"`],
    ['info', 'task answered', 'task=17'],
  ])
  expect(await messages('warn')).toEqual([['warn', 'beware', `said="${hostile}"`]])
  expect(await messages('error')).toEqual([])

  expect((await call('/api/health/try', { cookie }, { brain: 'nobody' })).status).toBe(404)
  expect((await call('/api/health/try', { cookie }, {})).status).toBe(400)
  const better = (await call('/api/health/try', { cookie }, { brain: 'script' })).json() as Health
  expect(better.overview.brain.troubles).toEqual([])
  const looked = (await call('/api/health/doctor', { cookie }, {})).json() as Health
  expect(looked.doctor).toMatchObject({ waiting: ['bwrap'], findings: [{ what: 'node', verdict: 'ok' }] })
  expect(looked.doctor).not.toHaveProperty('endedAt')
  await world.close()
})

describe.skipIf(!chromiumPath)('health, on the page', () => {
  const { opened, enter, serveWith } = usePage()

  test('says that all is well, and what there is', async () => {
    const { world, page, server } = opened()
    world.log.info({ n: 1 }, 'a first thing')
    await enter()
    await page.getByRole('link', { name: 'Health' }).focus()
    await page.keyboard.press('Enter')
    const health = page.getByRole('main', { name: 'Health' })
    await health.getByText('Everything is working.').waitFor()
    await health.getByText('0 of 4 running, 0 waiting').waitFor()
    await health.getByRole('region', { name: 'Storage' }).getByText('0, 0 bytes').waitFor()
    await health.getByRole('region', { name: 'Recent log entries' }).getByText('a first thing').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#words').waitFor()
    expect(await addressOf(page)).toContain(`${server.url}#web:`)
    expect(world.accepted).toEqual([])
  })

  test('says what is wrong, tries a brain again, examines everything and narrows the log; on a phone too', async () => {
    const { world, page } = opened()
    const { health: ill, tried, find } = ailing(world)
    world.log.info('nothing much')
    world.log.warn({ said: hostile }, 'beware')
    await serveWith({ health: ill })
    await enter()
    await page.evaluate("location.hash = 'health'")
    const health = page.getByRole('main', { name: 'Health' })
    const wrong = health.getByRole('list', { name: 'Problems' }).getByRole('listitem')
    await wrong.first().waitFor()
    expect((await wrong.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'The disk is almost full: no new work is started.',
      `script is not available. ${hostile} is away. Your next message will try again. Try now`,
      'The runner cellar is not connected. Others answer instead, if there are any.',
    ])
    const runners = await health.getByRole('region', { name: 'Runners' }).innerText()
    expect(runners).toContain(`ready, on ${hostile}, Skein 1.2.3, script, 1 of 4 places taken`)
    expect(runners).toContain('last seen 2 hours ago')
    const channels = health.getByRole('region', { name: 'Channels' })
    expect((await channels.innerText()).replace(/\s+/g, ' ')).toBe(
      'Channels web receives messages directly telegram last checked 1 min ago email not reached since the start',
    )
    await health.getByRole('button', { name: 'Try now' }).press('Enter')
    await expect.poll(() => wrong.count()).toBe(2)
    expect(tried).toEqual(['script'])

    const doctor = health.getByRole('region', { name: 'Checks' })
    await doctor.getByRole('button', { name: 'Check everything' }).press('Enter')
    await doctor.getByText('Checking bwrap…').waitFor()
    expect((await doctor.getByRole('listitem').allInnerTexts()).join().replace(/\s+/g, ' ')).toBe('OK node v20')
    find()
    await doctor.getByText(/^Checked at/).waitFor()
    expect((await doctor.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      `problem bwrap ${hostile} is missing; install bubblewrap Commands are off. Next: apt-get install ${hostile}`,
      'note zone unset It counts. Next: set it',
      'OK node v20',
    ])
    expect(await doctor.locator('code').allInnerTexts()).toEqual([`apt-get install ${hostile}`])

    const log = health.getByRole('region', { name: 'Recent log entries' })
    await log.getByText('nothing much').waitFor()
    await log.getByRole('radio', { name: 'warnings' }).check()
    await log.getByText('nothing much').waitFor({ state: 'detached' })
    await log.getByText(`said="${hostile}"`).waitFor()

    await asPhone(page, 800)
    const size = health.getByText('47.7 MB')
    const rows = await size.evaluate((box) => {
      const text = box.ownerDocument.createRange()
      text.selectNodeContents(box)
      return text.getClientRects().length
    })
    expect(rows).toBe(1)
    const body = page.locator('#health-body')
    expect(await body.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await page.reload()
    // What was found is kept as long as the daemon runs.
    await page.getByRole('region', { name: 'Checks' }).getByText('install bubblewrap').waitFor()
    await page.evaluate("localStorage.setItem('skein.language', 'de')")
    await page.reload()
    await page.locator('.finding', { hasText: 'fehlt; installiere bubblewrap' }).waitFor()
  })
})
