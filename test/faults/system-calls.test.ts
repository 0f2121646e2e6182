import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sleep } from '../../src/lib/time/timers.ts'
import { type Build, createTunedBuild } from '../peers/build.ts'
import { createDaemon, type Exit } from '../peers/daemon.ts'
import { audit, figuresOf } from '../peers/ledger.ts'
import { canTrace, injecting, wasMet } from '../peers/machine/strace.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { seed, seeded } from '../support/seeded.ts'
import { isLong, size } from '../support/sizes.ts'

/** A life that meets no fault ends when so much was answered. */
const ENOUGH = 4
/** What a start and an end say, however quickly one follows the other, and what a life may say beside them. */
const LOG_LINES_OF_A_LIFE = 50
const LOG_LINES_A_SECOND = 20

let build: Build
let data: string
let speaker: Speaker

describe.skipIf(!canTrace())('a fault at one system call (left out where strace is missing or may not trace):', () => {
  beforeAll(() => {
    // The demo types at a person's pace; here its answers are many and short.
    build = createTunedBuild({ pieceMs: 0 })
  })
  beforeEach(() => {
    const room = mkdtempSync(join(tmpdir(), 'skein-calls-'))
    data = join(room, 'data')
    speaker = createSpeaker(join(data, 'skein.sock'))
    onTestFinished(() => {
      speaker.close()
      rmSync(room, { recursive: true, force: true })
    })
  })

  test('killed at the move of a file that is handed in, it is there once or not at all, and can be handed in again', async () => {
    const file = join(data, '../roof.txt')
    writeFileSync(file, 'the roof leaks')
    const send = () =>
      spawnSync(
        process.execPath,
        [build.main, '--data', data, 'send', 'see this', '--file', file, '--wait', '--json'],
        {
          env: { PATH: process.env.PATH, HOME: '/nonexistent' },
          encoding: 'utf8',
        },
      )
    const trace = join(data, '../trace')
    const doomed = createDaemon({ build, data, under: injecting('/^rename:signal=SIGKILL:when=1', trace) })
    await doomed.start()
    const cut = spawn(process.execPath, [build.main, '--data', data, 'send', 'see this', '--file', file, '--wait'])
    const sent = new Promise((resolve) => cut.once('close', resolve))
    expect(await doomed.exited()).toMatchObject({ signal: 'SIGKILL' })
    expect(await sent).not.toBe(0)
    await doomed.remove()
    const daemon = createDaemon({ build, data })
    onTestFinished(() => daemon.remove())
    await daemon.start()
    expect(JSON.parse(send().stdout)).toMatchObject({ state: 'answered' })
    await daemon.stop()
    const kept = readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(kept).toHaveLength(1)
  })

  const killing = points(size(2, 60), (call, at) => `${call}:signal=SIGKILL:when=${at}`, {
    pwrite64: 120,
    fsync: 60,
    unlink: 4,
    ftruncate: 4,
  })
  test(
    `killed at ${killing.length} of them, nothing is lost, doubled or left lying`,
    async () => {
      let deaths = 0
      for (const what of killing) {
        const { exit } = await live(what)
        if (exit.signal === 'SIGKILL') deaths++
        // What the fault left is brought to rest before the next one, so that a message does not die of two.
        await rest()
      }
      report('kill at a call', `${deaths} of ${killing.length} points reached`)
      expect(deaths).toBeGreaterThan(killing.length / 3)
    },
    killing.length * 60_000,
  )

  const failing = [
    ...points(size(1, 40), (call, at) => `${call}:error=EIO:when=${at}`, { pwrite64: 120, fsync: 60 }),
    ...points(size(1, 40), (call, at) => `${call}:error=EIO:when=${at}..${at + 12}`, { pwrite64: 120, fsync: 60 }),
    ...points(size(1, 40), (call, at) => `${call}:error=ENOSPC:when=${at}..${at + 12}`, { pwrite64: 120 }),
  ]
  test(
    `refused by the disk at ${failing.length} of them, nothing acknowledged is lost, and it neither spins nor stays down`,
    async () => {
      let met = 0
      for (const what of failing) {
        const { exit, isMet, seconds, lines } = await live(what)
        if (isMet) met++
        // It may give up, as long as it starts again from what is stored; it may not be killed by what it did not expect.
        expect(exit.signal, what).toBeNull()
        expect(lines, what).toBeLessThan(LOG_LINES_OF_A_LIFE + seconds * LOG_LINES_A_SECOND)
        await rest()
      }
      report('refused at a call', `${met} of ${failing.length} points reached`)
      expect(met).toBeGreaterThan(failing.length / 3)
    },
    failing.length * 60_000,
  )
})

/** `count` moments at random for each call, up to the number given with it. A few must be met, so they are in the first half. */
function points(count: number, word: (call: string, at: number) => string, calls: Record<string, number>): string[] {
  const random = seeded(seed)
  return Object.entries(calls).flatMap(([call, most]) => {
    const last = isLong ? most : Math.ceil(most / 2)
    const at = Array.from({ length: Math.min(count, last) }, () => 1 + Math.floor(random() * last))
    return [...new Set(at)].map((moment) => word(call, moment))
  })
}

interface Life {
  exit: Exit
  isMet: boolean
  seconds: number
  lines: number
}

/** One life of the daemon that meets the fault, with three people talking to it until it ends or has answered enough. */
async function live(what: string): Promise<Life> {
  const trace = join(data, '../trace')
  const daemon = createDaemon({ build, data, under: injecting(what, trace) })
  const ended = new AbortController()
  const { exited } = daemon.launch()
  const gone = exited.finally(() => ended.abort())
  const talking = ['web:a', 'web:b', 'web:c'].map(async (chat) => {
    for (let line = 1; line <= ENOUGH && !ended.signal.aborted; line++) {
      await speaker.say(chat, `${chat} in the life of ${what}, line ${line}`, ended.signal)
      await sleep(20, ended.signal)
    }
  })
  await Promise.race([Promise.all(talking), gone])
  // strace stands in front, and a signal to it would only make it let go.
  if (!ended.signal.aborted) process.kill(Number(readFileSync(join(data, 'lock.pid'), 'utf8')), 'SIGTERM')
  const exit = await gone
  await Promise.all(talking)
  const lines = daemon.words().split('\n').length
  await daemon.remove()
  return { exit, isMet: wasMet(trace), lines, seconds: exit.ms / 1000 }
}

/** Starts it as it should be, says again what nobody acknowledged, and waits until all is answered. */
async function rest(): Promise<void> {
  const daemon = createDaemon({ build, data })
  try {
    await daemon.start()
    for (const line of speaker.said) if (line.acked === undefined) await speaker.tell(line)
    await speaker.quiet(AbortSignal.timeout(QUIET_MS))
    expect(await daemon.stop()).toMatchObject({ code: 0 })
  } finally {
    await daemon.remove()
  }
}

function report(name: string, what: string): void {
  expect(existsSync(join(data, 'skein.db'))).toBe(true)
  const found = audit(join(data, 'skein.db'), speaker.said)
  reportFigures(name, { ...figuresOf(found), what, seed })
  expect(found.problems).toEqual([])
  expect(found.accepted).toBe(found.sent)
}
