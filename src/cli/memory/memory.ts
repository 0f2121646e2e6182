import { type Command, InvalidArgumentError } from 'commander'
import type { FactKind } from '../../domain/fact.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { readQualityReport } from '../../tasks/memory/quality-report.ts'
import { findPersonNumber, parseWholeNumber } from '../arguments.ts'
import { toJson } from '../global-options.ts'
import { addFactChanges } from './fact-changes.ts'
import { describeFact, describeQuality, factTable } from './fact-lines.ts'
import { factCommand, kindOption, readFact, withFacts } from './fact-reading.ts'

/** Reads what is remembered from the store. Changes go through the daemon if it runs. */
export function addMemory(program: Command, env: NodeJS.ProcessEnv): void {
  const memory = program
    .command('memory')
    .description('list, show, edit and forget what is remembered')
    .addHelpText(
      'after',
      '\nExamples:\n  skein memory\n  skein memory list boiler --kind event\n  skein memory edit f12 "Ana lives in Dresden."\n  skein memory undo f13\n  skein memory forget f12',
    )
    .action((_options, command: Command) => printList({ words: [] }, command, env))

  memory
    .command('list')
    .argument('[words...]', 'only facts with these words')
    .description('list what is remembered, newest first')
    .option('--person <person>', 'only facts about this person or told by them: a name, an address or a number')
    .addOption(kindOption('only facts of this kind'))
    .option('--all', 'also what was replaced or has expired')
    .option('--limit <n>', 'maximum number', parseWholeNumber)
    .addHelpText(
      'after',
      '\nExamples:\n  skein memory list\n  skein memory list boiler --kind event\n  skein memory list --person Mira --all\n  skein memory list --json',
    )
    .action((words: string[], options: ListOptions, command: Command) => printList({ ...options, words }, command, env))

  factCommand(memory, 'show', 'show a fact with the message it comes from and what it replaced')
    .addHelpText('after', '\nExample:\n  skein memory show f12')
    .action((id: number, _options, command: Command) =>
      withFacts(command, env, ({ facts, timezone }, { json }) => {
        const details = readFact(facts, id)
        console.log(json ? toJson(details) : printable(describeFact(details, timezone)))
      }),
    )

  memory
    .command('stats')
    .description('show how well the memory is kept: what was written, shown, corrected, and what it cost')
    .option('--weeks <n>', 'how many weeks', parseWeeks, 12)
    .addHelpText('after', '\nExamples:\n  skein memory stats\n  skein memory stats --weeks 26 --json')
    .action(({ weeks }: { weeks: number }, command: Command) =>
      withFacts(command, env, ({ db, timezone }, { json }) => {
        const report = readQualityReport(db, { now: systemClock.now(), timezone, weeks })
        console.log(json ? toJson(report) : describeQuality(report))
      }),
    )

  addFactChanges(memory, env)
}

interface ListOptions {
  person?: string
  kind?: FactKind
  all?: boolean
  limit?: number
}

function printList(options: ListOptions & { words: string[] }, command: Command, env: NodeJS.ProcessEnv): void {
  const { person, kind, all, limit } = options
  const words = options.words.join(' ')
  withFacts(command, env, ({ db, facts, timezone }, { json }) => {
    const personId = person === undefined ? undefined : findPersonNumber(db, person)
    const listed = facts.list({ words, personId, kind, withPast: all }).slice(0, limit)
    if (json) return console.log(toJson(listed))
    const isFiltered = words !== '' || person !== undefined || kind !== undefined
    if (listed.length > 0) return console.log(printable(factTable(listed, timezone)))
    console.log(isFiltered ? 'No remembered fact fits.' : 'Nothing is remembered yet. Write "/remember …" in a chat.')
  })
}

const MAX_WEEKS = 260

function parseWeeks(text: string): number {
  const weeks = parseWholeNumber(text)
  if (weeks < 1 || weeks > MAX_WEEKS) throw new InvalidArgumentError(`It must be between 1 and ${MAX_WEEKS}.`)
  return weeks
}
