import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type CrashLabel, crashLabels } from '../../src/lib/crash-point.ts'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon, type DaemonPeer, type Exit } from '../peers/daemon.ts'
import { audit, inOneLine, type Said } from '../peers/ledger.ts'
import { createSpeaker, QUIET_MS, type Speaker } from '../peers/speaker.ts'

const chat = 'web:home'
let build: Build

vi.setConfig({ maxConcurrency: 2 })
beforeAll(() => {
  build = createBuild()
})

describe.concurrent('killed', () => {
  // Those of a permission need a model that uses tools, those of a schedule a job that is due: permission-crash.test.ts
  // and schedule-kill.test.ts kill there.
  const labels = crashLabels.filter((label): label is RoadLabel => !/^(?:permission|schedule)\./.test(label))
  test.each(labels)(
    'at %s and started again, it ends the message as it should, once',
    async (label) => {
      const daemon = createDaemon({ build })
      const speaker = createSpeaker(daemon.socket)
      try {
        const { exit, saying } = await dieAt(label, daemon, speaker)
        expect(exit.signal, 'the label was never reached').toBe('SIGKILL')
        await daemon.start()
        const { state } = await speaker.outcome(await (saying ?? speaker.say(chat, 'said after the start')))
        expect(state).toBe(label === 'stop.after-commit' ? 'cancelled' : 'answered')
        await speaker.quiet(AbortSignal.timeout(QUIET_MS))
        expect(await daemon.stop()).toMatchObject({ code: 0 })

        const found = audit(daemon.database, speaker.said)
        console.log(inOneLine(label, found))
        expect(found.problems).toEqual([])
        expect(found.accepted).toBe(1)
      } finally {
        speaker.close()
        await daemon.remove()
      }
    },
    900_000,
  )
})

interface Death {
  exit: Exit
  /** Somebody who goes on saying their line over the death of the daemon. */
  saying?: Promise<Said>
}

type RoadLabel = Exclude<CrashLabel, `permission.${string}` | `schedule.${string}`>

function dieAt(label: RoadLabel, daemon: DaemonPeer, speaker: Speaker): Promise<Death> {
  const crash = { SKEIN_CRASH_AT: label }
  switch (label) {
    case 'start.locked':
    case 'start.before-migration':
    case 'start.after-migration':
      return dieAtFirstStart(daemon, crash)
    case 'start.after-instance':
    case 'start.after-recovery':
    case 'claim.before-commit':
      return dieAtSecondStart(daemon, speaker, crash)
    case 'stop.before-commit':
    case 'stop.after-commit':
      return dieInTurn(daemon, speaker, crash, () => speaker.call('POST', '/stop', { chat }).catch(() => {}))
    case 'shutdown.begin':
    case 'shutdown.after-workers':
    case 'shutdown.before-checkpoint':
      return dieInTurn(daemon, speaker, crash, () => daemon.signal('SIGTERM'))
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
      return dieOnTheRoad(daemon, speaker, crash)
  }
}

async function dieAtFirstStart(daemon: DaemonPeer, crash: Record<string, string>): Promise<Death> {
  return { exit: await daemon.launch(crash).exited }
}

/** With a message that an earlier death left in the middle of its turn. */
async function dieAtSecondStart(daemon: DaemonPeer, speaker: Speaker, crash: Record<string, string>): Promise<Death> {
  await daemon.start()
  const line = await speaker.say(chat, 'said before the first death')
  await speaker.running(line)
  await daemon.kill()
  return { exit: await daemon.launch(crash).exited, saying: Promise.resolve(line) }
}

async function dieInTurn(
  daemon: DaemonPeer,
  speaker: Speaker,
  crash: Record<string, string>,
  provoke: () => unknown,
): Promise<Death> {
  await daemon.start(crash)
  const line = await speaker.say(chat, 'said before the turn was cut')
  await speaker.running(line)
  provoke()
  return { exit: await daemon.exited(), saying: Promise.resolve(line) }
}

async function dieOnTheRoad(daemon: DaemonPeer, speaker: Speaker, crash: Record<string, string>): Promise<Death> {
  await daemon.start(crash)
  const saying = speaker.say(chat, 'said on the road')
  return { exit: await daemon.exited(), saying }
}
