import { describe, expect, onTestFinished, test } from 'vitest'
import { besideLane, makeChatId, rootLane } from '../../../src/domain/ids.ts'
import { type Database, openDatabase } from '../../../src/store/database.ts'
import { migrateDatabase } from '../../../src/store/file/migrate.ts'
import { ensureChat, ensureLane } from '../../../src/store/messages/chats.ts'
import { insertMessage } from '../../../src/store/messages/messages.ts'
import { ensureOwner } from '../../../src/store/people/people.ts'
import { assemblyOfTask, insertAssembly, latestAssembly } from '../../../src/store/recall/assemblies.ts'
import {
  closePendingQuestion,
  openPendingQuestion,
  pendingQuestionAt,
} from '../../../src/store/recall/pending-questions.ts'
import {
  conversationSummaries,
  insertSummary,
  laneSummary,
  type NewSummary,
} from '../../../src/store/recall/summaries.ts'
import {
  closeConversation,
  overConversations,
  silentLanes,
  uncoveredInLane,
} from '../../../src/store/recall/summary-backlog.ts'
import { enqueueTask } from '../../../src/store/work/tasks.ts'
import { learnFactor, readFactor } from '../../../src/store/work/usage.ts'
import { steadyOf } from '../../support/test-clock.ts'

const chat = makeChatId('web', 'a')
const lane = rootLane(chat)
const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 12, n))
const times = { dueAt: steadyOf(minute(0)), deadlineAt: steadyOf(minute(9)), queuedAt: steadyOf(minute(0)) }

function store(): Database {
  const db = openDatabase(':memory:')
  migrateDatabase(db, '')
  ensureOwner(db, 'Ana', minute(0))
  ensureChat(db, { id: chat, title: 'a', audience: 'private' }, minute(0))
  ensureLane(db, lane, chat)
  onTestFinished(() => db.close())
  return db
}

/** The quickest of many times, which a busy machine does not change. */
function fastest(work: () => void): number {
  const took = Array.from({ length: 100 }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...took)
}

function say(db: Database, at: Date, text = 'words'): number {
  const who = { author: 'human', kind: 'conversation', origin: 'chat', trust: 'owner', name: 'Ana' } as const
  return insertMessage(db, { chat, lane, ...who, at, receivedAt: at, text })
}

function summaryOf(from: number, to: number, parts: Partial<NewSummary> = {}): NewSummary {
  const range = { fromId: from, toId: to, fromAt: minute(from), toAt: minute(to) }
  const usual = { lane, conversation: undefined, made: 'model', trust: 'owner', messages: to - from + 1 } as const
  return { ...usual, ...range, text: `${from} to ${to}`, ...parts }
}

describe('summaries', () => {
  test('the newest that holds nothing newer than the moment is the one', () => {
    const db = store()
    for (const to of [10, 20, 30]) insertSummary(db, summaryOf(1, to), minute(60))
    expect(laneSummary(db, lane, { asOf: minute(99) })).toMatchObject({
      text: '1 to 30',
      toAt: minute(30),
      messages: 30,
    })
    expect(laneSummary(db, lane, { asOf: minute(29) })?.text).toBe('1 to 20')
    expect(laneSummary(db, lane, { asOf: minute(9) })).toBeUndefined()
    expect(laneSummary(db, rootLane(makeChatId('web', 'b')), { asOf: minute(99) })).toBeUndefined()
  })

  test('one that reaches behind the floor is not seen', () => {
    const db = store()
    insertSummary(db, summaryOf(1, 30), minute(60))
    expect(laneSummary(db, lane, { asOf: minute(99), after: minute(5) })).toBeUndefined()
    insertSummary(db, summaryOf(6, 20), minute(60))
    expect(laneSummary(db, lane, { asOf: minute(99), after: minute(5) })?.text).toBe('6 to 20')
  })

  test('conversations have theirs, and the newest of each counts', () => {
    const db = store()
    say(db, minute(1))
    say(db, minute(100))
    for (const [conversation, to] of [
      [1, 1],
      [1, 2],
      [2, 100],
    ] as const)
      insertSummary(db, summaryOf(1, to, { conversation, text: `${conversation}: ${to}` }), minute(200))
    const found = conversationSummaries(db, [1, 2, 3], { asOf: minute(200) })
    expect([...found].map(([id, { text }]) => [id, text])).toEqual([
      [1, '1: 2'],
      [2, '2: 100'],
    ])
    expect([...conversationSummaries(db, [1, 2], { asOf: minute(1) }).values()].map(({ text }) => text)).toEqual([
      '1: 1',
    ])
    expect(laneSummary(db, lane, { asOf: minute(200) })).toBeUndefined()
  })
})

describe('what no summary covers', () => {
  test('a conversation waits for its summary once it is silent or followed by another, until it has it', () => {
    const db = store()
    say(db, minute(0))
    say(db, minute(100))
    expect(
      silentLanes(db, { silentSince: minute(0), work: 'compaction', steady: steadyOf(minute(300)), limit: 9 }),
    ).toEqual([])
    expect(
      silentLanes(db, { silentSince: minute(50), work: 'compaction', steady: steadyOf(minute(300)), limit: 9 }),
    ).toEqual([lane])
    expect(overConversations(db, lane, minute(50), 9)).toEqual([1])
    expect(overConversations(db, lane, minute(101), 9)).toEqual([1, 2])
    closeConversation(db, 1, minute(200))
    expect(overConversations(db, lane, minute(101), 9)).toEqual([2])
    // A line that comes late makes it wait again.
    say(db, minute(3))
    expect(overConversations(db, lane, minute(101), 9)).toEqual([1, 2])
  })

  test('a lane that is being looked after is not found again', () => {
    const db = store()
    say(db, minute(0))
    const row = {
      kind: 'compaction',
      chat,
      lane,
      queue: besideLane('compaction', lane),
      personId: 1,
      route: { chat },
    } as const
    enqueueTask(db, { ...row, ...times }, minute(0))
    expect(
      silentLanes(db, { silentSince: minute(50), work: 'compaction', steady: steadyOf(minute(300)), limit: 9 }),
    ).toEqual([])
    // One that waits for its time is no reason to wait with it.
    db.raw.prepare('UPDATE task SET due_at = ?').run(minute(301).getTime())
    expect(
      silentLanes(db, { silentSince: minute(50), work: 'compaction', steady: steadyOf(minute(300)), limit: 9 }),
    ).toEqual([lane])
    db.raw.prepare(`UPDATE task SET state = 'retry'`).run()
    expect(
      silentLanes(db, { silentSince: minute(50), work: 'compaction', steady: steadyOf(minute(300)), limit: 9 }),
    ).toEqual([])
  })

  test('only conversation counts', () => {
    const db = store()
    const first = say(db, minute(0))
    for (const parts of [
      { kind: 'command' },
      { kind: 'notice' },
      { kind: 'conversation', origin: 'briefing' },
    ] as const)
      insertMessage(db, {
        chat,
        lane,
        author: 'bot',
        origin: 'chat',
        trust: 'owner',
        name: 'Skein',
        at: minute(1),
        receivedAt: minute(1),
        text: 'x',
        ...parts,
      })
    const last = say(db, minute(2))
    const page = { after: 0, since: undefined, limit: 9 }
    expect(uncoveredInLane(db, lane, page).map(({ id }) => id)).toEqual([first, last])
    expect(uncoveredInLane(db, lane, { ...page, after: first }).map(({ id }) => id)).toEqual([last])
    expect(uncoveredInLane(db, lane, { ...page, since: minute(1) }).map(({ id }) => id)).toEqual([last])
  })

  test('a hundred thousand conversations with their summaries cost nothing to look past', () => {
    const look = (count: number) => {
      const db = store()
      db.transaction(() => {
        const insert = db.statement(
          'INSERT INTO conversation (chat, lane, started_at, last_at, messages, closed_at) VALUES (?, ?, ?, ?, 1, 1)',
        )
        for (let n = 0; n < count; n++) insert.run(chat, lane, n, n)
        db.statement('UPDATE conversation SET closed_at = NULL WHERE id = ?').run(count / 2)
      })
      return fastest(() => {
        expect(
          silentLanes(db, { silentSince: minute(0), work: 'compaction', steady: steadyOf(minute(0)), limit: 20 }),
        ).toEqual([lane])
        expect(overConversations(db, lane, minute(0), 1)).toEqual([count / 2])
      })
    }
    // Walking them takes a thousand times as long among a thousand times as many.
    expect(look(100_000) / look(100)).toBeLessThan(50)
  })
})

describe('open questions', () => {
  const times = { askedAt: minute(1), expiresAt: minute(9) }
  const asked = { messageId: 1, question: 'Tea?', expects: 'yes-no', ...times } as const
  const choices = ['a', 'b']

  test('a lane waits for one at a time, until it is answered or its time is over', () => {
    const db = store()
    say(db, minute(0))
    openPendingQuestion(db, lane, { ...asked, choices: [] })
    openPendingQuestion(db, lane, { ...asked, question: 'Which?', expects: 'choice', choices, askedAt: minute(3) })
    expect(pendingQuestionAt(db, lane, minute(4))).toMatchObject({ question: 'Which?', choices, askedAt: minute(3) })
    expect(pendingQuestionAt(db, lane, minute(9))).toBeUndefined()
    closePendingQuestion(db, lane, minute(5))
    expect(pendingQuestionAt(db, lane, minute(6))).toBeUndefined()
    // As it was.
    expect(pendingQuestionAt(db, lane, minute(2))?.question).toBe('Tea?')
    expect(pendingQuestionAt(db, lane, minute(4))?.question).toBe('Which?')
    expect(pendingQuestionAt(db, lane, minute(0))).toBeUndefined()
  })
})

test('assemblies are read back by task and by lane, the newest first', () => {
  const db = store()
  const task = enqueueTask(db, { kind: 'reply', chat, lane, personId: 1, route: { chat }, ...times }, minute(0))
  const shown = {
    lane,
    taskId: task,
    epochId: null,
    opens: true,
    status: 'NEW',
    reason: 'r',
    tokens: 7,
    budget: 9,
    system: 's',
    text: 't',
  }
  for (const n of [1, 2]) insertAssembly(db, { ...shown, parts: [{ kind: 'history', n }], leftOut: [n], at: minute(n) })
  expect(assemblyOfTask(db, task)).toMatchObject({
    parts: [{ kind: 'history', n: 2 }],
    leftOut: [2],
    at: minute(2),
    opens: true,
  })
  expect(latestAssembly(db, lane)).toEqual(assemblyOfTask(db, task))
  expect(assemblyOfTask(db, 99)).toBeUndefined()
})

describe('how far our estimate is off', () => {
  const learn = (db: Database, estimated: number, reported: number, model = 'm', at = minute(1)) =>
    learnFactor(db, { brain: 'claude', model, estimated, reported }, at)

  test('is a mean for each model, 1 until something is known', () => {
    const db = store()
    expect(readFactor(db, 'claude', 'm')).toBe(1)
    learn(db, 100, 120)
    learn(db, 100, 140)
    expect(readFactor(db, 'claude', 'm')).toBeCloseTo(1.3)
    learn(db, 100, 90, 'other', minute(2))
    expect(readFactor(db, 'claude', 'm')).toBeCloseTo(1.3)
    expect(readFactor(db, 'claude')).toBeCloseTo(0.9)
    expect(readFactor(db, 'native')).toBe(1)
  })

  test('is known by a part of the name too, and by the model that answered last where none fits', () => {
    const db = store()
    learn(db, 100, 110, 'claude-sonnet-5-5', minute(1))
    learn(db, 100, 120, 'claude-sonnet-5-5-20260901', minute(2))
    learn(db, 100, 130, 'claude-haiku-5-5', minute(3))
    expect(readFactor(db, 'claude', 'claude-sonnet-5-5')).toBeCloseTo(1.1)
    expect(readFactor(db, 'claude', 'sonnet')).toBeCloseTo(1.2)
    expect(readFactor(db, 'claude', 'sonnet[1m]')).toBeCloseTo(1.2)
    expect(readFactor(db, 'claude', 'opus')).toBeCloseTo(1.3)
    expect(readFactor(db, 'native', 'sonnet')).toBe(1)
  })

  test('no nonsense gets in, and a model that counts anew is followed', () => {
    const db = store()
    learn(db, 0, 100)
    learn(db, 100, 0)
    expect(readFactor(db, 'claude', 'm')).toBe(1)
    learn(db, 1, 1_000_000)
    expect(readFactor(db, 'claude', 'm')).toBe(3)
    for (let n = 0; n < 300; n++) learn(db, 100, 100)
    expect(readFactor(db, 'claude', 'm')).toBeCloseTo(1, 1)
    for (let n = 0; n < 100; n++) learn(db, 100, 150)
    expect(readFactor(db, 'claude', 'm')).toBeGreaterThan(1.4)
  })
})
