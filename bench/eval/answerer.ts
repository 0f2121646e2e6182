import { openProviders } from '../../src/app/native.ts'
import { readConfig } from '../../src/config/load.ts'
import { UsageError } from '../../src/domain/errors.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSteadyClock, systemClock } from '../../src/lib/time/clock.ts'
import { textIn } from '../../src/messages/localized.ts'
import { createClaude } from '../../src/spawner/claude/claude.ts'
import { claudeOptions } from '../../src/spawner/claude/options.ts'
import { createCompleter } from '../../src/spawner/native/providers/complete.ts'
import type { Brain } from '../../src/spawner/spawner.ts'
import type { Conversation, EvalQuestion } from './conversation.ts'
import type { Prompt } from './prompts.ts'
import { NOT_KNOWN, readAnswer } from './reader.ts'
import { type Judge, wholePrompt } from './run.ts'

export interface Answer {
  answer: string
  /** All tokens the brain reported; 0 without a model. */
  tokens: number
  costUsd: number
}

/** Answers one question from the prompt alone. */
export type Answerer = (prompt: Prompt, question: Pick<EvalQuestion, 'text' | 'from'>) => Promise<Answer>

export function scriptedAnswerer({ topics }: Pick<Conversation, 'topics'>): Answerer {
  return async (prompt, question) => {
    return { answer: readAnswer(wholePrompt(prompt), question, topics), tokens: 0, costUsd: 0 }
  }
}

/** Stands between the context and the message, so that every brain answers briefly and guesses nothing. */
export const ANSWER_RULE = `Answer the message below in a few words, only from what stands above. If it is not said there, answer "${NOT_KNOWN}". If several statements differ, the newest one holds. If something was cancelled, answer "cancelled".`

export interface EvalBrain {
  answer: Answerer
  judge: Judge
  close(): Promise<void>
}

interface BrainChoice {
  name: string
  model: string
  configFile: string | undefined
  dataDir: string
  env: NodeJS.ProcessEnv
}

const LIMITS = { timeoutMs: 120_000, maxChars: 4_000 }

/** A brain of the configuration, asked with single requests. A failed request stops the evaluation: it would look like a wrong answer. */
export function openEvalBrain({ name, model, configFile, dataDir, env }: BrainChoice, signal: AbortSignal): EvalBrain {
  const brain = openBrain({ name, configFile, dataDir, env })
  async function ask(prompt: string): Promise<Answer> {
    const completion = await brain.complete(prompt, { ...LIMITS, model }, signal)
    if (completion.kind === 'failed') throw new Error(`${name}: ${textIn(completion.failure.what, 'en')}`)
    const {
      inputTokens = 0,
      outputTokens = 0,
      cacheReadTokens = 0,
      cacheWriteTokens = 0,
      costUsd = 0,
    } = completion.usage ?? {}
    const tokens = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
    return { answer: completion.text.trim(), tokens, costUsd }
  }
  return {
    answer: ({ system, text }) => ask([system, ANSWER_RULE, text].join('\n\n')),
    async judge({ text, expected }, answer) {
      const { answer: verdict } = await ask(judgePrompt(text, describeExpected(expected), answer))
      const word = /^\W*(right|wrong)\b/i.exec(verdict)?.[1]?.toLowerCase()
      return word === undefined ? undefined : word === 'right'
    },
    close: brain.close,
  }
}

function judgePrompt(question: string, expected: string, answer: string): string {
  return [
    'Compare an answer with what is expected. Reply with one word: right or wrong.',
    'An answer in other words is right if it means the same. An answer that leaves open which of two values is true is wrong.',
    `Question: ${JSON.stringify(question)}`,
    `Expected: ${JSON.stringify(expected)}`,
    `Answer: ${JSON.stringify(answer)}`,
  ].join('\n')
}

function describeExpected(expected: EvalQuestion['expected']): string {
  switch (expected.kind) {
    case 'exact':
      return expected.value
    case 'one of':
      return expected.values.join(' or ')
    case 'number':
      return expected.min === expected.max ? `${expected.min}` : `a number from ${expected.min} to ${expected.max}`
    case 'unknown':
      return 'that it is not known'
  }
}

function openBrain({
  name,
  configFile,
  dataDir,
  env,
}: Omit<BrainChoice, 'model'>): Required<Pick<Brain, 'complete' | 'close'>> {
  const config = readConfig({ configFile, dataDir }, env)
  const clock = createSteadyClock(systemClock)
  if (name === 'claude') {
    const log = createLog({ level: 'error', format: 'auto', destination: process.stderr, scrub: (text) => text })
    const { complete, close } = createClaude({ ...claudeOptions(config, dataDir, env), clock, log })
    if (!complete) throw new UsageError('claude cannot answer single questions here.')
    return { complete, close }
  }
  const providers = openProviders(config, clock)
  const provider = providers.find((one) => one.name === name)
  if (!provider) {
    const known = ['scripted', 'claude', ...providers.map((one) => one.name)].join(', ')
    throw new UsageError(`The configuration has no brain called ${name}. There are: ${known}.`)
  }
  const closing = new AbortController()
  const { apiKey } = config.providers[name] ?? {}
  const complete = createCompleter(provider, { name, apiKey, clock, closing: closing.signal })
  return { complete, close: async () => closing.abort() }
}
