import { describe, expect, test } from 'vitest'
import { makeChatId } from '../../../src/domain/ids.ts'
import { backupMessages } from '../../../src/messages/backup-messages.ts'
import { skipDueJobs } from '../../../src/scheduler/runs/restored-jobs.ts'
import { noteFirstStart, readSnapshotMark, writeSnapshotMark } from '../../../src/store/file/snapshot-mark.ts'
import { settleRestored } from '../../../src/tasks/queue/restored-start.ts'
import { createRoadWorld, type RoadWorld } from '../../support/road-world.ts'

const HOUR = 3_600_000
const chat = makeChatId('telegram', '1')
const fromTelegram = { chat, channel: 'telegram', sender: { channel: 'telegram', id: '1' } } as const
const later = { status: 'retry', reason: 'busy', afterMs: 60_000 } as const

/** What was sent, each text as a whole: the channel takes a hundred characters at once. */
function bodies({ telegram }: RoadWorld): string[] {
  const texts = new Map<number, string>()
  for (const { message, body } of telegram.sent) texts.set(message, (texts.get(message) ?? '') + body)
  return [...texts.values()]
}
const settleIn = (world: RoadWorld) =>
  settleRestored({
    ...world,
    skipDueJobs: (now) =>
      skipDueJobs(world.db, backupMessages.restored.jobReason, now).map(({ name, lane, route }) => ({
        name,
        place: lane && route ? { lane, route } : undefined,
      })),
  })

describe('the first start from a backup', () => {
  /** An answer that could not be sent, a message that was not answered yet, and a reminder. */
  async function unfinished(): Promise<RoadWorld> {
    const world = createRoadWorld()
    world.say('done', fromTelegram)
    await world.settle()
    world.say('/remind me in 20 minutes to call Ben', fromTelegram)
    await world.settle()
    world.telegram.receipts.push(later)
    world.say('unsent', fromTelegram)
    await world.settle()
    world.say('waiting', fromTelegram)
    world.telegram.sent.length = 0
    return world
  }

  test('without the mark of a copy, everything simply continues', async () => {
    const world = await unfinished()
    expect(settleIn(world)).toBeUndefined()
    world.clock.advance(HOUR)
    await world.tick()
    expect(bodies(world).join('\n')).toMatch(/unsent[^]*waiting|waiting[^]*unsent/)
    expect(bodies(world).join('\n')).toContain('call Ben')
  })

  test('nothing that was unfinished is sent, answered or run, and the chat reads once what happened', async () => {
    const world = await unfinished()
    writeSnapshotMark(world.db.raw, world.clock.now())
    world.clock.advance(HOUR)
    expect(settleIn(world)).toMatchObject({ held: 1, ended: 1, jobs: 1 })
    world.clock.advance(HOUR)
    await world.tick()
    const [unfinishedNotice, jobNotice, ...others] = bodies(world)
    expect(others).toEqual([])
    expect(unfinishedNotice).toMatch(
      /^I was restored from a backup of 2026-03-14 10:00\. .*\/retry 2, \/retry 3 to have it/,
    )
    expect(jobNotice).toMatch(/may have run, so I did not run them again: “.*call Ben/)
    expect(world.db.raw.prepare("SELECT state FROM outbox WHERE state <> 'sent'").pluck().all()).toEqual(['held'])

    // The next start is an ordinary one.
    expect(settleIn(world)).toBeUndefined()
    await world.tick()
    expect(bodies(world)).toHaveLength(2)
  })

  test('what was unfinished can be asked for again', async () => {
    const world = await unfinished()
    writeSnapshotMark(world.db.raw, world.clock.now())
    settleIn(world)
    world.say('/retry 3', fromTelegram)
    await world.settle()
    expect(bodies(world).filter((body) => body.includes('waiting'))).toHaveLength(2)
    expect(bodies(world).at(-1)).toBe('echo: waiting')
  })

  test('a job that repeats goes on at its next time', async () => {
    const world = createRoadWorld()
    world.say('/remind me every day at 10:30 to stretch', fromTelegram)
    await world.settle()
    writeSnapshotMark(world.db.raw, world.clock.now())
    world.clock.advance(HOUR)
    settleIn(world)
    world.telegram.sent.length = 0
    world.clock.advance(24 * HOUR)
    await world.tick()
    expect(bodies(world).filter((body) => body.includes('stretch') && !body.includes('restored'))).toHaveLength(1)
  })

  test('codes, sign-ins and open questions of the time before are void', () => {
    const world = createRoadWorld()
    world.db.raw
      .prepare("INSERT INTO pairing (hash, role, created_at, expires_at) VALUES ('h', 'owner', 0, 9e15)")
      .run()
    world.db.raw
      .prepare(
        "INSERT INTO web_session (hash, kind, person_id, created_at, expires_at) VALUES ('h', 'cookie', ?, 0, 9e15)",
      )
      .run(world.owner.id)
    writeSnapshotMark(world.db.raw, world.clock.now())
    settleIn(world)
    const count = (table: string) => world.db.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
    expect([count('pairing'), count('web_session')]).toEqual([0, 0])
  })
})

describe('a message that its platform shows again', () => {
  function restored({ showsAgain = true } = {}): RoadWorld {
    const world = createRoadWorld()
    if (showsAgain) Object.assign(world.telegram.manners, { showsAgain: true })
    writeSnapshotMark(world.db.raw, world.clock.now())
    world.clock.advance(HOUR)
    const mark = readSnapshotMark(world.db)
    if (mark) noteFirstStart(world.db, mark, world.clock.now())
    return world
  }
  const before = (world: RoadWorld) => ({ ...fromTelegram, at: new Date(world.clock.now().getTime() - 60_000) })

  test('is stored and not answered; the chat is told once', async () => {
    const world = restored()
    world.say('was the roofer here?', before(world))
    world.say('hello?', before(world))
    await world.settle()
    expect(bodies(world)).toEqual([
      'I was restored from a backup of 2026-03-14 10:00 and do not know what was said after it. I may have answered this message already, so I did not answer it again. Write /retry 1 if you still want an answer.',
    ])
    const texts = world.db.raw.prepare("SELECT text FROM message WHERE author = 'human'").pluck().all()
    expect(texts).toEqual(['was the roofer here?', 'hello?'])
    world.say('/retry 1', fromTelegram)
    await world.settle()
    expect(bodies(world).at(-1)).toBe('echo: was the roofer here?')
  })

  test('gives no command', async () => {
    const world = restored()
    world.say('/remind me in 20 minutes to call Ben', before(world))
    await world.settle()
    expect(world.db.raw.prepare('SELECT count(*) FROM job').pluck().get()).toBe(0)
    expect(bodies(world)).toHaveLength(1)
  })

  test('what is said after the first start is answered, and so is everything where nothing comes twice', async () => {
    const world = restored()
    world.say('now', fromTelegram)
    await world.settle()
    expect(bodies(world)).toEqual(['echo: now'])
    const other = restored({ showsAgain: false })
    other.say('sent while it was off', before(other))
    await other.settle()
    expect(bodies(other)).toEqual(['echo: sent while it was off'])
  })
})
