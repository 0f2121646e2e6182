import type { Build } from '../peers/build.ts'
import { createDaemon, type DaemonPeer } from '../peers/daemon.ts'
import { audit } from '../peers/ledger.ts'
import { createSpeaker, type Speaker } from '../peers/speaker.ts'

/** One promise of the daemon, looked at as shortly as it can be. Returns what was broken. */
export type SmallCheck = (build: Build) => Promise<string[]>

const chat = 'web:home'

/** The daemon is killed the moment it has acknowledged a message. */
export const killAtTheAcknowledgement: SmallCheck = (build) =>
  inHouse(build, async (daemon, speaker) => {
    await speaker.say(chat, 'are you sure you have it?')
    await daemon.kill()
    await daemon.start()
  })

/** The acknowledgement was lost on the way, so the client says its line again. */
export const sayTwice: SmallCheck = (build) =>
  inHouse(build, async (_daemon, speaker) => {
    const line = await speaker.say(chat, 'only once')
    await speaker.tell(line)
  })

export const sayWhileAnswering: SmallCheck = (build) =>
  inHouse(build, async (_daemon, speaker) => {
    await speaker.running(await speaker.say(chat, 'the first'))
    await speaker.say(chat, 'the second')
  })

/** The daemon dies three times in the middle of the same message. */
export const dieOfOneMessage: SmallCheck = (build) =>
  inHouse(build, async (daemon, speaker) => {
    await daemon.stop()
    const deadly = daemon.launch({ SKEIN_CRASH_AT: 'run.first-event' })
    const saying = speaker.say(chat, 'deadly')
    await deadly.exited
    for (let again = 2; again <= 3; again++) await daemon.launch({ SKEIN_CRASH_AT: 'run.first-event' }).exited
    await daemon.start()
    const { state } = await speaker.outcome(await saying)
    return state === 'quarantined' ? [] : [`a deadly message was run a fourth time and ended as ${state}`]
  })

export const startTwice: SmallCheck = (build) =>
  inHouse(build, async (daemon) => {
    const second = createDaemon({ build, data: daemon.data })
    try {
      const { ready, exited } = second.launch()
      const exit = await Promise.race([exited, ready.catch(() => exited)])
      return typeof exit === 'object' && exit.code === 75 ? [] : ['two daemons serve one directory']
    } finally {
      await second.remove()
    }
  })

async function inHouse(
  build: Build,
  act: (daemon: DaemonPeer, speaker: Speaker) => Promise<string[] | void>,
): Promise<string[]> {
  const daemon = createDaemon({ build })
  const speaker = createSpeaker(daemon.socket)
  try {
    await daemon.start()
    const broken = await act(daemon, speaker)
    if (broken?.length) return broken
    // Not for long: of a broken build some messages never come to an end, and that is what is looked for.
    await speaker.quiet(AbortSignal.timeout(60_000))
    await daemon.stop()
    return audit(daemon.database, speaker.said).problems
  } finally {
    speaker.close()
    await daemon.remove()
  }
}
