import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type EvalBrain, openEvalBrain, scriptedAnswerer } from '../../bench/eval/answerer.ts'
import { OURS, sabotagedNames } from '../../bench/eval/arms.ts'
import type { Size } from '../../bench/eval/conversation.ts'
import { benchEval } from '../../bench/eval/eval.ts'
import { gradeAnswer } from '../../bench/eval/grade.ts'
import { kinds } from '../../bench/eval/kinds.ts'
import { readAnswer } from '../../bench/eval/reader.ts'
import { type EvalOptions, type Result, runEval } from '../../bench/eval/run.ts'
import { ALL, figuresOf } from '../../bench/eval/table.ts'
import type { Topic } from '../../bench/eval/topic.ts'
import { groupTopics, personTopics, planTopics, sumTopics } from '../../bench/eval/topics.ts'
import { startOpenAi } from '../peers/providers/openai-api.ts'
import { says } from '../peers/providers/script.ts'
import type { FakeProvider } from '../peers/providers/scripted-server.ts'
import { createRandom } from '../support/seeded.ts'

const small: Size = { conversations: 1, days: 14, exchangesPerDay: 4, questions: 7 }

/** Where it only matters what is done with an answer. */
const tiny: Size = { conversations: 1, days: 3, exchangesPerDay: 2, questions: 4 }

/** Some of the kinds, and a budget that holds a fifth of what was said. */
const scripted: EvalOptions = {
  kinds: kinds.filter(({ name }) => ['changes', 'counts', 'letters'].includes(name)),
  seed: 1,
  size: small,
  budget: 800,
  sabotaged: true,
  answererFor: scriptedAnswerer,
}

describe('the scripted reader', () => {
  const topics = [...personTopics, ...planTopics, ...sumTopics, ...groupTopics]
  const read = (text: string, ...rows: string[]) => readAnswer(rows.join('\n'), { text, from: 'Ana' }, topics)

  test('knows only what the prompt says', () => {
    expect(read('Where does Mira live?', '[Ana 10:00] Mira lives in Ostby now.')).toBe('Ostby')
    expect(read('Where does Mira live?', '[Ana 10:00] Kalin lives in Ostby now.')).toBe('not known')
    expect(read('Where does Mira live?', '[Ana 10:00] Mira lives in …')).toBe('not known')
  })

  test('takes the newest statement, wherever it stands, and the outdated one where there is no other', () => {
    const older = ['[2026-01-02, 3 weeks ago]', '[Ana 10:00] Mira lives in Ostby now.']
    const newer = ['[2026-01-05, 2 weeks ago]', '[Ana 09:00] Guess what? Mira found a flat in Harvau at last.']
    expect(read('Where does Mira live?', ...older, ...newer)).toBe('Harvau')
    expect(read('Where does Mira live?', ...newer, ...older)).toBe('Harvau')
    expect(read('Where does Mira live?', ...older)).toBe('Ostby')
    const note = '- 2026-01-09 Ana: Mira lives in Selholt now. (before: Mira lives in Ostby now.) [m4]'
    expect(read('Where does Mira live?', ...newer, note)).toBe('Selholt')
  })

  test('lets people speak only for themselves', () => {
    const rows = [
      '[Kalin 10:00] My vote goes to Ostby for the trip.',
      '[Mira 10:01] My vote goes to Harvau for the trip.',
    ]
    expect(read('What did Kalin vote for?', ...rows)).toBe('Ostby')
  })

  test('adds up amounts once each, and knows what is cancelled', () => {
    const summary = '- 2026-01-02 Ana: I lent Mira 3 books today. [m4]'
    const history = ['[2026-01-02, yesterday]', '[Ana 10:00] I lent Mira 3 books today.']
    const later = ['[2026-01-03]', '[Ana 10:00] Another 4 books went to Mira on loan.']
    expect(read('How many books did I lend Mira in all?', summary, ...history, ...later)).toBe('7')
    const plan = ['[Ana 10:00] I meet Mira for dinner on 4 May, at eight.', '[Ana 10:05] Dinner with Mira is off.']
    expect(read('When do I meet Mira for dinner?', ...plan)).toBe('cancelled')
  })
})

test.each([
  ['It is on 4 May.', { kind: 'exact', value: '4 May', outdated: ['9 June'] }, 'right'],
  ['It is on 14 May.', { kind: 'exact', value: '4 May', outdated: [] }, 'undecided'],
  ['On 9 June', { kind: 'exact', value: '4 May', outdated: ['9 June'] }, 'wrong'],
  ['First 9 June, then 4 May.', { kind: 'exact', value: '4 May', outdated: ['9 June'] }, 'undecided'],
  ['I do not know.', { kind: 'exact', value: '4 May', outdated: [] }, 'wrong'],
  ['That was called off.', { kind: 'one of', values: ['cancelled', 'called off'] }, 'right'],
  ['About 12 books', { kind: 'number', min: 11, max: 13 }, 'right'],
  ['14', { kind: 'number', min: 11, max: 13 }, 'wrong'],
  ['8 and then 4', { kind: 'number', min: 11, max: 13 }, 'undecided'],
  ['not known', { kind: 'unknown' }, 'right'],
  ['Perhaps Ostby', { kind: 'unknown' }, 'undecided'],
] as const)('%j is graded without a model', (answer, expected, verdict) => {
  const copy = { ...expected, ...('values' in expected && { values: [...expected.values] }) }
  const graded = gradeAnswer(answer, {
    expected: { ...copy, ...('outdated' in expected && { outdated: [...expected.outdated] }) } as never,
    secrets: [],
  })
  expect(graded).toEqual({ verdict, tellsSecret: false })
})

test('an answer that tells a secret is wrong, whatever else it says', () => {
  const graded = gradeAnswer('Not known, but perhaps Ostby', { expected: { kind: 'unknown' }, secrets: ['Ostby'] })
  expect(graded).toEqual({ verdict: 'wrong', tellsSecret: true })
})

describe('with the scripted reader', () => {
  let results: Result[]
  const accuracy = (arm: string, all = results) =>
    figuresOf(all, ALL).find((one) => one.arm === arm)?.accuracy ?? Number.NaN

  test('the same seed gives the same figures, another seed another conversation', async () => {
    results = await runEval(scripted)
    const [first] = scripted.kinds
    if (!first) throw new Error('there is no kind')
    const ofFirst = results.filter(({ kind }) => kind === first.name)
    expect(await runEval({ ...scripted, kinds: [first] })).toEqual(ofFirst)
    const { questions } = first.make(createRandom(2), small)
    expect(questions.map(({ text }) => text)).not.toEqual([...new Set(ofFirst.map(({ question }) => question.text))])
  })

  test('a worse gateway scores worse', () => {
    expect(accuracy(OURS)).toBeGreaterThan(accuracy('no memory') + 0.4)
    expect(accuracy(sabotagedNames.recall)).toBeLessThan(accuracy(OURS) - 0.1)
    expect(accuracy(sabotagedNames.recallAndSummaries)).toBeLessThan(accuracy(sabotagedNames.recall) - 0.02)
    expect(accuracy(sabotagedNames.order)).toBeLessThan(accuracy(OURS) - 0.1)
  })

  test('what must not be told is in no prompt, and would be noticed', async () => {
    const secrets = kinds.filter(({ name }) => name === 'secrets')
    const asked = await runEval({ ...scripted, kinds: secrets, size: { ...small, questions: 21 } })
    const leaksOf = (arm: string) => asked.filter((one) => one.arm === arm && one.leaked).length
    expect(leaksOf(OURS)).toBe(0)
    expect(leaksOf(sabotagedNames.privacy)).toBeGreaterThan(2)
  })

  test('an answer is right only where the prompt holds the value', () => {
    const guessed = results.filter(
      ({ verdict, inPrompt, question }) => verdict === 'right' && question.expected.kind === 'exact' && !inPrompt,
    )
    expect(guessed).toEqual([])
  })
})

describe('on the command line', () => {
  afterEach(() => {
    process.exitCode = undefined
  })

  test.each([
    [['--sead', '3'], /--sead/],
    [['--only', 'riddles'], /No kind is called riddles\. There are: facts, /],
    [['--seed', 'one'], /--seed needs a whole number/],
  ])('%j is refused with the reason', async (args, reason) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => error.mockRestore())
    await benchEval(args, () => {})
    expect(process.exitCode).toBe(64)
    expect(error.mock.calls.flat().join('\n')).toMatch(reason)
  })

  test('--help lists the options and the kinds', async () => {
    const printed: string[] = []
    await benchEval(['--help'], (line) => printed.push(line))
    expect(printed.join('\n')).toMatch(/secrets, german, letters[^]*--seed N/)
    expect(process.exitCode).toBeUndefined()
  })

  test('prints a table, the worst cases and the figures as JSON', async () => {
    const dir = scratchFolder()
    const file = join(dir, 'figures.json')
    const printed: string[] = []
    const args = ['--only', 'secrets,letters', '--conversations', '1', '--days', '2', '--show-missed', '--json', file]
    await benchEval(args, (line) => printed.push(line))
    expect(process.exitCode).toBeUndefined()
    expect(printed.join('\n')).toMatch(/held out[^\n]*\n[^\n]*letters[^\n]*LEAKS/)
    expect(printed.join('\n')).toMatch(/missed by skein/)
    const { figures, seed } = JSON.parse(readFileSync(file, 'utf8'))
    expect(seed).toBe(1)
    expect(figures).toContainEqual(expect.objectContaining({ arm: OURS, kind: 'secrets', leaks: 0 }))
  })
})

describe('with a brain of the configuration', () => {
  const price = { input: 3, output: 15 }
  const facts = kinds.filter(({ name }) => name === 'facts')

  async function openBox(): Promise<{ api: FakeProvider; brain: EvalBrain }> {
    const api = await startOpenAi({}, says('not known'))
    onTestFinished(api.close)
    const dir = scratchFolder()
    const configFile = join(dir, 'config.toml')
    writeFileSync(
      configFile,
      `[providers.box]
kind = "openai-compatible"
base_url = "${api.url}/v1"
window = 64000
models = { general = "m" }
prices = [{ model = "m", input = ${price.input}, output = ${price.output} }]
`,
    )
    const options = { name: 'box', model: 'general', configFile, dataDir: dir, env: {} }
    const brain = openEvalBrain(options, new AbortController().signal)
    onTestFinished(brain.close)
    return { api, brain }
  }

  test('the same prompts are asked, and tokens and costs are those that it reports', async () => {
    const { api, brain } = await openBox()
    let topics: Topic[] = []
    // A model that answers from its prompt.
    api.script((request) => {
      const prompt = request.messages.map(({ text }) => text).join('\n')
      const text = prompt.split('\n').findLast((row) => row.endsWith('?')) ?? ''
      return says(readAnswer(prompt, { text, from: 'Ana' }, topics))
    })
    const options = { ...scripted, kinds: facts, size: tiny, sabotaged: false }
    const asked = await runEval({
      ...options,
      answererFor: (conversation) => {
        topics = conversation.topics
        return brain.answer
      },
    })
    const read = await runEval(options)
    expect(asked.map(({ answer }) => answer)).toEqual(read.map(({ answer }) => answer))
    const [own] = figuresOf(
      asked.filter(({ arm }) => arm === OURS),
      ALL,
    )
    expect(own?.tokensPerCorrect).toBeGreaterThan(own?.promptTokens ?? 0)
    expect(own?.costPerCorrect).toBeGreaterThan(((own?.promptTokens ?? 0) * price.input) / 1_000_000)
  })

  test('a second model decides what words and numbers cannot', async () => {
    const { api, brain } = await openBox()
    api.script(says('Right.'), says('wrong, that is another town'), says('Who knows'))
    const question = {
      text: 'Where does Mira live?',
      expected: { kind: 'exact', value: 'Ostby', outdated: [] },
    } as const
    const judged = { ...question, expected: { ...question.expected, outdated: [] } }
    const verdicts = [await brain.judge(judged, 'O.'), await brain.judge(judged, 'P.'), await brain.judge(judged, 'Q.')]
    expect(verdicts).toEqual([true, false, undefined])
    const options = { ...scripted, kinds: facts, size: tiny, sabotaged: false, answererFor: () => vague }
    const vague = async () => ({ answer: 'the place by the mill', tokens: 0, costUsd: 0 })
    const verdictsOf = async (judge: EvalOptions['judge']) =>
      new Set((await runEval({ ...options, judge })).map(({ verdict }) => verdict))
    expect(await verdictsOf(undefined)).toEqual(new Set(['undecided']))
    expect(await verdictsOf(async () => true)).toEqual(new Set(['right']))
  })

  test('a failed request ends the evaluation, because it is no answer', async () => {
    const { api, brain } = await openBox()
    api.script({ kind: 'error', status: 400, message: 'no such thing' })
    await expect(brain.judge({ text: 'x', expected: { kind: 'unknown' } }, 'y')).rejects.toThrow(/^box: /)
  })
})

function scratchFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'skein-eval-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
