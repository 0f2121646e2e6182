import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, UsageError } from '../../src/domain/errors.ts'
import { openEvalBrain, scriptedAnswerer } from './answerer.ts'
import { OURS, sabotagedNames } from './arms.ts'
import { createMeanings } from './meanings.ts'
import { type EvalChoices, readOptions, usage } from './options.ts'
import { type Result, runEval } from './run.ts'
import { ALL, figuresOf, printTable } from './table.ts'

const EXIT_LEAKED = 1
const EXIT_USAGE = 64
const EXIT_CONFIG = 78

/** `npm run eval`: the exit code says whether something was told that must not be. */
export async function benchEval(args: string[], log: (line: string) => void = console.log): Promise<void> {
  try {
    const choices = readOptions(args)
    if (choices.help) log(usage)
    else if (await evaluate(choices, log)) process.exitCode = EXIT_LEAKED
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError)) throw error
    console.error(`${error.message}\nnpm run eval -- --help lists the options.`)
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_CONFIG
  }
}

/** Returns whether anything leaked. */
async function evaluate(choices: EvalChoices, log: (line: string) => void): Promise<boolean> {
  const { kinds, seed, size, budget, sabotaged } = choices
  const stop = new AbortController()
  const open = (name: string) =>
    name === 'scripted'
      ? undefined
      : openEvalBrain(
          { name, model: choices.model, configFile: configFileOf(choices), dataDir: process.cwd(), env: process.env },
          stop.signal,
        )
  const brain = open(choices.brain)
  const judge = choices.judge === undefined ? undefined : choices.judge === choices.brain ? brain : open(choices.judge)
  const meanings = choices.vectors ? createMeanings() : undefined
  try {
    const results = await runEval({
      kinds,
      seed,
      size,
      budget,
      sabotaged,
      answererFor: (conversation) => brain?.answer ?? scriptedAnswerer(conversation),
      judge: judge?.judge,
      embed: meanings?.embed,
    })
    log(`${choices.brain}, seed ${seed}, ${size.conversations} conversations of each kind, ${size.days} days each`)
    printTable(results, kinds, log)
    if (choices.showMissed > 0) showMissed(results, choices.showMissed, log)
    if (choices.jsonFile !== undefined) writeFileSync(choices.jsonFile, `${toJson(choices, results)}\n`)
    const leaks = results.filter(({ leaked, arm }) => leaked && arm !== sabotagedNames.privacy)
    for (const { arm, kind, question } of leaks) log(`  LEAK in ${arm}, ${kind}: ${question.text}`)
    return leaks.length > 0
  } finally {
    stop.abort()
    await Promise.all([brain?.close(), judge?.close(), meanings?.close()])
  }
}

function configFileOf({ configFile }: EvalChoices): string {
  return resolve(configFile ?? 'config.toml')
}

/** First those whose answer another arm had. */
function showMissed(results: Result[], most: number, log: (line: string) => void): void {
  const key = ({ kind, conversation, question }: Result) => `${kind} ${conversation} ${question.id}`
  const solvedBy = new Map<string, string[]>()
  for (const result of results)
    if (result.verdict === 'right') solvedBy.set(key(result), [...(solvedBy.get(key(result)) ?? []), result.arm])
  const missed = results
    .filter(({ arm, verdict }) => arm === OURS && verdict !== 'right')
    .map((result) => ({ result, others: solvedBy.get(key(result)) ?? [] }))
    .sort((a, b) => b.others.length - a.others.length)
  log(
    `\n  missed by ${OURS}: ${missed.length}, of which another arm had ${missed.filter(({ others }) => others.length > 0).length}`,
  )
  for (const { result, others } of missed.slice(0, most)) {
    const { kind, conversation, question, answer, inPrompt, pastTokens } = result
    log(`  ${kind} ${conversation}, ${question.id}: ${question.text}`)
    log(`    expected ${JSON.stringify(question.expected)}, answered ${JSON.stringify(answer)}`)
    log(
      `    ${Math.round(pastTokens)} tokens of past${inPrompt ? ' with the value in them' : ''}; right with: ${others.join(', ') || 'none'}`,
    )
  }
}

function toJson({ brain, model, judge, seed, size, kinds }: EvalChoices, results: Result[]): string {
  const open = results.filter(({ kind }) => kinds.find(({ name }) => name === kind)?.isHeldOut !== true)
  return JSON.stringify(
    {
      brain,
      ...(brain === 'scripted' ? {} : { model, judge }),
      seed,
      size,
      kinds: kinds.map(({ name, about, isHeldOut = false }) => ({ name, about, isHeldOut })),
      figures: [
        ...(open.length > 0 ? figuresOf(open, ALL) : []),
        ...kinds.flatMap(({ name }) =>
          figuresOf(
            results.filter(({ kind }) => kind === name),
            name,
          ),
        ),
      ],
    },
    null,
    2,
  )
}
