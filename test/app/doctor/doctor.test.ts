import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { check, type Finding } from '../../../src/app/doctor/check.ts'
import { type Check, createDoctorChecks } from '../../../src/app/doctor/check-rounds.ts'
import { createChecks } from '../../../src/app/doctor/doctor.ts'
import { untilAborted } from '../../../src/lib/time/timers.ts'
import type { Language } from '../../../src/messages/languages.ts'
import { textIn } from '../../../src/messages/localized.ts'
import { lockDirectory } from '../../../src/store/file/data-dir.ts'
import { placeStore } from '../../support/template-store.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { createPatient, running } from './patient.ts'

const never = new AbortController().signal

function patient(settings: string, folder = 'data') {
  const dir = mkdtempSync(join(tmpdir(), 'skein-doctor-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const dataDir = join(dir, folder)
  mkdirSync(dataDir)
  const configFile = join(dir, 'config.toml')
  writeFileSync(configFile, settings, { mode: 0o600 })
  return { configFile, dataDir, env: { HOME: dir, PATH: '/nowhere' }, version: '0.1.0', daemon: async () => undefined }
}

async function examine(given: ReturnType<typeof patient>, language: Language = 'en') {
  const found: Finding[] = (await Promise.all(createChecks(given).map(({ look }) => look(never)))).flat()
  return found.map(({ id, what, verdict, says }) => ({
    id,
    what: textIn(what, language),
    verdict,
    says: textIn(says, language),
  }))
}

test('looks at everything and says what to do, without a secret of the configuration', async () => {
  const token = '777-AAEexample-token-of-a-bot'
  const given = patient(`[telegram]\ntoken = "${token}"\napi_root = "http://127.0.0.1:1"\n`, token)
  placeStore(given.dataDir)
  const found = await examine(given)
  const verdictOf = (what: string) => found.find((finding) => finding.what === what)?.verdict
  const verdicts = {
    node: 'ok',
    configuration: 'ok',
    'data directory': 'ok',
    store: 'ok',
    backups: 'note',
    'claude CLI': 'note',
    Telegram: 'bad',
    bwrap: 'note',
    "the CLI's tools": 'note',
  }
  for (const [what, verdict] of Object.entries(verdicts)) expect([what, verdictOf(what)]).toEqual([what, verdict])
  expect(found.find(({ what }) => what === 'claude CLI')?.says).toContain('Install it with "npm install -g')
  expect(found.find(({ what }) => what === 'store')?.says).toMatch(/\/\[secret\]\/skein\.db$/)
  expect(JSON.stringify(found)).not.toContain(token)
})

test('says the same in German', async () => {
  const given = patient('[telegram]\ntoken = "777-AAEexample-token-of-a-bot"\napi_root = "http://127.0.0.1:1"\n')
  const found = await examine(given, 'de')
  const says = (what: string) => found.find((finding) => finding.what === what)?.says
  expect(says('Konfiguration')).toBe(given.configFile)
  expect(says('Speicherplatz')).toMatch(/ MB frei für /)
  expect(says('Datei der Datenbank')).toBe('noch keine; der erste Start legt sie an')
  expect(says('Sicherungen')).toMatch(/^aus; /)
  expect(says('claude-CLI')).toContain('Installiere sie mit „npm install -g')
  expect(says('Telegram')).toMatch(/^die Abfrage ist fehlgeschlagen: /)
  expect(says('bwrap')).toBe('fehlt oder ist nicht erlaubt')
  expect(says('Werkzeuge der CLI')).toBe('abgeschaltet, weil es keine Sandbox gibt: claude wurde nicht gefunden')
})

test('a damaged store and a wrong key are told, and the rest is looked at all the same', async () => {
  const given = patient('[web]\nprot = 1\n')
  writeFileSync(join(given.dataDir, 'skein.db'), 'this is no database, whatever it is called. '.repeat(400))
  const found = await examine(given)
  const says = (what: string) => found.find((finding) => finding.what === what && finding.verdict === 'bad')?.says
  expect(says('configuration')).toMatch(/web\.prot; did you mean web\.port/)
  const german = await examine(given, 'de')
  expect(german.find(({ what }) => what === 'Konfiguration')?.says).toMatch(/web\.prot.*web\.port/)
  expect(says('store')).toContain(join(given.dataDir, 'skein.db'))
  expect(found.map(({ what }) => what)).toContain('bwrap')
  expect(found.filter(({ says: words }) => words.includes('could not be checked'))).toEqual([])
})

test('a port of the page at which nothing answers is not said to be used by another program', async () => {
  const given = createPatient()
  given.daemon = running
  given.configure('[web]\nport = 1\n')
  expect(await given.look('channels.page')).toMatchObject([
    { verdict: 'note', says: { en: 'nothing answers on port 1, so the running Skein has the page on another port' } },
  ])
})

test('a daemon that hangs is not taken for one that crashed', async () => {
  const given = createPatient()
  given.sql('INSERT INTO instance (pid, started_at) VALUES (?, 0)', process.pid)
  const lock = lockDirectory(given.dataDir)
  onTestFinished(() => lock.release())
  expect(await given.look('service.daemon')).toMatchObject([{ verdict: 'bad' }])
  expect(await given.look('service.crashes')).toMatchObject([{ verdict: 'ok' }])
})

test('files that the daemon removes during a check are no finding', async () => {
  const given = createPatient()
  const files = Array.from({ length: 8 }, (_, number) => join(given.dataDir, `lock.${number}`))
  const churn = `const fs = require('node:fs')
    for (;;) for (const file of ${JSON.stringify(files)}) {
      fs.closeSync(fs.openSync(file, 'w', 0o600))
      fs.rmSync(file)
    }`
  const daemon = new Worker(churn, { eval: true })
  onTestFinished(async () => void (await daemon.terminate()))
  await expect.poll(() => files.some((file) => existsSync(file))).toBe(true)
  for (let times = 0; times < 15; times++)
    for (const id of ['permissions.owner', 'permissions.store-files'] as const)
      expect(await given.look(id)).toMatchObject([{ verdict: 'ok' }])
})

test('a check that throws, or hangs without listening to its signal, is a finding and not the end of the others', async () => {
  const described = { title: 'odd', why: 'It is odd.' }
  const checks = [
    check('service.throws', described, () => {
      throw new Error('no paper')
    }),
    check('service.hangs', described, () => new Promise(() => {})),
    check('service.fine', described, () => ({ verdict: 'ok', says: 'fine' })),
  ]
  const limits = { checks, timeoutMs: 10, graceMs: 10 }
  const found = (await Promise.all(createChecks(patient(''), limits).map(({ look }) => look(never)))).flat()
  expect(found.map(({ id, verdict, says }) => [id, verdict, textIn(says, 'en')])).toEqual([
    ['service.throws', 'bad', 'could not be checked: no paper'],
    ['service.hangs', 'bad', 'no result within 0 seconds'],
    ['service.fine', 'ok', 'fine'],
  ])
})

test('a round tells what it found as it finds it, one at a time, and ends with the daemon', async () => {
  const clock = createTestClock()
  const why = 'Somebody waits.'
  const slow: Check = {
    id: 'service.slow',
    what: 'slow',
    async look(signal) {
      await untilAborted(signal)
      return [{ id: 'service.slow', what: 'slow', verdict: 'bad', says: 'cut short', why }]
    },
  }
  const found: Finding = { id: 'service.quick', what: 'quick', verdict: 'ok', says: 'at once', why }
  const quick: Check = { id: 'service.quick', what: 'quick', look: async () => [found] }
  let rounds = 0
  const round = createDoctorChecks({ clock, checks: async () => (rounds++, [slow, quick]) })
  expect(round.last()).toBeUndefined()
  round.start()
  round.start()
  await expect.poll(() => round.last()?.findings).toEqual([found])
  expect(round.last()).toEqual({ startedAt: clock.now(), findings: [expect.anything()], waiting: ['slow'] })
  round.start()
  await round.close()
  expect(rounds).toBe(1)
  expect(round.last()).toMatchObject({ endedAt: clock.now(), waiting: [] })
  expect(round.last()?.findings[0]).toMatchObject({ what: 'slow', verdict: 'bad' })
})
