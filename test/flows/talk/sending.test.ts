import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sleep } from '../../../src/lib/time/timers.ts'
import type { Build } from '../../peers/build.ts'
import type { User } from '../../peers/talk/accounts/accounts.ts'
import type { Place } from '../../peers/talk/rooms/place.ts'
import { createHastyBuild, HASTY_SECOND_MS, startTalkDaemon, type TalkDaemon } from '../../peers/talk/talk-daemon.ts'
import { until } from '../../support/until.ts'

const never = new AbortController().signal

describe('the built daemon in the rooms of a Nextcloud', () => {
  let build: Build
  let skein: TalkDaemon
  let ana: User
  beforeAll(async () => {
    build = createHastyBuild()
    skein = await startTalkDaemon({ build, version: 22, secondMs: HASTY_SECOND_MS })
    ana = skein.server.user('ana')
  })
  afterAll(async () => {
    await skein.close()
  })

  const room = (name: string) => skein.server.group(name, [ana, skein.server.user('ben'), skein.bot])
  const answersIn = (place: Place) => place.saidBy(skein.bot)
  /** Rows of what was sent to a room. */
  const sentTo = (place: Place, column: string) =>
    skein.query(`SELECT ${column} FROM outbox WHERE route ->> 'chat' = 'talk:${place.token}' ORDER BY id`)

  test('an answer is a reply to what was asked, calls nobody, and the look at it is taken back', async () => {
    const lab = room('Lab')
    const asked = lab.say(ana, '@skein what about @all of it?')
    const [answer] = await skein.answers(lab, 1)
    expect(answer).toMatchObject({ parent: { id: asked }, referenceId: expect.stringMatching(/^skein:\d+:result:/) })
    expect(JSON.stringify(answer?.messageParameters)).not.toContain('call')
    await until(() => expect(lab.message(asked, ana)?.reactions).not.toHaveProperty('👀'))
  })

  test('what was asked in a thread is answered in it', async () => {
    const lab = room('Threads')
    const thread = lab.say(ana, 'The plans', { threadTitle: 'Plans' })
    const asked = lab.say(ana, '@skein and these?', { threadId: thread })
    const [answer] = await skein.answers(lab, 1)
    expect(answer).toMatchObject({ parent: { id: asked }, threadId: thread })
  })

  test('answers whose fate is lost are looked for, and stand there once', async () => {
    const faults = [
      'reset-after',
      'cut-after',
      'error-after',
      'reset-before',
      'gateway-after',
      'timeout-after',
    ] as const
    const rooms = faults.map((fault) => room(fault))
    for (const fault of faults) skein.server.fail('send', fault)
    const asked = rooms.map((lab) => lab.say(ana, '@skein hello'))
    for (const lab of rooms) await skein.answers(lab, 1)
    await skein.quiet()
    for (const [at, lab] of rooms.entries()) {
      expect(answersIn(lab)).toMatchObject([{ parent: { id: asked[at] } }])
      expect(sentTo(lab, 'remote_id')).toEqual([String(answersIn(lab)[0]?.id)])
    }
  })

  test('two minutes of a gateway that says 502: all of it is answered afterwards, once and in order', async () => {
    const { server } = skein
    const lab = room('Outage')
    lab.say(ana, '@skein before it')
    await skein.answers(lab, 1)
    server.fail('*', 'gateway-before', Number.POSITIVE_INFINITY)
    const asked = ['one', 'two', 'three'].map((word) => lab.say(ana, `@skein meanwhile ${word}`))
    await sleep(120 * HASTY_SECOND_MS, never)
    server.mend()
    await until(() =>
      expect(skein.query("SELECT count(*) FROM message WHERE text LIKE '%meanwhile%' AND author <> 'bot'")).toEqual([
        3,
      ]),
    )
    await skein.quiet()
    const replies = answersIn(lab).map(({ parent }) => parent?.id ?? 0)
    expect(replies.slice(1).every((id) => asked.includes(id))).toBe(true)
    expect(replies).toEqual([...new Set(replies)].sort((a, b) => a - b))
    expect(new Set(sentTo(lab, 'state'))).toEqual(new Set(['sent']))
  })

  test('a room that is locked meanwhile: the owner reads elsewhere that the answer waits', async () => {
    const lab = room('Locked')
    skein.server.fail('send', { stallMs: 300 })
    lab.say(ana, '@skein hello')
    lab.lock(ana)
    await until(() => expect(skein.notices().join()).toContain('An answer for "Locked" is waiting: the room is locked'))
    lab.lock(ana, false)
    await skein.answers(lab, 1)
  })

  test('killed between the arrival of an answer and its record, it finds it there and says it no second time', async () => {
    const lab = room('Killed')
    // The next thing that is sent is the answer, and nothing that was left to say before.
    await skein.quiet()
    await skein.daemon.stop()
    const { exited } = skein.daemon.launch({ SKEIN_CRASH_AT: 'deliver.after-send' })
    lab.say(ana, '@skein hello')
    expect(await exited).toMatchObject({ signal: 'SIGKILL' })
    expect(answersIn(lab)).toHaveLength(1)
    await skein.restart()
    lab.say(ana, '@skein !whoami')
    await skein.answers(lab, 2)
    await skein.quiet()
    expect(answersIn(lab)).toHaveLength(2)
  })
})
