import type { Command } from 'commander'
import { UsageError } from '../../domain/errors.ts'
import type { FactKind, StoredFact } from '../../domain/fact.ts'
import type { OwnerFacts } from '../../domain/fact-service.ts'
import { countOf } from '../../lib/text/text.ts'
import { printable } from '../../lib/text/visible.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { createOwnerFacts } from '../../tasks/memory/owner-facts.ts'
import { readDateBound } from '../../tasks/recall/date-bounds.ts'
import { calls } from '../../web/control/calls.ts'
import { connectDaemon, isRunning } from '../daemon.ts'
import { eraseFor } from '../erase.ts'
import { type GlobalOptions, globalOptions, toJson } from '../global-options.ts'
import { confirm } from '../prompts.ts'
import { withStoreToChange } from '../store-changes.ts'
import { factLine, sourceLine } from './fact-lines.ts'
import { factCommand, kindOption, parseFact, readFact, withFacts } from './fact-reading.ts'

interface EditOptions {
  kind?: FactKind
  until?: string
}

/** edit, merge, undo and forget. */
export function addFactChanges(memory: Command, env: NodeJS.ProcessEnv): void {
  factCommand(memory, 'edit', 'change a fact; the old version is kept and can be restored with undo')
    .argument('[statement]', 'the new words')
    .addOption(kindOption('the new kind'))
    .option('--until <date>', 'the last day on which it holds, such as 2026-12-31, or "ever"')
    .addHelpText(
      'after',
      '\nExamples:\n  skein memory edit f12 "Ana lives in Dresden."\n  skein memory edit f12 --kind event --until 2026-12-31',
    )
    .action(async (id: number, statement: string | undefined, { kind, until }: EditOptions, command: Command) => {
      if (statement === undefined && kind === undefined && until === undefined)
        throw new UsageError('Give the new words, --kind or --until.')
      const validUntil = until === undefined ? undefined : withFacts(command, env, (read) => parseEnd(until, read))
      const change = { statement, kind, validUntil }
      await printChange('Changed', command, env, (changes) => changes.edit(id, change))
    })

  memory
    .command('merge')
    .argument('<fact>', 'the fact to keep, such as f12', parseFact)
    .argument('<other>', 'the fact that it replaces', parseFact)
    .description('merge two facts that say the same')
    .addHelpText('after', '\nExample:\n  skein memory merge f12 f15')
    .action((kept: number, other: number, _options, command: Command) =>
      printChange('Merged', command, env, (changes) => changes.merge(kept, other)),
    )

  factCommand(memory, 'undo', 'take back the last edit, replacement or merge of a fact')
    .addHelpText('after', '\nExample:\n  skein memory undo f13')
    .action((id: number, _options, command: Command) =>
      printChange('Restored', command, env, (changes) => changes.undo(id)),
    )

  factCommand(memory, 'forget', 'delete a fact for good, with everything that it replaced')
    .option('--with-messages', 'also erase the messages in which it was said, and the answers to them')
    .option('--dry-run', 'show what would be deleted, and change nothing')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  skein memory forget f12 --dry-run\n  skein memory forget f12 --with-messages\n\nThis cannot be undone. Without --with-messages, the messages in which it was said are kept.',
    )
    .action((id: number, options: ForgetOptions, command: Command) => forget(id, options, command, env))
}

interface ForgetOptions {
  withMessages?: boolean
  dryRun?: boolean
  yes?: boolean
}

async function forget(
  id: number,
  { withMessages = false, dryRun, yes }: ForgetOptions,
  command: Command,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { facts, messages, lines } = withFacts(command, env, (reading) => {
    const { fact, older, withMessages: all } = readFact(reading.facts, id)
    const facts: StoredFact[] = withMessages ? all.facts : [fact, ...older]
    const factLines = facts.map((each) => factLine(each, reading.timezone))
    const messageLines = all.messages.map((each) => sourceLine(each, reading.timezone))
    const lines = [...factLines, ...(withMessages ? messageLines : [])].map((line) => `  ${line}`).join('\n')
    return { facts, messages: all.messages, lines }
  })
  const globals = globalOptions(command, env)
  if (dryRun) {
    const found = { facts, messages: withMessages ? messages : [] }
    return console.log(globals.json ? toJson(found) : printable(`Would delete:\n${lines}`))
  }
  if (!yes) {
    if (!process.stdin.isTTY || !process.stderr.isTTY || globals.json)
      throw new UsageError(
        'Nothing was deleted. Add --yes to delete without being asked, or --dry-run to see what goes.',
      )
    const question = printable(`This deletes for good:\n${lines}\nDelete?`)
    if (!(await confirm(question, { input: process.stdin, output: process.stderr })))
      return console.log('Nothing was deleted.')
  }
  const ids = messages.map((message) => message.id)
  if (withMessages) {
    const erasure = await eraseFor(globals, env, { fact: id, sources: ids })
    const forgotten = facts.map((fact) => fact.id)
    if (globals.json) return console.log(toJson({ forgotten, messages: ids, erasure: erasure.id }))
    console.log(
      `Deleted for good: ${[...forgotten.map((each) => `f${each}`), countOf(ids.length, 'message')].join(', ')}.`,
    )
    return console.log(`Receipt: erasure ${erasure.id}.`)
  }
  const { forgotten } = await withChanges(globals, env, (changes) => changes.forget(id))
  if (globals.json) return console.log(toJson({ forgotten }))
  console.log(`Deleted for good: ${forgotten.map((each) => `f${each}`).join(', ')}.`)
  // The fact is gone, so its messages are erased one by one.
  const commands = ids.map((each) => `skein erase --message ${each}`).join(' && ')
  if (ids.length === 1) console.log(`The message in which it was said is kept. To erase it too: ${commands}`)
  if (ids.length > 1) console.log(`The messages in which it was said are kept. To erase them too: ${commands}`)
}

async function printChange(
  title: string,
  command: Command,
  env: NodeJS.ProcessEnv,
  change: (changes: Changes) => Promise<{ facts: number[] }>,
): Promise<void> {
  const { facts: ids } = await withChanges(globalOptions(command, env), env, change)
  withFacts(command, env, ({ facts, timezone }, { json }) => {
    const changed = ids.flatMap((id) => facts.find(id) ?? [])
    if (json) return console.log(toJson(changed))
    console.log(printable(changed.map((fact) => `${title}: ${factLine(fact, timezone)}`).join('\n')))
  })
}

/** The day after the last one; null for ever. */
function parseEnd(until: string, { timezone }: { timezone: string }): Date | null {
  if (until === 'ever') return null
  const day = readDateBound(until, systemClock.now(), timezone)
  if (!day) throw new UsageError(`${until} is not a date. It must look like 2026-12-31, or be "ever".`)
  return day.until
}

type ChangeVerb = 'edit' | 'merge' | 'undo' | 'forget'

/** The changes of the service, with or without a daemon. A refusal is thrown. */
type Changes = {
  [Verb in ChangeVerb]: (
    ...given: Parameters<OwnerFacts[Verb]>
  ) => Promise<Exclude<ReturnType<OwnerFacts[Verb]>, { problem: unknown }>>
}

async function withChanges<T>(
  { dataDir, ...globals }: GlobalOptions,
  env: NodeJS.ProcessEnv,
  work: (changes: Changes) => Promise<T>,
): Promise<T> {
  const daemon = connectDaemon(dataDir)
  if (await isRunning(daemon)) {
    return work({
      edit: (id, change) => daemon.ask(calls.editFact, { id, ...change }),
      merge: (kept, other) => daemon.ask(calls.mergeFacts, { kept, other }),
      undo: (id) => daemon.ask(calls.undoFact, { id }),
      forget: (id) => daemon.ask(calls.forgetFact, { id }),
    })
  }
  return withStoreToChange({ ...globals, dataDir }, env, (parts) => {
    const facts = createOwnerFacts(parts)
    return work({
      edit: async (...given) => orThrow(facts.edit(...given)),
      merge: async (...given) => orThrow(facts.merge(...given)),
      undo: async (...given) => orThrow(facts.undo(...given)),
      forget: async (...given) => orThrow(facts.forget(...given)),
    })
  })
}

function orThrow<T extends object>(result: T | { problem: { en: string } }): Exclude<T, { problem: unknown }> {
  if ('problem' in result) throw new UsageError((result as { problem: { en: string } }).problem.en)
  return result as Exclude<T, { problem: unknown }>
}
