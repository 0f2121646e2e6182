import { resolve } from 'node:path'
import type { Command } from 'commander'
import { assertExists, describeContent, exportAll } from '../app/export/export.ts'
import { readConfig } from '../config/load.ts'
import { UsageError } from '../domain/errors.ts'
import { formatSizeEnglish } from '../domain/file.ts'
import { type ChatId, examples } from '../domain/ids.ts'
import { systemClock } from '../lib/time/clock.ts'
import { findPersonNumber, parseChat } from './arguments.ts'
import { globalOptions, toJson } from './global-options.ts'
import { interruptible } from './prompts.ts'
import { withOwnerStoreOpen } from './store.ts'

export function addExport(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('export')
    .description('write everything of a chat or a person into one archive: Markdown, JSON and files')
    .option('--chat <chat>', 'the chat', parseChat)
    .option('--person <person>', 'the person: a name, an address or a number')
    .option('--to <dir>', 'the folder for the archive', '.')
    .addHelpText(
      'after',
      `\nExamples:\n  skein export --chat ${examples.local} --to ~/exports\n  skein export --person Ana`,
    )
    .action(async (options: { chat?: ChatId; person?: string; to: string }, command: Command) => {
      const globals = globalOptions(command, env)
      const { chat, person, to } = options
      if ((chat === undefined) === (person === undefined)) throw new UsageError('Give either --chat or --person.')
      if (to === '') throw new UsageError('--to is empty. It needs a folder.')
      const config = readConfig(globals, env)
      const exported = await withOwnerStoreOpen(globals.dataDir, (db, owner) => {
        const scope = chat === undefined ? { person: findPersonNumber(db, person ?? '') } : { chat }
        assertExists(db, scope)
        const timezone = owner.timezone ?? config.timezone
        return interruptible((signal) =>
          exportAll(scope, {
            db,
            dataDir: globals.dataDir,
            to: resolve(to),
            now: systemClock.now(),
            timezone,
            signal,
          }),
        )
      })
      if (globals.json) return console.log(toJson(exported))
      // The path alone on standard output, so that a script can use it.
      console.log(exported.archive)
      console.error(`${describeContent(exported)}, ${formatSizeEnglish(exported.bytes)}.`)
    })
}
