import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { readJournalEntry } from '../../../src/app/service/journal.ts'
import { systemLayout } from '../../../src/app/service/layout.ts'
import { readServiceState } from '../../../src/app/service/service-state.ts'
import type { RunOutcome } from '../../../src/lib/child.ts'

const entry = (fields: object) =>
  JSON.stringify({ __REALTIME_TIMESTAMP: '1773475200000000', PRIORITY: '6', SYSLOG_IDENTIFIER: 'systemd', ...fields })
const read = (fields: object) => readJournalEntry(entry(fields))
const lineOf = (fields: object) => stripVTControlCharacters(read(fields)?.line ?? '').slice(9)

test('a line of the daemon keeps its own level and fields', () => {
  const MESSAGE = '{"level":40,"time":"2026-03-14T08:00:00.000Z","task":17,"msg":"task failed"}'
  expect(lineOf({ MESSAGE })).toBe('warn  task failed task=17')
  expect(read({ MESSAGE })?.level).toBe(40)
})

test('a line of systemd gets a level from its priority and says who wrote it', () => {
  expect(lineOf({ MESSAGE: 'Failed with result', PRIORITY: '4' })).toBe('warn  Failed with result from=systemd')
})

test('bytes, missing text and foreign JSON are shown, and cannot move the cursor', () => {
  expect(lineOf({ MESSAGE: [104, 105, 27] })).toBe('info  hi? from=systemd')
  expect(lineOf({ MESSAGE: null })).toContain('too long to show')
  expect(lineOf({ MESSAGE: '{"level":"high"}' })).toContain('{"level":"high"}')
})

test('what is no entry is none', () => {
  for (const text of ['', '-- No entries --', '{}', '[1]', 'null']) expect(readJournalEntry(text)).toBeUndefined()
})

const shown = `UnitFileState=enabled
ActiveState=active
ActiveEnterTimestamp=Sat 2026-03-14 07:00:00 UTC
MainPID=144
NRestarts=2
WatchdogUSec=1min
WatchdogTimestamp=Sat 2026-03-14 08:00:10 UTC
MemoryCurrent=104857600
`

test('the state is read from systemd, its journal and its rating', async () => {
  const outcome = (stdout: string): RunOutcome => ({ status: 'exited', code: 0, stdout, stderr: '' })
  const killed = entry({ MESSAGE: 'Main process exited, code=killed, status=9/KILL', PRIORITY: '4' })
  const run = async (command: string[]) => {
    if (command.includes('show')) return outcome(shown)
    if (command.includes('security')) return outcome('→ Overall exposure level for skein.service: 2.0 OK 🙂')
    return outcome(command.includes('--lines=1') ? killed : `${killed}\n${entry({ MESSAGE: 'fine' })}`)
  }
  const found = { unit: '', record: undefined, isActive: true, accountId: 990, hasData: true, dataOwner: 990 }
  const state = await readServiceState(
    systemLayout,
    { ...found, config: undefined, credentials: [], secretsKey: 'none', hasDropIns: false },
    run,
  )
  expect(state).toMatchObject({
    enabled: true,
    state: 'active',
    since: '2026-03-14T07:00:00Z',
    pid: 144,
    restarts: 2,
    watchdogSeconds: 60,
    lastFed: '2026-03-14T08:00:10Z',
    memoryBytes: 104_857_600,
    exposure: 2,
    lastFailure: { at: '2026-03-14T08:00:00.000Z', why: 'Main process exited, code=killed, status=9/KILL' },
  })
  expect(state.warnings).toHaveLength(1)
})
