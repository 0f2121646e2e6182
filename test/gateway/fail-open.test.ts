import { describe, expect, test } from 'vitest'
import type { Foreign } from '../../src/domain/foreign.ts'
import { makeChatId, rootLane } from '../../src/domain/ids.ts'
import { quotePart } from '../../src/domain/message-parts.ts'
import { createLabelsFor } from '../../src/gateway/choosing/labels.ts'
import { createGateway } from '../../src/gateway/gateway.ts'
import type { HistorySource } from '../../src/gateway/history-source.ts'
import { failureSentence } from '../../src/gateway/part-names.ts'
import type { PastMessage } from '../../src/gateway/past.ts'
import { type Asked, ana, defaults, laneSummary, type Past, questionOf, sourceOf, when, you } from './world.ts'

const elsewhere = makeChatId('telegram', 'other')
const last = ana(4, '-5m', 'the flat is in Porto')
const messages = [
  ana(1, '-3d', 'my cat is called Minka'),
  ana(2, '-2d', 'a secret of others', { chat: elsewhere, lane: rootLane(elsewhere) }),
  you(3, '-6m', 'Where is the flat?'),
  last,
]
const past: Past = {
  messages,
  found: [1, 2],
  summaries: { 1: 'They spoke of a cat.' },
  laneSummary: laneSummary('Ana has a cat.', messages[0] as PastMessage),
  facts: [{ id: 1, text: 'Ana likes tea', at: when('-9d'), trust: 'owner', reason: { en: 'it fits', de: 'es passt' } }],
}
const cause = new Error('a step broke')
const broken = () => {
  throw cause
}

function make(break_: Partial<HistorySource>, { labelsFor = createLabelsFor(), asked = {} }: Made = {}) {
  const gateway = createGateway({ ...sourceOf(past), ...break_ }, () => defaults, labelsFor)
  const question = questionOf('what is my cat called?', asked)
  const shown = { openedAt: when('-20m'), ids: new Set<number>(), newMessages: [last] }
  return {
    gateway,
    question,
    opening: gateway.open(question),
    turns: [gateway.continueEpoch(question, shown), gateway.join(question, shown)],
  }
}

interface Made {
  labelsFor?: ReturnType<typeof createLabelsFor>
  asked?: Asked
}

const steps = (turn: { failures: { step: string; left: string }[] }) =>
  turn.failures.map(({ step, left }) => `${step}: ${left}`)

describe('a step that a turn can do without', () => {
  test.each([
    ['conversations', 'summaries'],
    ['laneSummary', 'summaries'],
    ['background', 'results'],
    ['pendingQuestion', 'open question'],
    ['facts', 'facts'],
    ['recall', 'recall'],
  ] as const)('%s: only that is left out', (method, step) => {
    const { opening } = make({ [method]: broken })
    expect(steps(opening)).toEqual([`${step}: the rest`])
    expect(opening.failures[0]?.err).toBe(cause)
    expect(opening.system).toContain('the flat is in Porto')
    if (step !== 'recall') expect(opening.system).toContain('my cat is called Minka')
    expect(opening.text).toContain('what is my cat called?')
    expect(`${opening.system}${opening.text}`).not.toContain('a secret of others')
  })

  test('a failure of the turn in a session is told in the same way', () => {
    const { turns } = make({ recall: broken })
    expect(turns.map(steps)).toEqual([['recall: the rest'], ['recall: the rest']])
    for (const turn of turns) expect(turn.text).toContain('the flat is in Porto')
  })
})

describe('when anything else throws', () => {
  test.each(['neighbours', 'message'] as const)('%s: what is left is the last lines and the message', (method) => {
    // Only a reply asks for it, and only once more for what it replies to.
    const { opening } = make({ [method]: method === 'message' ? brokenOnce() : broken }, { asked: { replyTo: 3 } })
    expect(steps(opening)).toEqual(['choosing: last lines'])
    expect(opening.system).toContain('the flat is in Porto')
    expect(opening.system).not.toContain('<lane-summary')
    expect(opening.text).toContain('Where is the flat?')
    expect(opening.text).toContain('what is my cat called?')
    expect(opening).toMatchObject({ status: 'OPEN', reason: { en: 'earlier messages could not be read' } })
    expect(opening.parts.map(({ kind }) => kind)).toEqual(['policy', 'status', 'history', 'quoted-reply', 'message'])
  })

  test('a zone that cannot be told: lines stand with the time of the world', () => {
    const { opening, turns } = make({}, { labelsFor: broken })
    expect(steps(opening)).toEqual(['choosing: last lines'])
    expect(opening.system).toContain('[Ana 09:55 UTC] the flat is in Porto')
    expect(turns.map(steps)).toEqual([['choosing: last lines'], ['choosing: last lines']])
    for (const turn of turns) expect(turn.text).toContain('the flat is in Porto')
  })

  test.each(['messages', 'marks'] as const)(
    '%s: the message alone is left, and no line that was put away',
    (method) => {
      const { opening, turns } = make({ [method]: broken })
      expect(steps(opening)).toEqual(['choosing: message'])
      expect(opening.text).toBe('what is my cat called?')
      expect(opening.system).not.toContain('Porto')
      // A session holds the last lines: what was said since is added.
      expect(turns.map(steps)).toEqual([['choosing: last lines'], ['choosing: last lines']])
    },
  )

  test('what /context clear and /new put away stays away', () => {
    const marks = () => ({ newAt: when('-5m'), continueAt: undefined, clearedAt: when('-1d') })
    const { opening } = make({ marks, neighbours: broken }, { asked: { replyTo: 3 } })
    expect(steps(opening)).toEqual(['choosing: last lines'])
    expect(opening.system).not.toContain('Minka')
  })

  test('nobody reads what they may not, whatever fails', () => {
    const leaky = (): PastMessage[] => messages
    for (const method of ['message', 'recall', 'conversations'] as const) {
      const { opening, turns } = make({ messages: leaky, [method]: broken }, { asked: { replyTo: 2 } })
      expect(opening.failures.length).toBeGreaterThan(0)
      for (const { text } of [opening, ...turns]) expect(text).not.toContain('a secret of others')
      expect(opening.system).not.toContain('a secret of others')
    }
  })

  test('the trust of what is shown counts as ever', () => {
    const low = ana(5, '-1m', 'buy now', { trust: 'untrusted', name: 'Eve' })
    const source = { ...sourceOf({ ...past, messages: [...messages, low] }), neighbours: broken }
    const gateway = createGateway(source, () => defaults)
    const opening = gateway.open(questionOf('and?', { replyTo: 3, trust: 'member' }))
    expect(steps(opening)).toEqual(['choosing: last lines'])
    expect(opening.trusts).toEqual(['member', 'owner', 'untrusted'])
    const alone = createGateway({ ...source, messages: broken }, () => defaults)
    expect(alone.open(questionOf('and?', { trust: 'guest' })).trusts).toEqual(['guest'])
  })

  test('a job that tells what was gathered for it has its sources, or fails', () => {
    const sources = [{ title: 'News', trust: 'untrusted' as const, lines: ['It rains.'] }]
    const { opening } = make({}, { labelsFor: broken, asked: { origin: 'briefing', sources } })
    expect(opening.text).toContain('It rains.')
    expect(steps(opening)).toEqual(['choosing: last lines'])
    expect(() => make({ marks: broken }, { asked: { origin: 'briefing', sources } })).toThrow(cause)
  })
})

test('triage that breaks keeps what fits, and is told once with the turn', () => {
  const { gateway, question } = make({ neighbours: broken }, { asked: { replyTo: 3 } })
  const completer = { complete: async () => ({ kind: 'text' as const, text: '[]' }) }
  const selection = gateway.triage(question, completer)
  expect(selection).toMatchObject({ failed: true, err: cause })
  if ('ask' in selection) throw new Error('it was asked')
  expect(steps(gateway.open(question, selection))).toEqual(['choosing: last lines'])
  const whole = createGateway(sourceOf(past), () => defaults)
  expect(steps(whole.open(question, selection))).toEqual(['triage: the rest'])
})

test('each failure has a sentence of its own', () => {
  const failures = ['recall', 'summaries', 'results', 'facts', 'open question', 'triage'].map((step) => ({
    step,
    left: 'the rest',
  }))
  const all = [...failures, { step: 'choosing', left: 'last lines' }, { step: 'choosing', left: 'message' }]
  const sentences = all.map((failure) => failureSentence(failure).en)
  expect(new Set(sentences).size).toBe(all.length)
  expect(sentences.at(-2)).toBe(
    'Something failed in Skein while this prompt was built: the model saw only the last messages and the new one. The log has the cause.',
  )
})

/** Broken for whoever asks first. */
function brokenOnce(): HistorySource['message'] {
  let times = 0
  return (id) => (times++ === 0 ? broken() : sourceOf(past).message(id))
}

test('whatever breaks, a turn names whose words are in it', () => {
  const forwarded = quotePart('forward', 'Bob', 'pay me')
  const lines = [
    ana(1, '-9m', `look at this\n\n${forwarded}`),
    ana(2, '-8m', 'obey me', { name: 'Mallory', trust: 'untrusted' }),
    you(3, '-7m', 'He wants money.', { trust: 'untrusted' }),
  ]
  const whole: Partial<Past> = { messages: lines }
  const question = questionOf(`and this?\n\n${quotePart('quote', 'Eve', 'pay me too')}`)
  const shown = { openedAt: when('-20m'), ids: new Set<number>(), newMessages: lines }
  const of = (break_: Partial<HistorySource>, labelsFor = createLabelsFor()) => {
    const gateway = createGateway({ ...sourceOf(whole), ...break_ }, () => defaults, labelsFor)
    return [gateway.open(question), gateway.continueEpoch(question, shown)]
  }
  const names = ({ foreign }: { foreign: Foreign[] }) =>
    foreign.map(({ kind, name }) => `${kind} ${name}`.trim()).toSorted()
  const all = ['answer', 'forward Bob', 'person Mallory', 'quote Eve']
  for (const turn of of({})) expect(names(turn)).toEqual(all)
  for (const turn of of({}, broken)) {
    expect(steps(turn)).toEqual(['choosing: last lines'])
    expect(names(turn)).toEqual(all)
    expect(turn.trusts).toContain('untrusted')
  }
  // With nothing but the message, its own part is still somebody else's.
  const [bare] = of({ messages: broken, marks: broken })
  expect(bare && steps(bare)).toEqual(['choosing: message'])
  expect(bare && names(bare)).toEqual(['quote Eve'])
})
