import { parseArgs } from 'node:util'
import { UsageError } from '../../src/domain/errors.ts'
import type { Kind, Size } from './conversation.ts'
import { kinds } from './kinds.ts'

export interface EvalChoices {
  brain: string
  model: string
  configFile: string | undefined
  judge: string | undefined
  kinds: Kind[]
  seed: number
  size: Size
  /** In tokens; as configured by default. */
  budget: number | undefined
  vectors: boolean
  sabotaged: boolean
  jsonFile: string | undefined
  showMissed: number
  help: boolean
}

const FULL: Size = { conversations: 4, days: 60, exchangesPerDay: 7, questions: 20 }
const SHOWN_MISSES = 10

export const usage = `npm run eval -- [options]

Asks questions about invented conversations with the prompts of this gateway and of others, and grades the answers.

  --brain NAME        who answers: "scripted" (the default, a reader without a model), "claude", or a provider of the configuration
  --config FILE       the configuration with that brain; by default config.toml in this folder
  --model NAME        a role (fast, general, smart) or a model; general by default
  --judge NAME        the brain that decides what words and numbers cannot; without it such answers count as wrong
  --only KIND         one kind, or several: ${kinds.map(({ name }) => name).join(', ')}
  --seed N            other names, dates and conversations; 1 by default
  --conversations N   how many of each kind; ${FULL.conversations} by default
  --days N            how long each lasts; ${FULL.days} by default
  --budget N          how many tokens of the past a prompt may have; as configured by default
  --vectors           also this gateway with the local model for meanings (takes minutes)
  --sabotaged         also this gateway without recall, without summaries, with its ranking turned round and without privacy
  --show-missed       the ${SHOWN_MISSES} worst cases of this gateway
  --json FILE         writes all figures
  --help

With the scripted reader the figures are the most that the prompts allow, and the same on every machine. The run fails when something that must not be told stands in a prompt or an answer.`

/** Throws a UsageError that says what is wrong. */
export function readOptions(args: string[]): EvalChoices {
  const values = parse(args)
  return {
    brain: values.brain ?? 'scripted',
    model: values.model ?? 'general',
    configFile: values.config,
    judge: values.judge,
    kinds: values.only === undefined ? kinds : values.only.flatMap((names) => names.split(',').map(kindNamed)),
    seed: wholeNumber('seed', values.seed, 1),
    size: {
      ...FULL,
      conversations: wholeNumber('conversations', values.conversations, FULL.conversations),
      days: wholeNumber('days', values.days, FULL.days),
    },
    budget: values.budget === undefined ? undefined : wholeNumber('budget', values.budget, 0),
    vectors: values.vectors ?? false,
    sabotaged: values.sabotaged ?? false,
    jsonFile: values.json,
    showMissed: values['show-missed'] ? SHOWN_MISSES : 0,
    help: values.help ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        brain: { type: 'string' },
        config: { type: 'string' },
        model: { type: 'string' },
        judge: { type: 'string' },
        only: { type: 'string', multiple: true },
        seed: { type: 'string' },
        conversations: { type: 'string' },
        days: { type: 'string' },
        budget: { type: 'string' },
        vectors: { type: 'boolean' },
        sabotaged: { type: 'boolean' },
        'show-missed': { type: 'boolean' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function kindNamed(name: string): Kind {
  const kind = kinds.find((one) => one.name === name)
  if (kind) return kind
  throw new UsageError(`No kind is called ${name}. There are: ${kinds.map((one) => one.name).join(', ')}.`)
}

const MAX_DAYS_OR_CONVERSATIONS = 100_000

function wholeNumber(option: string, value: string | undefined, usual: number): number {
  const number = value === undefined ? usual : Number(value)
  if (Number.isInteger(number) && number >= 1 && number <= MAX_DAYS_OR_CONVERSATIONS) return number
  throw new UsageError(`--${option} needs a whole number from 1 on.`)
}
