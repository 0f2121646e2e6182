import { createRandom } from '../../test/support/seeded.ts'
import { withScratch } from '../scratch.ts'
import type { Answerer } from './answerer.ts'
import { type Arm, type ArmOptions, createArms } from './arms.ts'
import type { Conversation, EvalQuestion, Kind, Size } from './conversation.ts'
import { gradeAnswer, hasWords, type Verdict } from './grade.ts'
import type { Prompt } from './prompts.ts'
import { type StoredConversation, storeConversation } from './store.ts'

export interface EvalOptions {
  kinds: Kind[]
  seed: number
  size: Size
  budget?: number | undefined
  sabotaged: boolean
  /** Makes what an answer is asked of for each conversation. */
  answererFor(conversation: Conversation): Answerer
  /** Says whether an undecided answer is right. Without one it counts as wrong. */
  judge?: Judge | undefined
  /** Prepares the meanings of a conversation, with vectors. */
  embed?: ((stored: StoredConversation, conversation: Conversation) => Promise<ArmOptions['meaningOf']>) | undefined
}

export type Judge = (question: Pick<EvalQuestion, 'text' | 'expected'>, answer: string) => Promise<boolean | undefined>

/** One question, asked with the prompt of one arm. */
export interface Result {
  kind: string
  arm: string
  conversation: number
  question: EvalQuestion
  answer: string
  verdict: Verdict
  judged: boolean
  /** Of the whole prompt and of the past in it, four characters each. */
  promptTokens: number
  pastTokens: number
  /** As the brain reported them; 0 without a model. */
  reportedTokens: number
  costUsd: number
  /** What must not be told here is in the prompt, or in the answer. */
  leaked: boolean
  /** Whether the value that is right stands anywhere in the prompt. */
  inPrompt: boolean
}

/** Asks every question with the prompt of every arm. The same seed gives the same conversations and prompts. */
export async function runEval(options: EvalOptions): Promise<Result[]> {
  const results: Result[] = []
  for (const [place, kind] of options.kinds.entries()) {
    for (let number = 0; number < options.size.conversations; number++) {
      const random = createRandom(options.seed * 1_000 + place * 100 + number)
      const conversation = kind.make(random, options.size)
      const asked = { kind: kind.name, conversation: number }
      await withScratch(async (dir) => {
        const stored = storeConversation(dir, conversation)
        try {
          const meaningOf = await options.embed?.(stored, conversation)
          const arms = createArms(stored, conversation.people[0] ?? '', {
            budget: options.budget,
            sabotaged: options.sabotaged,
            meaningOf,
          })
          const answer = options.answererFor(conversation)
          for (const question of conversation.questions)
            for (const arm of arms) results.push({ ...asked, ...(await ask(arm, question, answer, options.judge)) })
        } finally {
          stored.close()
        }
      })
    }
  }
  return results
}

async function ask(arm: Arm, question: EvalQuestion, answerer: Answerer, judge: Judge | undefined) {
  const prompt = arm.promptFor(question)
  const { answer, tokens, costUsd } = await answerer(prompt, question)
  const { verdict, tellsSecret } = gradeAnswer(answer, question)
  const judgement = verdict === 'undecided' && judge ? await judge(question, answer) : undefined
  const read = wholePrompt(prompt)
  return {
    arm: arm.name,
    question,
    answer,
    verdict: judgement === undefined ? verdict : judgement ? ('right' as const) : ('wrong' as const),
    judged: judgement !== undefined,
    promptTokens: read.length / CHARS_PER_TOKEN,
    pastTokens: prompt.context.length / CHARS_PER_TOKEN,
    reportedTokens: tokens,
    costUsd,
    leaked: tellsSecret || question.secrets.some((secret) => hasWords(read, secret)),
    inPrompt: question.expected.kind === 'exact' && hasWords(read, question.expected.value),
  }
}

const CHARS_PER_TOKEN = 4

export function wholePrompt({ system, text }: Prompt): string {
  return `${system}\n\n${text}`
}
