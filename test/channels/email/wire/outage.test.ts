import { describe, expect, test } from 'vitest'
import { failureOf, type MailboxFailure } from '../../../../src/channels/email/wire/failure.ts'
import { createMailBackoff } from '../../../../src/channels/email/wire/outage.ts'
import { type AnyText, textIn } from '../../../../src/messages/localized.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { createTestClock } from '../../../support/test-clock.ts'

test.each<[object, MailboxFailure['kind']]>([
  [{ authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED' }, 'refused'],
  [{ authenticationFailed: true, serverResponseCode: 'UNAVAILABLE' }, 'lost'],
  [{ authenticationFailed: true, code: 'ETHROTTLE', throttleReset: 5000 }, 'throttled'],
  [{ mailboxMissing: true, responseText: 'Mailbox does not exist' }, 'no such folder'],
  [{ message: 'Server does not support STARTTLS' }, 'unencrypted'],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'lost'],
  [{}, 'lost'],
])('%j is %s', (error, kind) => {
  expect(failureOf(Object.assign(new Error('x'), error)).kind).toBe(kind)
})

test('what a server says is one short line', () => {
  const failure = failureOf({ responseText: `a\r\nb\u202e${'x'.repeat(1000)}` })
  expect(failure).toEqual({ kind: 'lost', reason: expect.stringMatching(/^a b x+$/) })
  expect('reason' in failure && failure.reason.length).toBe(200)
})

describe('backoff', () => {
  function start() {
    const clock = createTestClock()
    const troubles: string[] = []
    const trouble = (sentence: AnyText) => void troubles.push(textIn(sentence, 'en'))
    const backoff = createMailBackoff({ log: silentLog, clock, address: 'skein@house.test', trouble, second: 1000 })
    const fail = (failure: MailboxFailure) => {
      const ms = backoff.failed(failure)
      clock.advance(ms)
      return ms / 1000
    }
    return { backoff, troubles, fail, clock }
  }

  test('grows up to a minute while nobody answers, and tells after five', () => {
    const { fail, troubles, backoff } = start()
    const pauses = Array.from({ length: 25 }, () => fail({ kind: 'lost', reason: 'away' }))
    expect(pauses[0]).toBeLessThanOrEqual(1)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(60)
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(30)
    expect(troubles).toEqual([expect.stringMatching(/not reached the mailbox skein@house\.test/)])
    backoff.succeeded()
    expect(fail({ kind: 'lost', reason: 'away' })).toBeLessThanOrEqual(1)
  })

  test('of a refused login is long, and told once', () => {
    const { fail, troubles } = start()
    const pauses = Array.from({ length: 5 }, () => fail({ kind: 'refused', reason: 'no' }))
    for (const pause of pauses.slice(1)) expect(pause).toBeGreaterThanOrEqual(900)
    expect(troubles).toEqual([expect.stringMatching(/refuses the login of skein@house\.test \(no\)/)])
  })

  test('holds for as long as a server asks, and that is no wrong password', () => {
    const { fail, troubles } = start()
    expect(fail({ kind: 'throttled', afterMs: 92_000 })).toBeGreaterThanOrEqual(92)
    expect(troubles).toEqual([])
  })
})
