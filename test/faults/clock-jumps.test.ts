import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf, type Said } from '../peers/ledger.ts'
import { createFakedClock, type FakedClock } from '../peers/machine/faked-clock.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { isLong, size } from '../support/sizes.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const to = (year: number) => Date.UTC(year, 5, 1) - Date.now()

const jumps: [name: string, offMs: number][] = [
  ['two hours back', -2 * HOUR],
  ['two hours forward', 2 * HOUR],
  ['two days back', -2 * DAY],
  ['two days forward', 2 * DAY],
  ['to 1972', to(1972)],
  ['to 2136', to(2136)],
]
const chats = ['web:kitchen', 'web:garden', 'web:roof']
const PAUSE_MS = 100
/** Of questions that must be answered under each clock, beside the load. */
const ROUNDS = size(1, 20)
/** Of processor time in a second with nothing to do; a loop that spins takes all of it. */
const IDLE_SHARE = 0.5

const probe = createFakedClock()
probe?.remove()
if (!probe) console.log('libfaketime is missing: nothing was tried under a clock that jumps (apt-get install faketime)')

describe.skipIf(!probe)('a clock that jumps', () => {
  let build: Build
  beforeAll(() => {
    build = createBuild()
  })

  function startDaemon(): { clock: FakedClock; daemon: DaemonPeer; speaker: Speaker } {
    const clock = createFakedClock()
    if (!clock) throw new Error('libfaketime is gone')
    const daemon = createDaemon({ build })
    const speaker = createSpeaker(daemon.socket)
    onTestFinished(async () => {
      speaker.close()
      await daemon.remove()
      clock.remove()
    })
    return { clock, daemon, speaker }
  }

  test('in the middle of the work, from each time to the next: nothing waits, runs out or is done twice', async () => {
    const { clock, daemon, speaker } = startDaemon()
    await daemon.start(clock.env)
    const load = converse(speaker)
    for (const [, offMs] of jumps) {
      clock.set(offMs)
      await load.more()
    }
    clock.set(0)
    await load.more()
    await load.end()
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    expect(await idleShare(daemon)).toBeLessThan(IDLE_SHARE)
    expect(await daemon.stop()).toMatchObject({ code: 0 })
    judge('clock jumps under load', daemon, speaker)
  })

  test.each(isLong ? jumps : jumps.filter(([name]) => /days back|2136/.test(name)))(
    'while the daemon is down, %s: it goes on with what it was killed over, and says that the clock jumped',
    async (name, offMs) => {
      const { clock, daemon, speaker } = startDaemon()
      await daemon.start(clock.env)
      const load = converse(speaker)
      await load.more()
      await daemon.kill()
      clock.set(offMs)
      await daemon.start(clock.env)
      expect(daemon.words()).toContain('the clock jumped; waiting tasks are not affected')
      await load.more()
      await daemon.stop()
      clock.set(0)
      await daemon.start(clock.env)
      await load.more()
      await load.end()
      await speaker.quiet(AbortSignal.timeout(QUIET_MS))
      expect(await daemon.stop()).toMatchObject({ code: 0 })
      judge(`clock jump ${name} across restarts`, daemon, speaker)
    },
    900_000,
  )
})

/** Somebody in each chat, one line after the other; `more` resolves when what is said now was answered. */
function converse(speaker: Speaker): { more(): Promise<void>; end(): Promise<void> } {
  const ended = new AbortController()
  const talking = chats.map(async (chat) => {
    for (let line = 1; !ended.signal.aborted; line++) {
      // Without the signal: what was begun is said until it is acknowledged, as the page does.
      const said = await speaker.say(chat, `${chat} line ${line} about the weather`)
      await sleep(PAUSE_MS, ended.signal)
      // Every other one is said into the turn before it. While the daemon is down there is no answer to wait for.
      if (line % 2 === 0) await speaker.outcome(said).catch(() => {})
    }
  })
  let asked = 0
  return {
    async more() {
      for (let round = 0; round < ROUNDS; round++) {
        const lines = chats.map((chat) => speaker.say(`${chat}-${++asked}`, 'and now?'))
        await Promise.all((await Promise.all(lines)).map((line) => answered(speaker, line)))
      }
    },
    async end() {
      ended.abort()
      await Promise.all(talking)
    },
  }
}

async function answered(speaker: Speaker, line: Said): Promise<void> {
  await expect.poll(async () => (await speaker.outcome(line)).state, { timeout: QUIET_MS }).toBe('answered')
}

function judge(name: string, daemon: DaemonPeer, speaker: Speaker): void {
  const found = audit(daemon.database, speaker.said)
  reportFigures(name, figuresOf(found))
  expect(found.problems).toEqual([])
  expect(Object.keys(found.ends)).toEqual(['answered'])
}

/** Of one processor, while nothing is to be done. */
async function idleShare(daemon: DaemonPeer): Promise<number> {
  const never = new AbortController().signal
  const [began, used] = [performance.now(), cpuMs(daemon.pid())]
  await sleep(1000, never)
  return (cpuMs(daemon.pid()) - used) / (performance.now() - began)
}

function cpuMs(pid: number): number {
  const [, stat = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = stat.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
