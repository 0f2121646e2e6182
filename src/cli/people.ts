import type { Command } from 'commander'
import { ConfigError, UsageError } from '../domain/errors.ts'
import { examples } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openStore } from '../store/open-store.ts'
import { listPeople } from '../store/people/people.ts'
import { describeDismissal, describeDismissalObstacle, describePeople, dismiss } from '../tasks/people/people-admin.ts'
import { calls } from '../web/control/calls.ts'
import { connectDaemon, isRunning } from './daemon.ts'
import { globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

export function addPair(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('pair')
    .description('create a code that gives a person access (works once, for 15 minutes)')
    .option('--owner', 'for another account of your own, with the same rights')
    .addHelpText(
      'after',
      '\nExample:\n  skein pair --owner\nThen send the bot "/start CODE" in a private chat, or "!start CODE" where commands begin with "!".',
    )
    .action(async ({ owner = false }: { owner?: boolean }, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const pairing = await connectDaemon(dataDir).ask(calls.pair, { role: owner ? 'owner' : 'member' })
      console.log(
        json ? toJson(pairing) : `/start ${pairing.code}\n(where commands begin with "!": !start ${pairing.code})`,
      )
    })
}

export function addLink(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('link')
    .description('print a new sign-in link for the local page (works once, for 15 minutes)')
    .option('--public', 'for a browser on another machine (needs [web] bind or public_url)')
    .addHelpText('after', '\nExample:\n  xdg-open "$(skein link)"')
    .action(async (options: { public?: boolean }, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const { url } = await connectDaemon(dataDir).ask(calls.link, options)
      if (!url && options.public)
        throw new ConfigError(
          'The page is available on this machine only. Set [web] bind or public_url and restart Skein.',
        )
      if (!url) throw new ConfigError('The local page is off. Set [web] enabled = true and restart Skein.')
      console.log(json ? toJson({ url }) : url)
    })
}

export function addPeople(program: Command, env: NodeJS.ProcessEnv): void {
  const people = program
    .command('people')
    .description('list the people with access: name, role, and the source of each address')
    .addHelpText('after', `\nExamples:\n  skein people\n  skein people remove ${examples.remote}`)
    .action((_options, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const people = withStoreToRead(dataDir, listPeople)
      console.log(json ? toJson(people) : describePeople(people).join('\n'))
    })
  people
    .command('remove <address>')
    .description('revoke the access of an address that was added with a code')
    .addHelpText('after', `\nExample:\n  skein people remove ${examples.remote}`)
    .action(async (text: string, _options, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      const address = parseAddress(text)
      if (!address) throw new UsageError(`${text} is not an address. It must look like ${examples.remote}.`)
      const daemon = connectDaemon(dataDir)
      const result = (await isRunning(daemon))
        ? await daemon.ask(calls.removeAddress, { address: text })
        : removeFromStore(dataDir, address)
      console.log(json ? toJson(result) : describeDismissal(text, result.cancelled).en)
    })
}

function removeFromStore(dataDir: string, address: Address): { cancelled: number } {
  const store = openStore(dataDir)
  try {
    return store.db.transaction(() => {
      const problem = describeDismissalObstacle(store.db, address)
      if (problem !== undefined) throw new UsageError(problem.en)
      return { cancelled: dismiss(store.db, address, systemClock.now()).length }
    })
  } finally {
    store.close()
  }
}
