import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf, type Said } from '../peers/ledger.ts'
import { canMount, createTmpfs, type Tmpfs } from '../peers/machine/tmpfs.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'
import { until } from '../support/until.ts'

const fullForMs = size(6000, 30_000)
/** The gate looks at the disk every two seconds. */
const NOTICED_MS = 2500
const config = '[workers]\nsafe_mode_after = 0\n[disk]\nlow_mb = 4\nfull_mb = 2\nballast_mb = 1\n'
const never = new AbortController().signal

let build: Build
let disk: Tmpfs
let daemon: DaemonPeer
let speaker: Speaker

describe.skipIf(!canMount())('on a disk that fills up (left out where nothing can be mounted: it needs root)', () => {
  beforeAll(() => {
    build = createBuild()
  })
  beforeEach(() => {
    disk = createTmpfs(32)
    daemon = createDaemon({ build, config, data: join(disk.dir, 'data') })
    speaker = createSpeaker(daemon.socket)
  })
  afterEach(async () => {
    speaker.close()
    await daemon.remove()
    disk.remove()
  })

  test('nothing is acknowledged while it is full, nothing is lost, and it goes on by itself once there is room', async () => {
    await daemon.start()
    const pid = daemon.pid()
    const ended = new AbortController()
    const talking = ['web:a', 'web:b', 'web:c'].map((chat) => converse(chat, ended.signal))
    await expect.poll(() => speaker.said.filter(({ ackAt }) => ackAt !== undefined).length).toBeGreaterThan(3)
    disk.fill()
    await diskIs('full')
    const full = performance.now()
    // Again and again: what the daemon gives up is taken as well.
    while (performance.now() - full < fullForMs) {
      disk.fill()
      await sleep(50, never)
    }
    disk.empty()
    const freed = performance.now()
    const during = speaker.said.filter(({ ackAt = 0 }) => ackAt > full + NOTICED_MS && ackAt < freed)
    const after = await speaker.say('web:after', 'is there room again?')
    expect(await speaker.outcome(after)).toMatchObject({ state: 'answered' })
    const recovered = performance.now() - freed
    ended.abort()
    await Promise.all(talking)
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    const quiet = performance.now() - freed
    const logged = daemon.words().split('\n').length
    expect(await daemon.stop()).toMatchObject({ code: 0 })

    const found = audit(daemon.database, speaker.said)
    reportFigures('disk full', {
      ...figuresOf(found),
      'acknowledged while full': during.length,
      'answering again after': `${Math.round(recovered)} ms`,
      'at rest after': `${Math.round(quiet)} ms`,
      'log lines': logged,
    })
    expect(found.problems).toEqual([])
    expect(found.ends.quarantined, "a full disk is nobody's fault").toBeUndefined()
    expect(during).toEqual([])
    expect(daemon.pid()).toBe(pid)
    expect(logged / ((freed - full) / 1000)).toBeLessThan(20)
  })

  test('with less room left than disk.full_mb nothing is taken in, although it would still fit', async () => {
    await daemon.start()
    disk.fill(0.5)
    await diskIs('full')
    const line: Said = { chat: 'web:a', key: 'k1', text: 'is there room?' }
    expect(await speaker.tell(line)).toMatchObject({ status: 503 })
    disk.empty()
    await diskIs('ok')
    expect(await speaker.tell(line)).toMatchObject({ status: 200 })
  })

  test('a first start on a full disk says so in one line and asks to be tried later', async () => {
    disk.fill()
    const { code } = await daemon.launch().exited
    expect(daemon.words()).toMatch(/^skein: [^\n]*(full|space)[^\n]*\n$/)
    expect(code).toBe(75)
    disk.empty()
    await daemon.start()
    expect(await speaker.outcome(await speaker.say('web:a', 'and now?'))).toMatchObject({ state: 'answered' })
  })
})

async function diskIs(level: string): Promise<void> {
  const looking = async () => expect(await speaker.call('GET', '/status')).toMatchObject({ body: { disk: level } })
  await until(looking)
}

async function converse(chat: string, signal: AbortSignal): Promise<void> {
  for (let line = 1; !signal.aborted; line++) {
    await speaker.say(chat, `${chat} line ${line}`)
    await sleep(100, signal)
  }
}
