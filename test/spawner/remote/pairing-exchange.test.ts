import { randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  answerJoin,
  beginJoin,
  createRunnerCode,
  meetingPlace,
  parseRunnerCode,
} from '../../../src/spawner/remote/pairing-exchange.ts'

test('both ends get the same secret, which is new each time', () => {
  const code = createRunnerCode()
  const [first, second] = [join(code), join(code)]
  expect(first.runner.root).toEqual(first.daemon.root)
  expect(first.runner.root).toHaveLength(32)
  expect(second.runner.root).not.toEqual(first.runner.root)
  expect(first.runner.runner).toBe('attic')
})

test('a code has 160 random bits and survives being typed', () => {
  const code = createRunnerCode()
  expect(code.replaceAll('-', '')).toHaveLength(32)
  expect(parseRunnerCode(code.toLowerCase().replaceAll('-', ' '))).toBe(code)
  expect(parseRunnerCode(code.slice(0, -1))).toBeUndefined()
  expect(parseRunnerCode('')).toBeUndefined()
  expect(new Set(Array.from({ length: 100 }, createRunnerCode)).size).toBe(100)
  expect(meetingPlace(code)).not.toContain(code.slice(0, 4).toLowerCase())
})

test('a request with another code is refused, and so is every changed one', () => {
  const code = createRunnerCode()
  const { frame } = beginJoin(code)
  expect(answerJoin(createRunnerCode(), 'attic', frame)).toBeUndefined()
  for (let times = 0; times < 200; times++) {
    expect(answerJoin(code, 'attic', withBitChanged(frame))).toBeUndefined()
    expect(answerJoin(code, 'attic', frame.subarray(0, randomInt(frame.length)))).toBeUndefined()
    expect(answerJoin(code, 'attic', randomBytes(frame.length))).toBeUndefined()
  }
})

test('an answer that was changed, or made without the code or for another request, is refused', () => {
  const code = createRunnerCode()
  const [request, other] = [beginJoin(code), beginJoin(code)]
  const answer = answerJoin(code, 'attic', request.frame)?.frame as Buffer
  const guessed = createRunnerCode()
  expect(request.finish(answerJoin(guessed, 'attic', beginJoin(guessed).frame)?.frame as Buffer)).toBeUndefined()
  expect(request.finish(answerJoin(code, 'attic', other.frame)?.frame as Buffer)).toBeUndefined()
  for (let times = 0; times < 200; times++) expect(request.finish(withBitChanged(answer))).toBeUndefined()
  expect(request.finish(request.frame)).toBeUndefined()
  expect(request.finish(answer)?.runner).toBe('attic')
})

function join(code: string) {
  const request = beginJoin(code)
  const answered = answerJoin(code, 'attic', request.frame)
  const runner = answered && request.finish(answered.frame)
  if (!runner) throw new Error('the exchange failed')
  return { daemon: answered.secret, runner }
}

function withBitChanged(frame: Buffer): Buffer {
  const changed = Buffer.from(frame)
  const at = randomInt(changed.length)
  changed[at] = (changed[at] as number) ^ (1 << randomInt(8))
  return changed
}
