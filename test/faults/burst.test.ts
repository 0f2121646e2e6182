import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { audit, figuresOf, type Said } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { size } from '../support/sizes.ts'

const messages = size(2000, 10_000)
const lanes = 200
const BURST_MS = messages
const MOST_MB = 200

let build: Build

beforeAll(() => {
  build = createBuild()
})

test(`${messages} messages in ${BURST_MS / 1000} s over ${lanes} lanes are all answered, in order, in little memory`, async () => {
  const daemon = createDaemon({ build, config: '[workers]\nsafe_mode_after = 0\nmax = 32\n' })
  const speaker = createSpeaker(daemon.socket, 64)
  try {
    await daemon.start()
    const began = performance.now()
    await Promise.all(Array.from({ length: lanes }, (_, lane) => converse(speaker, lane, began)))
    const burstMs = performance.now() - began
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    const answeredMs = performance.now() - began
    const mb = highestMemory(daemon.pid())
    expect(await daemon.stop()).toMatchObject({ code: 0 })

    const found = audit(daemon.database, speaker.said)
    reportFigures('burst', {
      ...figuresOf(found),
      'sent in': seconds(burstMs),
      'answered after': seconds(answeredMs),
      memory: `${mb} MB`,
      acknowledged: latencies(speaker.said),
    })
    expect(found.problems).toEqual([])
    expect(found.accepted).toBe(messages)
    expect(mb).toBeLessThanOrEqual(MOST_MB)
  } finally {
    speaker.close()
    await daemon.remove()
  }
})

/** One lane's share, spread evenly over the time of the burst. */
async function converse(speaker: Speaker, lane: number, began: number): Promise<void> {
  const lines = messages / lanes
  const never = new AbortController().signal
  for (let line = 0; line < lines; line++) {
    const due = began + ((line + lane / lanes) * BURST_MS) / lines
    await sleep(Math.max(0, due - performance.now()), never)
    await speaker.say(`web:lane${lane}`, `lane ${lane} line ${line} of the burst`)
  }
}

function highestMemory(pid: number): number {
  const [, kb] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

function latencies(said: Said[]): string {
  const ms = said.map((line) => line.ackMs ?? 0).sort((a, b) => a - b)
  const at = (share: number) => `${Math.round(ms[Math.floor((ms.length - 1) * share)] ?? 0)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
