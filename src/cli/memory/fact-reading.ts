import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../config/load.ts'
import { UsageError } from '../../domain/errors.ts'
import { factKinds, parseFactReference } from '../../domain/fact.ts'
import type { FactDetails, OwnerFacts } from '../../domain/fact-service.ts'
import { createSteadyClock, systemClock } from '../../lib/time/clock.ts'
import type { Database } from '../../store/database.ts'
import { createOwnerFacts } from '../../tasks/memory/owner-facts.ts'
import { type GlobalOptions, globalOptions } from '../global-options.ts'
import { withOwnerStore } from '../store.ts'

export function readFact(facts: Pick<OwnerFacts, 'read'>, id: number): FactDetails {
  const details = facts.read(id)
  if (!details) throw new UsageError(`There is no fact f${id}. "skein memory list --all" lists all facts.`)
  return details
}

interface FactReading {
  db: Database
  facts: OwnerFacts
  timezone: string
}

/** With or without a running daemon. */
export function withFacts<T>(
  command: Command,
  env: NodeJS.ProcessEnv,
  read: (reading: FactReading, globals: GlobalOptions) => T,
): T {
  const globals = globalOptions(command, env)
  const { timezone } = readConfig(globals, env)
  return withOwnerStore(globals.dataDir, (db, owner) => {
    const facts = createOwnerFacts({ db, clock: createSteadyClock(systemClock), owner, scrub: (text) => text })
    return read({ db, facts, timezone: owner.timezone ?? timezone }, globals)
  })
}

/** A command about one fact, which is its first argument. */
export function factCommand(memory: Command, name: string, description: string): Command {
  return memory.command(name).argument('<fact>', 'its number, such as f12', parseFact).description(description)
}

export function kindOption(description: string): Option {
  return new Option('--kind <kind>', description).choices(factKinds)
}

/** The number that f12 or 12 stands for. */
export function parseFact(text: string): number {
  const id = parseFactReference(text)
  if (id === undefined) throw new InvalidArgumentError('It must be a number such as f12.')
  return id
}
