import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Build } from '../../peers/build.ts'
import {
  createHastyBuild,
  HASTY_SECOND_MS,
  startTalkDaemon,
  type TalkDaemon,
  type TalkDaemonOptions,
} from '../../peers/talk/talk-daemon.ts'

describe('Nextcloud Talk, with the built daemon', { timeout: 120_000 }, () => {
  let build: Build
  let talk: TalkDaemon

  beforeAll(() => {
    build = createHastyBuild()
  }, 120_000)
  afterEach(() => talk.close())

  const start = async (options: Omit<TalkDaemonOptions, 'build'> = {}) => {
    talk = await startTalkDaemon({ build, secondMs: HASTY_SECOND_MS, ...options })
    const [ana, bob, eve] = [
      talk.server.user('ana', 'Ana'),
      talk.server.user('bob', 'Bob'),
      talk.server.user('eve', 'Eve'),
    ]
    return { ...talk, ana, bob, eve }
  }

  test('somebody writes and is answered in the room, by a reply; a mention in a group too; a stranger is refused once', async () => {
    const rooms: Record<string, string> = {}
    const { server, ana, bob, eve, bot } = await start({
      settings: 'owner_ids = ["ana"]\nmember_ids = ["bob"]\n',
      prepare(before, self) {
        const people = ['ana', 'bob', 'eve'].map((id) => before.user(id))
        const [one, two, three] = people
        if (!one || !two || !three) return
        rooms.direct = before.oneToOne(one, self).token
        rooms.group = before.group('Lab', [one, two, three, self]).token
        rooms.stranger = before.oneToOne(three, self).token
      },
    })
    const [direct, group, stranger] = [
      server.place(rooms.direct ?? ''),
      server.place(rooms.group ?? ''),
      server.place(rooms.stranger ?? ''),
    ]
    const asked = direct.say(ana, 'the answer is blue')
    const [answer] = await talk.answers(direct, 1)
    expect(answer).toMatchObject({ parent: { id: asked }, referenceId: expect.stringMatching(/^skein:\d+:result:/) })

    group.say(eve, 'I am only here')
    group.say(bob, 'nobody asked you')
    group.say(bob, '@skein what is up?')
    await talk.answers(group, 1)
    group.say(bob, '!whoami')
    expect((await talk.answers(group, 2))[1]?.message).toContain('(member)')

    for (const text of ['let me in', 'please', 'now']) stranger.say(eve, text)
    expect((await talk.answers(stranger, 1))[0]?.message).toContain('people my owner has let in')
    await talk.quiet()
    expect(stranger.saidBy(bot)).toHaveLength(1)

    // Kept once, our own only by ourselves, and a stranger's where people of ours talk.
    const lines = talk.query(
      "SELECT author || ' ' || name || ': ' || text FROM message WHERE chat = ? AND author = 'human' ORDER BY id",
      `talk:${group.token}`,
    )
    expect(lines).toEqual([
      'human Eve: I am only here',
      'human Bob: nobody asked you',
      'human Bob: what is up?',
      'human Bob: !whoami',
    ])
    expect(
      talk.query('SELECT count(*) FROM message GROUP BY chat, remote_id HAVING remote_id IS NOT NULL AND count(*) > 1'),
    ).toEqual([])
    expect(talk.query("SELECT count(*) FROM task WHERE kind = 'reply'")).toEqual([2])

    const { out } = await talk.skein('pair')
    stranger.say(eve, /^\(.*: (!start \S+)\)$/m.exec(out)?.[1] ?? 'no code')
    await talk.answers(stranger, 2)
    stranger.say(eve, 'am I in?')
    await talk.answers(stranger, 3)
    expect(
      talk.query("SELECT count(*) FROM task WHERE state = 'answered' AND chat = ?", `talk:${stranger.token}`),
    ).toEqual([1])
  })

  test('killed again and again while people write, it answers each once', async () => {
    let token = ''
    const { server, ana, bot } = await start({
      prepare(before, self) {
        token = before.oneToOne(before.user('ana'), self).token
      },
    })
    const room = server.place(token)
    for (let at = 0; at < 6; at++) {
      room.say(ana, `question ${at}`)
      if (at % 2 === 1) await talk.killAndStart()
    }
    await server.traffic.until(
      'all heard',
      () => talk.query("SELECT count(*) FROM message WHERE author = 'human'")[0] === 6,
    )
    await talk.quiet()
    expect(talk.query("SELECT text FROM message WHERE author = 'human' ORDER BY id")).toEqual(
      Array.from({ length: 6 }, (_, at) => `question ${at}`),
    )
    const references = room.saidBy(bot).map(({ referenceId }) => referenceId)
    expect(new Set(references).size).toBe(references.length)
  })

  test('status and doctor show the channel, and doctor says what is wrong with it', async () => {
    const { server, bot } = await start()
    expect((await talk.skein('status')).out).toContain('talk')
    const doctor = await talk.skein('doctor', '--all')
    expect(doctor.out).toMatch(/ok {4}Nextcloud Talk: skein is signed in at Nextcloud 27.*Talk 17/)
    server.revoke(bot)
    expect((await talk.skein('doctor')).out).toMatch(/bad {3}Nextcloud Talk: the app password of "skein" is refused/)
  })
})
