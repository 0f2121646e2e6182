import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const rounds = size(5, 200)
const never = new AbortController().signal

let build: Build
let daemon: DaemonPeer
let speaker: Speaker

beforeAll(() => {
  build = createBuild()
})
beforeEach(() => {
  daemon = createDaemon({ build })
  speaker = createSpeaker(daemon.socket)
})
afterEach(async () => {
  speaker.close()
  await daemon.remove()
})

test(
  `told to stop ${rounds} times under load, it leaves cleanly and loses nothing`,
  async () => {
    const ended = new AbortController()
    const talking = ['web:a', 'web:b', 'web:c'].map((chat) => converse(chat, ended.signal))
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      await daemon.start()
      await sleep(Math.random() * 1500, never)
      const began = performance.now()
      expect(await daemon.stop()).toMatchObject({ code: 0, signal: null })
      took.push(performance.now() - began)
    }
    await daemon.start()
    ended.abort()
    await Promise.all(talking)
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    await daemon.stop()
    const found = audit(daemon.database, speaker.said)
    reportFigures('shutdown', {
      ...figuresOf(found),
      stops: took.length,
      'slowest stop': `${Math.round(Math.max(...took))} ms`,
    })
    expect(found.problems).toEqual([])
    expect(found.ends.quarantined).toBeUndefined()
  },
  rounds * 45_000,
)

test('a daemon that is told to stop in the middle of a turn answers that message, then or after the next start', async () => {
  await daemon.start()
  const line = await speaker.say('web:home', 'do not forget me')
  await speaker.running(line)
  expect(await daemon.stop()).toMatchObject({ code: 0 })
  await daemon.start()
  expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
  await daemon.stop()
  expect(audit(daemon.database, speaker.said).problems).toEqual([])
})

test('frozen for 5 s in the middle of a turn and thawed, it answers once', async () => {
  await daemon.start()
  const line = await speaker.say('web:home', 'wait for me')
  await speaker.running(line)
  daemon.signal('SIGSTOP')
  await sleep(5000, never)
  daemon.signal('SIGCONT')
  expect(await speaker.outcome(line)).toMatchObject({ state: 'answered' })
  await speaker.quiet(AbortSignal.timeout(QUIET_MS))
  await daemon.stop()
  const found = audit(daemon.database, speaker.said)
  expect(found.problems).toEqual([])
  expect(found.replies).toBe(1)
})

async function converse(chat: string, signal: AbortSignal): Promise<void> {
  for (let line = 1; !signal.aborted; line++) {
    await speaker.say(chat, `${chat} line ${line}`)
    await sleep(100, signal)
  }
}
