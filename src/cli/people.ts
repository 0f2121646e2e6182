import type { Command } from 'commander'
import { ConfigError, UsageError } from '../domain/errors.ts'
import { examples } from '../domain/ids.ts'
import { type Address, parseAddress } from '../domain/person.ts'
import { systemClock } from '../lib/time/clock.ts'
import { type Language, languageNamed } from '../messages/languages.ts'
import type { LocalizedText } from '../messages/localized.ts'
import { personMessages } from '../messages/person-messages.ts'
import type { Database } from '../store/database.ts'
import { openStore } from '../store/open-store.ts'
import { listPeople, readPerson } from '../store/people/people.ts'
import { link, setPerson, unlink } from '../tasks/people/linking.ts'
import { joinMergedFiles } from '../tasks/people/merged-files.ts'
import { describeDismissal, describeDismissalObstacle, describePeople, dismiss } from '../tasks/people/people-admin.ts'
import { calls } from '../web/control/calls.ts'
import { findPersonNumber } from './arguments.ts'
import { connectDaemon, type Daemon, isRunning } from './daemon.ts'
import { globalOptions, toJson } from './global-options.ts'
import { withStoreToRead } from './store.ts'

export function addPair(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('pair')
    .description('create a code that gives a person access, or lets a runner join (works once, for 15 minutes)')
    .option('--owner', 'for another account of your own, with the same rights')
    .option('--runner <name>', 'for "skein runner --join CODE" on another machine or in another process')
    .addHelpText(
      'after',
      '\nExample:\n  skein pair --owner\nThen send the bot "/start CODE" in a private chat, or "!start CODE" where commands begin with "!".',
    )
    .action(async ({ owner = false, runner }: { owner?: boolean; runner?: string }, command: Command) => {
      const { dataDir, json } = globalOptions(command, env)
      if (runner !== undefined) {
        const made = await connectDaemon(dataDir).ask(calls.pairRunner, { name: runner })
        return console.log(json ? toJson(made) : `skein runner --join ${made.code}`)
      }
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
    .addHelpText(
      'after',
      `\nExamples:\n  skein people\n  skein people link ${examples.remote} Ana\n  skein people remove ${examples.remote}`,
    )
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
      const address = readAddressArgument(text)
      const daemon = connectDaemon(dataDir)
      const result = (await isRunning(daemon))
        ? await daemon.ask(calls.removeAddress, { address: text })
        : removeFromStore(dataDir, address)
      console.log(json ? toJson(result) : describeDismissal(text, result.cancelled).en)
    })
  addPersonChanges(people, env)
}

/** link, unlink and set. Each works with and without a running daemon. */
function addPersonChanges(people: Command, env: NodeJS.ProcessEnv): void {
  async function change(
    command: Command,
    ask: (daemon: Daemon, number: (name: string) => number) => Promise<{ said: LocalizedText }>,
    write: (db: Database, number: (name: string) => number) => { problem: LocalizedText } | { said: LocalizedText },
  ): Promise<void> {
    const { dataDir, json } = globalOptions(command, env)
    const daemon = connectDaemon(dataDir)
    const numberIn = (db: Database) => (name: string) => findPersonNumber(db, name)
    const { said } = (await isRunning(daemon))
      ? await ask(daemon, (name) => withStoreToRead(dataDir, (db) => findPersonNumber(db, name)))
      : changeStore(dataDir, (db) => {
          const result = write(db, numberIn(db))
          if ('problem' in result) throw new UsageError(result.problem.en)
          return result
        })
    console.log(json ? toJson({ said: said.en }) : said.en)
  }

  people
    .command('link <address> <person>')
    .description('make an address another one of a person; what belonged to it before becomes theirs')
    .addHelpText('after', `\nExample:\n  skein people link ${examples.remote} Ana`)
    .action(async (text: string, name: string, _options, command: Command) => {
      const address = readAddressArgument(text)
      await change(
        command,
        (daemon, number) => daemon.ask(calls.linkAddress, { address: text, person: number(name) }),
        (db, number) => link(db, address, readPerson(db, number(name)), systemClock.now()),
      )
    })

  people
    .command('unlink <address>')
    .description('take a linked address off a person again')
    .addHelpText('after', `\nExample:\n  skein people unlink ${examples.remote}`)
    .action(async (text: string, _options, command: Command) => {
      const address = readAddressArgument(text)
      await change(
        command,
        (daemon) => daemon.ask(calls.unlinkAddress, { address: text }),
        (db) => unlink(db, address, systemClock.now()),
      )
    })

  people
    .command('set <person>')
    .description('show or change the role, time zone and language of a person; "default" is what applies to everybody')
    .option('--role <role>', 'member or guest')
    .option('--timezone <zone>', 'such as Europe/Berlin, or a large city')
    .option('--language <language>', 'en or de: in which Skein speaks to them in private')
    .addHelpText('after', '\nExample:\n  skein people set Ana --timezone Europe/Berlin --language de')
    .action(async (name: string, { role, timezone, language }: PersonOptions, command: Command) => {
      const settings = {
        ...(role !== undefined && { role: readRole(role) }),
        ...(timezone !== undefined && { timezone: timezone === 'default' ? null : timezone }),
        ...(language !== undefined && { language: readLanguage(language) }),
      }
      await change(
        command,
        (daemon, number) => daemon.ask(calls.setPerson, { person: number(name), ...settings }),
        (db, number) => setPerson(db, number(name), settings, systemClock.now()),
      )
    })
}

function readAddressArgument(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new UsageError(`${text} is not an address. It must look like ${examples.remote}.`)
  return address
}

interface PersonOptions {
  role?: string
  timezone?: string
  language?: string
}

function readRole(text: string): 'member' | 'guest' {
  if (text === 'member' || text === 'guest') return text
  throw new UsageError(`${text} is not a role that you can give. It must be member or guest.`)
}

function readLanguage(text: string): Language | null {
  const language = text === 'default' ? null : languageNamed(text)
  if (language === undefined) throw new UsageError(personMessages.unknownLanguage(text).en)
  return language
}

function removeFromStore(dataDir: string, address: Address): { cancelled: number } {
  return changeStore(dataDir, (db) => {
    const problem = describeDismissalObstacle(db, address)
    if (problem !== undefined) throw new UsageError(problem.en)
    return { cancelled: dismiss(db, address, systemClock.now()).length }
  })
}

/** Changes the store while no daemon runs. The files of merged people are joined as in the daemon. */
function changeStore<Result>(dataDir: string, change: (db: Database) => Result): Result {
  const store = openStore(dataDir)
  try {
    const result = store.db.transaction(() => change(store.db))
    joinMergedFiles({
      db: store.db,
      clock: systemClock,
      dataDir,
      log: { warn: (_fields, text) => console.error(text) },
    })
    return result
  } finally {
    store.close()
  }
}
