import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Build, createBuild } from '../peers/build.ts'
import { createDaemon } from '../peers/daemon.ts'
import { audit, inOneLine } from '../peers/ledger.ts'
import { createSpeaker } from '../peers/speaker.ts'

let build: Build

beforeAll(() => {
  build = createBuild()
}, 120_000)
afterAll(() => build.remove())

test('a message that kills the daemon twice is set aside with a notice, and everybody else is answered', async () => {
  // One at a time, so that only the deadly message is running when the daemon dies.
  const daemon = createDaemon({ build, config: '[workers]\nsafe_mode_after = 0\nmax = 1\n' })
  const speaker = createSpeaker(daemon.socket)
  const deadly = { SKEIN_CRASH_AT: 'run.first-event' }
  try {
    const first = daemon.launch(deadly)
    const poison = speaker.say('web:poison', 'a deadly line')
    await first.exited
    await daemon.launch(deadly).exited
    await daemon.start()
    const others = await Promise.all(['web:a', 'web:b'].map((chat) => speaker.say(chat, 'a harmless line')))
    const { state, replies } = await speaker.outcome(await poison)
    expect(state).toBe('quarantined')
    expect(replies).toEqual([expect.stringContaining('set it aside')])
    for (const other of others) expect(await speaker.outcome(other)).toMatchObject({ state: 'answered' })

    const again = await speaker.say('web:poison', 'the next line there')
    expect(await speaker.outcome(again)).toMatchObject({ state: 'answered' })
    await speaker.quiet(AbortSignal.timeout(20_000))
    expect(await daemon.stop()).toMatchObject({ code: 0 })
    const found = audit(daemon.database, speaker.said)
    console.log(inOneLine('poison', found))
    expect(found.problems).toEqual([])
    expect(found.ends).toEqual({ quarantined: 1, answered: 3 })
  } finally {
    speaker.close()
    await daemon.remove()
  }
}, 60_000)
