import { type Command, InvalidArgumentError } from 'commander'
import { displaySupportOf } from '../app/display-support.ts'
import { otherSources } from '../app/other-sources.ts'
import { secretsOf } from '../config/config.ts'
import { libraryFolders } from '../config/library-folders.ts'
import { readConfig } from '../config/load.ts'
import { resolveConfig } from '../config/sources.ts'
import { UsageError } from '../domain/errors.ts'
import { type ChatId, examples, rootLane } from '../domain/ids.ts'
import { UNSTORED } from '../gateway/past.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { joinTexts, parseText, textIn } from '../messages/localized.ts'
import { remoteIdsOf } from '../store/messages/messages.ts'
import { findOwner } from '../store/people/people.ts'
import { readSettings } from '../store/settings.ts'
import { createPreview, defaultBrain } from '../tasks/context/preview.ts'
import { createProfileReader } from '../tasks/profile/profiles.ts'
import { describeMissing, describeUse, lastAssembly } from '../tasks/reports/context-report.ts'
import { contextUse } from '../tasks/reports/context-use.ts'
import { whyAndFailures } from '../tasks/reports/why-report.ts'
import { parseChat } from './arguments.ts'
import { globalOptions, toJson } from './global-options.ts'
import { embedQueryText } from './query-embedding.ts'
import { withOwnerStore, withStoreToRead } from './store.ts'

interface Options {
  chat: ChatId
  message?: string
  from?: string
  at?: Date
  budget?: number
  private?: true
  replyTo?: number
}

export function addContext(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('context')
    .description('show how full the context of a chat is, or what the model would see for a message (changes nothing)')
    .requiredOption('--chat <chat>', 'the chat', parseChat)
    .option('--message <text>', 'the message')
    .option('--reply-to <id>', 'the message it replies to, by its number in /search or /why', parseMessageId)
    .option('--private', 'treat the chat as private (for a chat without messages)')
    .option('--from <name>', 'the sender (default: the owner)')
    .option('--at <time>', 'the time in ISO 8601 (default: now); newer messages are ignored', parseTime)
    .option('--budget <tokens>', 'maximum tokens of history (default: as configured)', parseTokens)
    .addHelpText(
      'after',
      `\nExamples:\n  skein context --chat ${examples.local}\n  skein context --chat ${examples.local} --message "who repaired the roof?" --budget 4000`,
    )
    .action(async ({ message: text, ...options }: Options, command: Command) => {
      const globals = globalOptions(command, env)
      if (text === undefined && options.replyTo !== undefined) {
        throw new UsageError('A reply needs a text: add --message.')
      }
      if (text === undefined) return printUse(globals, options.chat, env)
      const fileConfig = readConfig(globals, env)
      const meaning = await embedQueryText(fileConfig, globals.dataDir, text)
      withOwnerStore(globals.dataDir, (db, owner) => {
        const { config } = resolveConfig(fileConfig, readSettings(db))
        const { add, scrub } = createScrubber()
        for (const secret of secretsOf(config)) add(secret)
        const preview = createPreview({
          db,
          config: () => config,
          person: owner,
          shows: displaySupportOf,
          profiles: createProfileReader({ db, dataDir: globals.dataDir, scrub }),
          sources: otherSources(db, libraryFolders(config, env), globals.dataDir),
          brain: defaultBrain(config),
        })
        const { chat, from = owner.name, at = new Date(), budget, replyTo } = options
        const audience = options.private ? 'private' : undefined
        const opening = preview({
          chat,
          audience,
          text,
          from,
          replyTo,
          meaning,
          at,
          ...(budget === undefined ? {} : { budget }),
        })
        const prompt = `${opening.system}\n\n${opening.text}`
        const reader = { timezone: owner.timezone ?? config.timezone, now: at }
        const why = whyAndFailures(db, { ...opening, opens: true }, reader)
        if (!globals.json) return console.log(`${joinTexts(why, '\n').en}\n\n${prompt}`)
        const remoteIds = remoteIdsOf(db, [...opening.shown, ...opening.leftOut.nearest.map(({ id }) => id)])
        const toRemoteId = (id: number) => remoteIds.get(id) ?? String(id)
        const withoutUnstored = (ids: number[]) => ids.filter((id) => id !== UNSTORED)
        console.log(
          toJson({
            prompt,
            why,
            tokens: opening.tokens,
            status: opening.status,
            reason: textIn(opening.reason, 'en'),
            failed: opening.failures.map(({ step, left }) => ({ step, left })),
            context: opening.context,
            parts: opening.parts.map((part) => ({
              ...part,
              reason: textIn(part.reason, 'en'),
              messages: withoutUnstored(part.messages).map(toRemoteId),
            })),
            left_out: [
              ...opening.leftOut.nearest.map(({ id, reason }) => ({
                message: toRemoteId(id),
                reason: textIn(reason, 'en'),
              })),
              ...Object.entries(opening.leftOut.more).map(([reason, count]) => ({
                count,
                reason: textIn(parseText(reason), 'en'),
              })),
            ],
          }),
        )
      })
    })
}

/** Shows how full the context was in the chat's last turn. */
function printUse(
  { dataDir, json, configFile }: ReturnType<typeof globalOptions>,
  chat: ChatId,
  env: NodeJS.ProcessEnv,
): void {
  const fileConfig = readConfig({ configFile, dataDir }, env)
  withStoreToRead(dataDir, (db) => {
    const assembly = lastAssembly(db, rootLane(chat))
    const use = assembly && contextUse(db, assembly)
    if (json) return console.log(toJson(use ?? null))
    const { config } = resolveConfig(fileConfig, readSettings(db))
    const timezone = findOwner(db)?.timezone ?? config.timezone
    if (!assembly || !use) return console.log(describeMissing(db, timezone).en)
    const reader = { timezone, now: new Date() }
    const lines = [...whyAndFailures(db, assembly, reader), '', ...describeUse(use)]
    console.log(joinTexts(lines, '\n').en.replaceAll('**', ''))
  })
}

function parseMessageId(text: string): number {
  const id = /^\[?(\d{1,15})\]?$/.exec(text)?.[1]
  if (id === undefined) throw new InvalidArgumentError('It must be the number of a message, such as 812.')
  return Number(id)
}

function parseTime(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new InvalidArgumentError('It must be a time such as 2026-03-14T10:00:00Z.')
  return at
}

function parseTokens(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number of tokens.')
  return Number(text)
}
