import { describe, expect, test } from 'vitest'
import type { Exit } from '../../../../src/lib/child.ts'
import { textIn } from '../../../../src/messages/localized.ts'
import {
  failureOfEnding,
  failureOfResult,
  meanings,
  type TurnEnding,
} from '../../../../src/spawner/claude/output/failure.ts'
import { parseOutputLine, type ResultLine } from '../../../../src/spawner/claude/output/output-line.ts'
import { failureClasses } from '../../../../src/spawner/failure-classes.ts'
import failures from '../fixtures/failures.json' with { type: 'json' }

function aResult(fields: object): ResultLine {
  const line = parseOutputLine(JSON.stringify({ type: 'result', subtype: 'success', is_error: true, ...fields }))
  if (line?.type !== 'result') throw new Error('no result line')
  return line
}

describe('a result that is an error', () => {
  test.each(failures as [string, object, string, boolean][])('%s', (_, fields, expected, retry) => {
    expect(failureOfResult(aResult(fields), undefined, false)).toMatchObject({ class: expected, retry })
  })

  test('is judged by is_error, though its subtype says success', () => {
    expect(failureOfResult(aResult({ is_error: false, result: 'hi' }), undefined, false)).toBeUndefined()
    expect(failureOfResult(aResult({ result: 'hi' }), undefined, false)).toBeDefined()
  })

  test('of a session that is not there says so, whoever asked', () => {
    const lost = aResult({ subtype: 'error_during_execution', errors: ['No conversation found with session ID: x'] })
    expect(failureOfResult(lost, undefined, false)).toMatchObject({ class: 'stale', retry: true })
  })

  test.each([
    [{ api_error_status: 400, result: 'messages: wrong' }, 'invalid'],
    [{ subtype: 'error_during_execution', errors: ['odd'] }, 'crash'],
  ])('that a damaged session explains (%j) is laid at its door', (fields, otherwise) => {
    expect(failureOfResult(aResult(fields), undefined, true)).toMatchObject({ class: 'stale', retry: true })
    expect(failureOfResult(aResult(fields), undefined, false)).toMatchObject({ class: otherwise })
  })

  test('that no session explains keeps its name in one', () => {
    const limited = aResult({ api_error_status: 429, result: 'slow down' })
    expect(failureOfResult(limited, undefined, true)).toMatchObject({ class: 'rate_limit' })
  })

  test('of rate asks for a minute at least, and for as long as the service last asked for', () => {
    const limited = aResult({ api_error_status: 429, result: 'slow down' })
    expect(failureOfResult(limited, undefined, false)?.afterMs).toBe(60_000)
    expect(failureOfResult(limited, { status: 429, delayMs: 90_000 }, false)?.afterMs).toBe(90_000)
  })

  test('when the service says until when, the person reads it, and waits for no more than ten minutes unasked', () => {
    const limited = aResult({ api_error_status: 429, result: 'limit' })
    const until = new Date('2026-03-01T14:05:00Z')
    const told = (delayMs: number) => failureOfResult(limited, { status: 429, delayMs, until }, false, 'Europe/Berlin')
    expect(told(300_000)).toMatchObject({ retry: true, afterMs: 300_000 })
    expect(told(7_200_000)).toMatchObject({
      retry: false,
      what: { en: 'The usage limit at Claude is reached. It lasts until 15:05.' },
      advice: { en: 'Please ask again after that.' },
    })
    expect(told(86_400_000)?.what).toEqual({
      en: 'The usage limit at Claude is reached. It lasts until Sunday 1 March, 15:05.',
      de: 'Das Nutzungslimit bei Claude ist erreicht. Es gilt bis Sonntag, 1. März, 15:05.',
    })
  })
})

test.each(['', ' \n', undefined])('an answer of %j is no answer', (result) => {
  expect(failureOfResult(aResult({ is_error: false, result }), undefined, false)).toMatchObject({
    class: 'invalid',
    retry: true,
  })
})

describe('a turn without a result', () => {
  const exited: Exit = { status: 'exited', code: 1 }
  const ending = (parts: Partial<TurnEnding>): TurnEnding => ({
    cut: undefined,
    exit: exited,
    stderr: '',
    lastRetry: undefined,
    canReplaceSession: false,
    ...parts,
  })
  const killed: Exit = { status: 'killed', signal: 'SIGKILL' }

  test.each<[string, Partial<TurnEnding>, string, boolean]>([
    ['ended by itself', {}, 'crash', true],
    ['ended well by its own account', { exit: { status: 'exited', code: 0 } }, 'crash', true],
    ['was killed by somebody', { exit: killed }, 'crash', true],
    ['never said a word', { cut: 'first event', exit: killed }, 'hang', true],
    ['fell silent', { cut: 'idle', exit: killed }, 'hang', true],
    ['took too long', { cut: 'total', exit: killed }, 'hang', true],
    ['fell silent while overloaded', { cut: 'idle', lastRetry: { status: 529, delayMs: 1 } }, 'overloaded', true],
    ['fell silent while limited', { cut: 'idle', lastRetry: { status: 429, delayMs: 1 } }, 'rate_limit', true],
    ['fell silent while cut off', { cut: 'idle', lastRetry: { status: null, delayMs: 1 } }, 'network', true],
    ['fell silent while the service failed', { cut: 'idle', lastRetry: { status: 503, delayMs: 1 } }, 'server', true],
    ['flooded us', { cut: 'flood', exit: killed }, 'flood', false],
    ['was not there', { exit: { status: 'not_started', code: 'ENOENT' } }, 'missing', false],
    ['was not allowed', { exit: { status: 'not_started', code: 'EACCES' } }, 'missing', false],
    ['had too much to carry', { exit: { status: 'not_started', code: 'E2BIG' } }, 'crash', true],
    ['found no memory', { exit: { status: 'not_started', code: 'EAGAIN' } }, 'crash', true],
    ['was not there for bwrap', { stderr: 'bwrap: execvp claude: No such file or directory' }, 'missing', false],
    ['never woke up', { cut: 'first event', exit: killed, canReplaceSession: true }, 'stale', true],
    ['choked on an earlier session', { canReplaceSession: true }, 'stale', true],
    ['found its session taken', { stderr: 'Error: Session ID a-b is already in use.' }, 'stale', true],
    ['fell silent in an earlier session', { cut: 'idle', exit: killed, canReplaceSession: true }, 'hang', true],
    ['flooded us from an earlier session', { cut: 'flood', exit: killed, canReplaceSession: true }, 'flood', false],
    [
      'was not there to resume',
      { exit: { status: 'not_started', code: 'ENOENT' }, canReplaceSession: true },
      'missing',
      false,
    ],
    ['is too old', { stderr: "error: unknown option '--strict-mcp-config'" }, 'missing', false],
  ])('because it %s', (_, parts, expected, retry) => {
    expect(failureOfEnding(ending(parts))).toMatchObject({ class: expected, retry })
  })

  test('keeps how it ended and what it complained of for the log', () => {
    expect(failureOfEnding(ending({ stderr: 'no space left' })).detail).toBe('no result, exited 1: no space left')
  })
})

test('every class has a sentence that says what happened and what to do', () => {
  const classes = new Set(Object.values(meanings).map((meaning) => meaning.class))
  expect([...classes].sort()).toEqual([...failureClasses].sort())
  for (const { what, advice } of Object.values(meanings)) {
    const [happened, step] = [textIn(what, 'en'), textIn(advice ?? '', 'en')]
    expect(happened).toMatch(/^[A-Z].*\.$/)
    expect(step).toMatch(/^(?:Please|The owner|You can|Start a|Put it).*\.$/)
    expect(`${happened} ${step}`.length).toBeLessThan(180)
  }
})
