import { afterAll, beforeAll, expect, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit, figuresOf } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const kills = size(8, 1000)
const chats = ['web:kitchen', 'web:garden', 'web:roof']
const PAUSE_MS = 150

let build: Build
let daemon: DaemonPeer
let speaker: Speaker

beforeAll(() => {
  build = createBuild()
  daemon = createDaemon({ build })
  speaker = createSpeaker(daemon.socket)
})
afterAll(async () => {
  speaker.close()
  await daemon.remove()
})

test(
  `killed ${kills} times at random moments under load: nothing is lost, doubled or left lying`,
  async () => {
    const ended = new AbortController()
    const talking = chats.map((chat) => converse(chat, ended.signal))
    const restarts: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const { ready } = daemon.launch()
      // Every other one may also hit the start itself.
      if (kill % 2 === 0) restarts.push(await receiving(ready))
      await sleep(Math.random() * 2000, ended.signal)
      expect(await daemon.kill()).toMatchObject({ signal: 'SIGKILL' })
    }
    await daemon.start()
    ended.abort()
    await Promise.all(talking)
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    expect(await daemon.stop()).toMatchObject({ code: 0 })

    const found = audit(daemon.database, speaker.said)
    restarts.sort((a, b) => a - b)
    const p95 = Math.round(restarts[Math.floor((restarts.length - 1) * 0.95)] ?? Number.POSITIVE_INFINITY)
    reportFigures('kill', { ...figuresOf(found), kills, 'receiving again after (p95)': `${p95} ms` })
    expect(found.problems).toEqual([])
    expect(found.accepted).toBeGreaterThan(kills)
  },
  kills * 20_000,
)

/** From the launch to the first acknowledgement. */
async function receiving(ready: Promise<number>): Promise<number> {
  const began = performance.now()
  await Promise.all([ready, speaker.say('web:first', 'are you there again?')])
  return performance.now() - began
}

async function converse(chat: string, signal: AbortSignal): Promise<void> {
  for (let line = 1; !signal.aborted; line++) {
    // Without the signal: what was begun is said until it is acknowledged, as the page does.
    await speaker.say(chat, `${chat} line ${line} about the weather`)
    await sleep(PAUSE_MS, signal)
  }
}
