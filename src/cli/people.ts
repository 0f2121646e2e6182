import type { Command } from 'commander'
import { UsageError } from '../domain/errors.ts'
import { examples } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openStore } from '../store/open-store.ts'
import { listPeople } from '../store/people/people.ts'
import { dismiss, whyNotDismissed } from '../tasks/people/dismissal.ts'
import { describeDismissal, describePeople } from '../tasks/people/people-list.ts'
import { calls } from '../web/control/wire.ts'
import { connectDaemon, isRunning } from './daemon.ts'
import { placeOf } from './place.ts'
import { withStoreToRead } from './store.ts'

export function addPeople(program: Command, env: NodeJS.ProcessEnv): void {
  const people = program
    .command('people')
    .description('list who may talk to Skein: name, role, and each address with where it came from')
    .addHelpText('after', `\nExamples:\n  skein people\n  skein people remove ${examples.remote}`)
    .action((_options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const known = withStoreToRead(dataDir, listPeople)
      console.log(json ? JSON.stringify(known) : describePeople(known).join('\n'))
    })
  people
    .command('remove <address>')
    .description('take an address away from whoever brought a code for it; they are a stranger from then on')
    .addHelpText('after', `\nExample:\n  skein people remove ${examples.remote}`)
    .action(async (text: string, _options, command: Command) => {
      const { dataDir, json } = placeOf(command, env)
      const address = parseAddress(text)
      if (!address) throw new UsageError(`${text} is no address; it must look like ${examples.remote}.`)
      const daemon = connectDaemon(dataDir)
      const done = (await isRunning(daemon))
        ? await daemon.ask(calls.removeAddress, { address: text })
        : removeAlone(dataDir, address)
      console.log(json ? JSON.stringify(done) : describeDismissal(text, done.cancelled).en)
    })
}

function removeAlone(dataDir: string, address: Address): { cancelled: number } {
  const store = openStore(dataDir)
  try {
    return store.db.transaction(() => {
      const problem = whyNotDismissed(store.db, address)
      if (problem !== undefined) throw new UsageError(problem.en)
      return { cancelled: dismiss(store.db, address, systemClock.now()).length }
    })
  } finally {
    store.close()
  }
}
