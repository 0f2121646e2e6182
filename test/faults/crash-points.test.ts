import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashLabel, crashLabels } from '../../src/lib/crash-point.ts'
import { createTunedBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer, type Exit } from '../peers/daemon.ts'
import { audit, figuresOf, type Said } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'
import { reportFigures } from '../support/report-figures.ts'
import { isLong } from '../support/sizes.ts'

const chat = 'web:home'
const PATIENCE_MS = 900_000

// Those of a permission need a model that uses tools, those of a schedule a job that is due: permission-crash.test.ts
// and schedule-kill.test.ts kill there.
const labels = crashLabels.filter((label): label is RoadLabel => !/^(?:permission|schedule)\./.test(label))
const atFirstStart = labels.filter((label) => /^start\.(?:locked|before-migration|after-migration)$/.test(label))

let dir: string
let crashFile: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'skein-crash-'))
  crashFile = join(dir, 'label')
  arm('')
})
afterAll(() => rmSync(dir, { recursive: true }))

/** From now on the daemon dies there. */
function arm(label: RoadLabel | ''): void {
  writeFileSync(crashFile, label)
}

function startPeers(): { daemon: DaemonPeer; speaker: Speaker } {
  const daemon = createDaemon({ build: createTunedBuild({ crashFile }) })
  return { daemon, speaker: createSpeaker(daemon.socket) }
}

function expectSound(name: string, { database }: DaemonPeer, speaker: Speaker): void {
  const found = audit(database, speaker.said)
  reportFigures(name, figuresOf(found))
  expect(found.problems).toEqual([])
  expect(found.accepted).toBe(speaker.said.length)
}

describe('killed', () => {
  test.each(atFirstStart)(
    'at %s and started again, it ends the message as it should, once',
    async (label) => {
      const { daemon, speaker } = startPeers()
      try {
        const { signal } = await daemon.launch({ SKEIN_CRASH_AT: label }).exited
        expect(signal, 'the label was never reached').toBe('SIGKILL')
        await daemon.start()
        const { state } = await speaker.outcome(await speaker.say(chat, 'said after the start'))
        expect(state).toBe('answered')
        await speaker.quiet(AbortSignal.timeout(QUIET_MS))
        expect(await daemon.stop()).toMatchObject({ code: 0 })
        expectSound(label, daemon, speaker)
        expect(speaker.said).toHaveLength(1)
      } finally {
        speaker.close()
        await daemon.remove()
      }
    },
    PATIENCE_MS,
  )

  // One store for all of them: the life that answers what the death before it left is the one that dies next. What is
  // done beside the chat takes the same way in a queue of its own; it is stopped by its number, which stops nothing new.
  describe.each(isLong ? ['', '/aside '] : [''])('one after another %s', (prefix) => {
    const reached = (label: RoadLabel) => prefix === '' || !label.startsWith('stop.')
    let daemon: DaemonPeer
    let speaker: Speaker
    beforeAll(async () => {
      ;({ daemon, speaker } = startPeers())
      await daemon.start()
    })
    afterAll(async () => {
      speaker.close()
      await daemon.remove()
    })

    test.each(labels.filter((label) => !atFirstStart.includes(label) && reached(label)))(
      'at %s and started again, it ends the message as it should, once',
      async (label) => {
        const before = speaker.said.length
        const { exit, saying } = await dieAt(label, daemon, sayingWith(prefix, speaker))
        arm('')
        expect(exit.signal, 'the label was never reached').toBe('SIGKILL')
        await daemon.start()
        const { state } = await speaker.outcome(await saying)
        expect(state).toBe(label === 'stop.after-commit' ? 'cancelled' : 'answered')
        await speaker.quiet(AbortSignal.timeout(QUIET_MS))
        expectSound(label, daemon, speaker)
        expect(speaker.said).toHaveLength(before + 1)
      },
      PATIENCE_MS,
    )

    test('and after all of these it stops in good order', async () => {
      expect(await daemon.stop()).toMatchObject({ code: 0 })
      expectSound('all deaths', daemon, speaker)
    })
  })
})

/** Says everything with this in front. */
function sayingWith(prefix: string, speaker: Speaker): Speaker {
  return { ...speaker, say: (place, text, signal) => speaker.say(place, `${prefix}${text}`, signal) }
}

interface Death {
  exit: Exit
  /** Somebody who goes on saying their line over the death of the daemon. */
  saying: Promise<Said>
}

type RoadLabel = Exclude<CrashLabel, `permission.${string}` | `schedule.${string}`>

function dieAt(label: RoadLabel, daemon: DaemonPeer, speaker: Speaker): Promise<Death> {
  switch (label) {
    case 'start.locked':
    case 'start.before-migration':
    case 'start.after-migration':
      throw new Error('that is not reached again in a store that is there')
    case 'start.after-instance':
    case 'start.after-recovery':
    case 'claim.before-commit':
      return dieAtNextStart(label, daemon, speaker)
    case 'stop.before-commit':
    case 'stop.after-commit':
      return dieInTurn(label, daemon, speaker, () => speaker.call('POST', '/stop', { chat }).catch(() => {}))
    case 'shutdown.begin':
    case 'shutdown.after-workers':
    case 'shutdown.before-checkpoint':
      return dieInTurn(label, daemon, speaker, () => daemon.signal('SIGTERM'))
    case 'intake.before-commit':
    case 'intake.inside-commit':
    case 'intake.after-commit':
    case 'claim.after-commit':
    case 'run.before-spawn':
    case 'run.first-event':
    case 'run.mid-text':
    case 'run.before-finish':
    case 'finish.inside-commit':
    case 'finish.after-commit':
    case 'deliver.before-sending':
    case 'deliver.after-sending':
    case 'deliver.after-send':
    case 'deliver.after-sent':
      return dieOnTheRoad(label, daemon, speaker)
  }
}

/** With a message that an earlier death left in the middle of its turn. */
async function dieAtNextStart(label: RoadLabel, daemon: DaemonPeer, speaker: Speaker): Promise<Death> {
  const line = await speaker.say(chat, 'said before the first death')
  await speaker.running(line)
  await daemon.kill()
  return { exit: await daemon.launch({ SKEIN_CRASH_AT: label }).exited, saying: Promise.resolve(line) }
}

async function dieInTurn(
  label: RoadLabel,
  daemon: DaemonPeer,
  speaker: Speaker,
  provoke: () => unknown,
): Promise<Death> {
  arm(label)
  const line = await speaker.say(chat, 'said before the turn was cut')
  await speaker.running(line)
  provoke()
  return { exit: await daemon.exited(), saying: Promise.resolve(line) }
}

async function dieOnTheRoad(label: RoadLabel, daemon: DaemonPeer, speaker: Speaker): Promise<Death> {
  arm(label)
  const saying = speaker.say(chat, 'said on the road')
  return { exit: await daemon.exited(), saying }
}
