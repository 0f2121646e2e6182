import { expect, test } from 'vitest'
import { type Asked, judge } from '../../bench/soak/book.ts'
import { parseOptions } from '../../bench/soak/options.ts'
import type { Place } from '../../bench/soak/place.ts'
import { planRestarts } from '../../bench/soak/restarts.ts'
import { isLeak, type Sample, slopeOf } from '../../bench/soak/slopes.ts'
import { createRandom } from '../support/seeded.ts'

const key = (number: number) => `k00000${number}k`

function placeWith(name: string, ...answers: string[]): Place {
  return { name, mark: '/', mayChange: false, say: async () => {}, answers: () => answers, forget() {} }
}

const asked = (place: Place, number: number): Asked => ({ key: key(number), kind: 'talk', place, expects: 'answer' })
const turn = (number: number, task: number | null, state: string | null) => ({
  task,
  state,
  text: `hi (${key(number)})`,
})

test('each message is answered once, where it was said: what is not is found, by its kind', () => {
  const home = placeWith('home', `yes (${key(1)})`, `no (${key(2)})`, `no (${key(2)})`, `hm (${key(7)})`)
  const away = placeWith('away', `you asked (${key(1)}), so: (${key(3)})`)
  const verdict = judge(
    [1, 2, 3, 4, 5, 6].map((number) => asked(home, number)),
    [home, away],
    [turn(4, 14, 'answered'), turn(5, 15, 'running'), turn(6, 17, 'answered'), turn(7, 17, 'answered')],
  )
  expect(verdict.answered).toBe(2)
  expect(verdict.together).toBe(1)
  expect(verdict.doubled).toEqual([`${key(2)} (talk) in home, 2 times`])
  expect(verdict.misrouted).toEqual([`${key(3)} of home: away`])
  expect(verdict.lost).toEqual([`${key(3)} (talk) in home`, `${key(4)} (talk) in home, task 14 answered`])
  expect(verdict.stuck).toEqual([`${key(5)} (talk) in home, task 15 running`])
})

test('an answer that says that it is a repeat is no second answer', () => {
  const home = placeWith('home', `yes (${key(1)})`, `yes (${key(1)}) (sent again after an interruption)`)
  expect(judge([asked(home, 1)], [home], [])).toMatchObject({ answered: 1, repeated: 1, doubled: [] })
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

test('restarts of all kinds are in the first half, and the second half is one life', () => {
  const restarts = planRestarts({ rounds: 50, hasUpdate: true, random: createRandom(1) })
  expect(new Set(restarts.map(({ how }) => how))).toEqual(new Set(['kill', 'stop', 'update']))
  expect(new Set(restarts.map(({ round }) => round)).size).toBe(restarts.length)
  expect(Math.max(...restarts.map(({ round }) => round))).toBe(24)
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
