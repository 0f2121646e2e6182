import { expect, test } from 'vitest'
import { chooseBranch, forkAt } from '../../../src/store/messages/branches.ts'
import { readLines } from '../../../src/store/messages/lines.ts'
import { laneHistory } from '../../../src/store/recall/lane-history.ts'
import { conversationSummaries, insertSummary, laneSummary } from '../../../src/store/recall/summaries.ts'
import { createRandom } from '../../support/seeded.ts'
import { steadyOf } from '../../support/test-clock.ts'
import { createRecallWorld, noon, type RecallWorld } from '../recall/recall-world.ts'

const change = { now: noon, steady: steadyOf(noon), gapMs: 30 * 60_000 }
const endOfTime = new Date(8e15)

const shown = ({ db, chat }: RecallWorld) => readLines(db, chat, { limit: 1000 }).map(({ text }) => text)
const remembered = ({ db, lane }: RecallWorld) =>
  laneHistory(db, lane, { asOf: endOfTime, before: Number.MAX_SAFE_INTEGER }, { limit: 1000 })
    .map(({ text }) => text)
    .reverse()
const versions = ({ db, chat }: RecallWorld) =>
  readLines(db, chat, { limit: 1000 }).flatMap(({ text, versions: own }) => (own ? [{ text, ...own }] : []))
/** What is counted of conversations, and what they have. */
const counted = ({ db }: RecallWorld) =>
  db.raw
    .prepare(
      `SELECT sum(messages) AS messages, sum(chars) AS chars FROM conversation
       UNION ALL SELECT count(*), sum(length(text)) FROM conversation_message JOIN message ON message.id = message_id`,
    )
    .all()

test('a version hides what it replaces, and choosing the other one brings it back', () => {
  const world = createRecallWorld()
  const { db } = world
  world.say(0, 'hello')
  const question = world.say(1, 'my cat is ill')
  world.say(2, 'poor cat', { author: 'bot', name: 'Skein' })
  expect(versions(world)).toEqual([])
  expect(forkAt(db, question, change)).toBe(question)
  expect(shown(world)).toEqual(['hello'])
  world.say(3, 'my dog is ill')
  world.say(4, 'poor dog', { author: 'bot', name: 'Skein' })
  expect(shown(world)).toEqual(['hello', 'my dog is ill', 'poor dog'])
  expect(remembered(world)).toEqual(['hello', 'my dog is ill', 'poor dog'])
  expect(versions(world)).toEqual([{ text: 'my dog is ill', at: 2, count: 2, previous: 1, next: undefined }])
  expect(chooseBranch(db, 1, change)).toBe(question)
  expect(remembered(world)).toEqual(['hello', 'my cat is ill', 'poor cat'])
  expect(versions(world)).toEqual([{ text: 'my cat is ill', at: 1, count: 2, previous: undefined, next: 2 }])
  expect(chooseBranch(db, 1, change)).toBeUndefined()
  world.say(5, 'thanks')
  chooseBranch(db, 2, change)
  expect(shown(world)).toEqual(['hello', 'my dog is ill', 'poor dog'])
  chooseBranch(db, 1, change)
  expect(shown(world)).toEqual(['hello', 'my cat is ill', 'poor cat', 'thanks'])
})

test('a summary is used only where every line that it is made from is shown', () => {
  const world = createRecallWorld()
  const { db, lane } = world
  const first = world.say(0, 'one')
  const second = world.say(1, 'two')
  const third = world.say(2, 'three')
  const of = (toId: number, text: string) =>
    ({ lane, text, made: 'model', trust: 'owner', fromId: first, toId, fromAt: noon, toAt: noon, messages: 1 }) as const
  insertSummary(db, { ...of(first, 'about one'), conversation: undefined }, noon)
  insertSummary(db, { ...of(third, 'about three'), conversation: undefined }, noon)
  insertSummary(db, { ...of(third, 'about the talk'), conversation: 1 }, noon)
  const used = () => [
    laneSummary(db, lane, { asOf: endOfTime })?.text,
    conversationSummaries(db, [1], { asOf: endOfTime }).get(1)?.text,
  ]
  expect(used()).toEqual(['about three', 'about the talk'])
  db.raw.exec('UPDATE conversation SET closed_at = 1')
  forkAt(db, second, change)
  expect(used()).toEqual(['about one', undefined])
  expect(db.raw.prepare('SELECT closed_at FROM conversation').pluck().get()).toBeNull()
  chooseBranch(db, 1, change)
  expect(used()).toEqual(['about three', 'about the talk'])
})

/** The same tree, as simple as can be: every line knows the line before it. */
function createTree() {
  const parents = new Map<number, number>()
  /** Of the lines after each line, the one that was chosen last. 0 stands before the first line. */
  const chosen = new Map<number, number>()
  const path = () => {
    const lines: number[] = []
    for (let at = chosen.get(0); at !== undefined; at = chosen.get(at)) lines.push(at)
    return lines
  }
  return {
    path,
    add(line: number, parent = path().at(-1) ?? 0) {
      parents.set(line, parent)
      chosen.set(parent, line)
    },
    before: (line: number) => parents.get(line) ?? 0,
    choose(line: number) {
      for (let at = line; at !== 0; at = parents.get(at) ?? 0) chosen.set(parents.get(at) ?? 0, at)
    },
  }
}

test.each([1, 2, 3, 4])('any number of versions within versions is the tree that a person made (%d)', (seed) => {
  const world = createRecallWorld()
  const { db } = world
  const random = createRandom(seed)
  const tree = createTree()
  const texts = new Map<number, string>()
  let minute = 0
  const say = () => {
    minute += random.integer(40)
    const text = `line ${texts.size} 🙂`
    const id = world.say(minute, text, random.integer(2) ? {} : { author: 'bot', name: 'Skein' })
    texts.set(id, text)
    return id
  }
  for (let step = 0; step < 80; step++) {
    const path = tree.path()
    const branches = db.raw
      .prepare('SELECT id FROM branch WHERE EXISTS (SELECT 1 FROM branch_message WHERE branch_id = branch.id)')
      .pluck()
      .all() as number[]
    const kind = random.integer(10)
    if (kind < 2 && path.length > 0) {
      const line = path[random.integer(path.length)] ?? 0
      const parent = tree.before(line)
      forkAt(db, line, change)
      tree.add(say(), parent)
    } else if (kind < 5 && branches.length > 0) {
      const branch = branches[random.integer(branches.length)] ?? 0
      chooseBranch(db, branch, change)
      const first = db.raw.prepare('SELECT min(message_id) FROM branch_message WHERE branch_id = ?').pluck().get(branch)
      tree.choose(first as number)
    } else tree.add(say())
    const expected = tree.path().map((id) => texts.get(id))
    expect(shown(world)).toEqual(expected)
    expect(remembered(world)).toEqual(expected)
  }
  const [columns, lines] = counted(world) as { messages: number; chars: number }[]
  expect(columns?.messages).toBe(lines?.messages)
  expect(db.raw.prepare('SELECT count(*) FROM message').pluck().get()).toBe(texts.size)
})
