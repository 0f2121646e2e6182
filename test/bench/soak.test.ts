import { expect, test } from 'vitest'
import { type Asked, judge, type StoredTask, type StoredTurn } from '../../bench/soak/book.ts'
import { type LineKind, markAnswer } from '../../bench/soak/lines.ts'
import { parseOptions } from '../../bench/soak/options.ts'
import type { Place } from '../../bench/soak/place.ts'
import { steadySamples } from '../../bench/soak/report.ts'
import { planRestarts } from '../../bench/soak/restarts.ts'
import { beginRound, type Round } from '../../bench/soak/round.ts'
import { isLeak, type Sample, slopeOf } from '../../bench/soak/slopes.ts'
import { channelMessages } from '../../src/messages/channel-messages.ts'
import { createRandom } from '../support/seeded.ts'

const key = (number: number) => `k00-00-${String(number).padStart(2, '0')}k`

function placeWith(name: string, ...answers: string[]): Place {
  return { name, mark: '/', mayChange: false, say: async () => {}, answers: () => answers, forget() {} }
}

const asked = (place: Place, number: number, kind: LineKind = 'talk', versions = 1): Asked => ({
  key: key(number),
  kind,
  place,
  versions,
})
const answer = (number: number) => `That is how it is. (${markAnswer(key(number))})`
const task = (id: number, state: string, begun = 1, ended = 2): StoredTask => ({ id, state, begun, ended })
const turn = (number: number, its: StoredTask | null): StoredTurn => ({ text: `hi (${key(number)})`, task: its })

test('each message is answered once, where it was said: what is not is found, by its kind', () => {
  const home = placeWith('home', answer(1), answer(2), answer(2), answer(7), `found: hi (${key(4)})`)
  const away = placeWith('away', `you asked (${key(1)}), so: ${answer(3)}`)
  const verdict = judge(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => asked(home, number)),
    [home, away],
    [
      ...[1, 2, 3, 4].map((number) => turn(number, task(10 + number, 'answered'))),
      turn(5, task(15, 'running', 1, 0)),
      turn(6, task(17, 'answered')),
      turn(7, task(17, 'answered')),
      turn(8, null),
      turn(9, task(19, 'cancelled')),
    ],
  )
  expect(verdict).toMatchObject({ answered: 5, together: 1, stopped: 0 })
  expect(verdict.doubled).toEqual([`${key(2)} (talk) in home, 2 answers, 1 due, task 12 answered`])
  expect(verdict.misrouted).toEqual([`${key(3)} (talk) in home: away`])
  expect(verdict.lost).toEqual([
    `${key(3)} (talk) in home, 0 answers, 1 due, task 13 answered`,
    `${key(4)} (talk) in home, 0 answers, 1 due, task 14 answered`,
    `${key(8)} (talk) in home, no task`,
  ])
  expect(verdict.stuck).toEqual([`${key(5)} (talk) in home, task 15 running`])
  expect(verdict.failed).toEqual([`${key(9)} (talk) in home, task 19 cancelled`])
})

test('an answer that says in any language that it is a repeat is no second answer', () => {
  for (const mark of Object.values(channelMessages.sentAgain)) {
    const home = placeWith('home', answer(1), `${answer(1)}\n\n${mark}`)
    const verdict = judge([asked(home, 1)], [home], [turn(1, task(1, 'answered'))])
    expect(verdict).toMatchObject({ answered: 1, repeated: 1, doubled: [], lost: [] })
  }
})

test('what is changed after its answer is answered anew, and what is changed before is not', () => {
  const [twice, once] = [placeWith('home', answer(1), answer(1)), placeWith('home', answer(1))]
  const after = [turn(1, task(1, 'answered', 1, 5)), turn(1, task(2, 'answered', 6, 9))]
  const meanwhile = [turn(1, task(1, 'answered', 1, 5)), turn(1, task(2, 'answered', 4, 9))]
  const running = [turn(1, task(1, 'answered', 1, 5)), turn(1, null)]
  const judged = (home: Place, turns: StoredTurn[], versions = 2) =>
    judge([asked(home, 1, 'edit', versions)], [home], turns)
  expect(judged(twice, after)).toMatchObject({ answered: 1, anew: 1, doubled: [], lost: [] })
  expect(judged(once, running)).toMatchObject({ answered: 1, anew: 0, doubled: [], lost: [] })
  expect(judged(twice, running).doubled).toHaveLength(1)
  expect(judged(twice, meanwhile).doubled).toHaveLength(1)
  expect(judged(twice, after, 1).doubled).toHaveLength(1)
  expect(judged(once, after).lost).toHaveLength(1)
})

test('a stop ends what was said before it in the same place, and nothing else', () => {
  const [home, away] = [placeWith('home'), placeWith('away')]
  const verdict = judge(
    [asked(home, 1), asked(home, 2, 'stop'), asked(home, 3), asked(away, 4)],
    [home, away],
    [1, 2, 3, 4].map((number) => turn(number, task(10 + number, 'cancelled'))),
  )
  expect(verdict.stopped).toBe(2)
  expect(verdict.failed.map((line) => line.slice(0, 10))).toEqual([key(3), key(4)])
})

function samples(heapMb: (messages: number) => number): Sample[] {
  const rest = { rssMb: 1, descriptors: 1, processes: 1, storeMb: 1, walMb: 1, logMb: 1 }
  return Array.from({ length: 20 }, (_, at) => {
    const messages = 1000 * (at + 1)
    return { messages, heapMb: heapMb(messages), ...rest, costPerMessageMs: 1, promptTokens: 1 }
  })
}

function leaks(curve: Sample[]): boolean | undefined {
  const slope = slopeOf(curve, 'heapMb')
  return slope && isLeak('heapMb', slope, curve)
}

test('a heap that grows with every message leaks, one that only goes up and down does not', () => {
  const noise = (messages: number) => (messages / 1000) % 3
  const growing = samples((messages) => 50 + messages / 1000 + noise(messages))
  const resting = samples((messages) => 50 + noise(messages))
  expect(slopeOf(growing, 'heapMb')?.perThousand).toBeCloseTo(1, 1)
  expect(leaks(growing)).toBe(true)
  expect(leaks(resting)).toBe(false)
  expect(slopeOf(growing.slice(0, 2), 'heapMb')).toBeUndefined()
})

test('samples from the warm-up after the last start are left out', () => {
  const run = { samples: samples(() => 50), messages: 20_000, lastStart: 9000 }
  expect(steadySamples(run, 0).map(({ messages }) => messages)[0]).toBe(12_000)
  expect(steadySamples(run, 4000).map(({ messages }) => messages)[0]).toBe(14_000)
})

test('restarts of all kinds are in the first half, and the second half is one life', () => {
  const restarts = planRestarts({ rounds: 50, hasUpdate: true, random: createRandom(1) })
  expect(new Set(restarts.map(({ how }) => how))).toEqual(new Set(['kill', 'stop', 'update']))
  expect(new Set(restarts.map(({ round }) => round)).size).toBe(restarts.length)
  expect(Math.max(...restarts.map(({ round }) => round))).toBe(24)
})

test('a round ends with its share of the messages, or of the time', () => {
  let passed = 0
  const plan = { rounds: 10, messages: 1000, durationMs: 10_000, passedMs: () => passed, least: 5 }
  const count = (round: Round) => {
    while (round.take()) passed += 20
    return round.said()
  }
  expect(count(beginRound({ ...plan, round: 0, saidBefore: 0 }))).toBe(50)
  expect(passed).toBe(1000)
  passed = 2500
  const late = beginRound({ ...plan, round: 1, saidBefore: 50 })
  expect(late.isHalfOver()).toBe(true)
  expect(count(late)).toBe(5)
  passed = 3000
  const quick = beginRound({ ...plan, round: 3, saidBefore: 300 })
  expect(quick.isHalfOver()).toBe(false)
  while (quick.take());
  expect(quick.said()).toBe(100)
})

test('the command line is understood, or says what is wrong with it', () => {
  const { options } = parseOptions(['--messages', '2000', '--minutes=5', '--publish']) as never
  expect(options).toEqual({ messages: 2000, minutes: 5, seed: 1, from: undefined, publish: true })
  expect(parseOptions(['--help'])).toEqual({ help: true })
  expect(parseOptions(['--message', '5'])).toEqual({
    wrong: 'There is no option "--message". See npm run soak -- --help',
  })
  expect(parseOptions(['--seed', 'x'])).toEqual({ wrong: '--seed needs a whole number above 0, not "x".' })
  expect(parseOptions(['--from'])).toEqual({ wrong: '--from needs a value.' })
})
