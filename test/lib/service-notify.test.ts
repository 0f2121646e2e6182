import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProcessCommand, RunOutcome } from '../../src/lib/child.ts'
import { createLog } from '../../src/lib/log.ts'
import { createNotifier } from '../../src/lib/service-notify.ts'

const exited = (code: number): RunOutcome => ({ status: 'exited', code, stdout: '', stderr: '' })

function bench(env: NodeJS.ProcessEnv, outcome = exited(0)) {
  const lines: string[] = []
  const told: ProcessCommand[] = []
  const stop = new AbortController()
  const log = createLog({
    level: 'info',
    format: 'json',
    destination: { write: (line) => lines.push(line) },
    scrub: (text) => text,
  })
  const run = (command: ProcessCommand) => {
    told.push(command)
    if (told.length === 3) stop.abort()
    return Promise.resolve(outcome)
  }
  return { notifier: createNotifier(env, run, log), told, lines, stop }
}

test('outside of systemd nothing is started', async () => {
  const { notifier, told, stop } = bench({ WATCHDOG_USEC: '3000' })
  await notifier.ready()
  await notifier.watchdog(() => true, stop.signal)
  await notifier.stopping()
  expect(told).toEqual([])
})

test('systemd is told by its own tool, which gets the socket and nothing else of ours', async () => {
  const { notifier, told } = bench({ NOTIFY_SOCKET: '/run/notify', PATH: '/bin', ANTHROPIC_API_KEY: 'hush' })
  await notifier.ready()
  await notifier.stopping()
  expect(told.map(({ args }) => args)).toEqual([['READY=1'], ['STOPPING=1']])
  expect(told[0]?.env).toEqual({ NOTIFY_SOCKET: '/run/notify', PATH: '/bin' })
})

test('with a connection to systemd, each state is one write to it, and no process is started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'skein-notify-'))
  const received = join(folder, 'received')
  const descriptor = openSync(received, 'a')
  try {
    const { notifier, told } = bench({ NOTIFY_SOCKET: '/run/notify', SKEIN_NOTIFY_FD: String(descriptor) })
    await notifier.ready()
    await notifier.stopping()
    expect(readFileSync(received, 'utf8')).toBe('READY=1STOPPING=1')
    expect(told).toEqual([])
  } finally {
    closeSync(descriptor)
    rmSync(folder, { recursive: true })
  }
})

test('a connection that broke is said in the log and stops nothing', async () => {
  const { notifier, lines } = bench({ NOTIFY_SOCKET: '/run/notify', SKEIN_NOTIFY_FD: '9999' })
  await notifier.ready()
  expect(lines.join('')).toContain('could not notify systemd')
})

test('the watchdog is fed while the daemon lives, until the signal', async () => {
  const { notifier, told, stop } = bench({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '3000' })
  await notifier.watchdog(() => true, stop.signal)
  expect(told.map(({ args }) => args)).toEqual([['WATCHDOG=1'], ['WATCHDOG=1'], ['WATCHDOG=1']])
})

test('the watchdog starves when a part stands still, and the log says why', async () => {
  const { notifier, told, lines, stop } = bench({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '3000' })
  let asked = 0
  await notifier.watchdog(() => {
    if (++asked === 3) stop.abort()
    return false
  }, stop.signal)
  expect(told).toEqual([])
  expect(lines.join('')).toContain('watchdog not fed')
})

test('a watchdog meant for another process is left alone', async () => {
  const { notifier, told, stop } = bench({ NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '3000', WATCHDOG_PID: '1' })
  await notifier.watchdog(() => true, stop.signal)
  expect(told).toEqual([])
})

test('a tool that fails is said in the log and stops nothing', async () => {
  const { notifier, lines } = bench({ NOTIFY_SOCKET: '/run/notify' }, exited(1))
  await notifier.ready()
  expect(lines.join('')).toContain('could not notify systemd')
})
